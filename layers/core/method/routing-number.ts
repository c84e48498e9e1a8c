/** Routing numbers of banks, by the rules of the American Bankers Association. */

const ABA_WEIGHTS = [3, 7, 1];
/** The ranges that exist: of the government and the Federal Reserve districts, of thrifts, electronic, of checks. */
const ROUTING_NUMBER = /^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/;

export function passesAba(routingNumber: string): boolean {
  const sum = [...routingNumber].reduce(
    (total, digit, index) => total + Number(digit) * (ABA_WEIGHTS[index % 3] ?? 0),
    0,
  );
  return ROUTING_NUMBER.test(routingNumber) && sum > 0 && sum % 10 === 0;
}
