/**
 * The card that pays on the sandbox (decision: test-numbers-only), with everything that adding it
 * takes but its client.
 */
export const testCard = {
  name: 'Ada Lovelace',
  cardNumber: '4111111111111111',
  cardCode: '123',
  expMonth: '12',
  expYear: String(new Date().getUTCFullYear() + 3),
  zipcode: '94107',
};
