import { describe, expect, test } from 'vitest';
import { useToken } from '../support/client-access.ts';
import { sendRaw } from '../support/raw.ts';
import { givenCard, newName, openWorld, refusal, valueFrom } from '../support/world.ts';

const { api } = openWorld();
const { clientId: _client, paymentType: _type, ...card } = givenCard('');

const master = { ...card, cardNumber: '5555555555554444' };

async function methodsOf(clientId: string) {
  return valueFrom(await api.payment.listPaymentMethods({ clientId })).data;
}

test('a sync answers the client, a token that opens it, and its cards by their identifiers', async () => {
  const identifier = newName();
  const { clientId } = valueFrom(await api.client.createClient({ identifier }));
  const synced = valueFrom(
    await api.client.syncClient({
      client: { identifier },
      token: { nonce: true, accessTokenExpiresIn: 60 },
      cards: [
        { ...card, identifier: 'one', cardType: 'debit', cardBrand: 'maestro' },
        { ...master, identifier: 'two', setAsDefault: true },
        { ...card, cardNumber: '6011 1111 1111 1117' },
      ],
    }),
  );
  expect(synced.clientId).toBe(clientId);
  expect(synced.failedCards).toEqual([]);
  expect(synced.cards.map((one) => one.identifier)).toEqual(['one', 'two', undefined]);
  const exchanged = await api.client.createAccessToken({ token: synced.ssoToken });
  expect(valueFrom(exchanged)).toMatchObject({ clientId, expiresIn: 60 });
  expect(await useToken(valueFrom(exchanged).accessToken)).toBe('200 ok');

  const methods = await methodsOf(clientId);
  const byId = new Map(methods.map((method) => [method._id, method]));
  const [one, two] = synced.cards.map(({ paymentMethodId }) => byId.get(paymentMethodId));
  // Type and brand are trusted as they were given.
  expect(one).toMatchObject({ identifier: 'one', card: { type: 'debit', brand: 'maestro' } });
  expect(two).toMatchObject({ identifier: 'two', default: true, card: { brand: 'mastercard' } });
  expect(methods).toHaveLength(3);
});

const bad: [string, object, string, string | undefined][] = [
  ['a wrong number', { cardNumber: '4111111111111112' }, 'invalid_request', 'cardNumber'],
  [
    'a number that is no test card',
    { cardNumber: '4242424242424242' },
    'test_card_required',
    undefined,
  ],
  ['an impossible month', { expMonth: '13' }, 'invalid_request', 'expMonth'],
  ['a date in the past', { expYear: '2001' }, 'invalid_request', 'expYear'],
  ['a code of another length', { cardCode: '1234' }, 'invalid_request', 'cardCode'],
  ['an unknown brand', { cardBrand: 'diners' }, 'invalid_request', 'cardBrand'],
  ['no name', { name: undefined }, 'invalid_request', 'name'],
  ['a field of another type', { zipcode: 94107 }, 'invalid_request', 'zipcode'],
  ['a name that is too long', { name: 'x'.repeat(100_000) }, 'invalid_request', 'name'],
];

describe('a card with', () => {
  test.each(bad)(
    '%s is reported by its identifier, and loses no other',
    async (_how, change, code, field) => {
      const client = { identifier: newName() };
      const cards = [
        { ...card, identifier: 'first' },
        { ...card, ...change, identifier: 'bad' },
        { ...master, identifier: 'last' },
      ];
      const body = JSON.stringify({ client, cards });
      const response = await sendRaw({ method: 'POST', path: '/client/sync', body });
      expect(response.status).toBe(200);
      const text = await response.text();
      const synced = JSON.parse(text);
      expect(synced.cards.map((one: { identifier: string }) => one.identifier)).toEqual([
        'first',
        'last',
      ]);
      expect(synced.failedCards).toMatchObject([
        { identifier: 'bad', index: 1, error: { code, ...(field && { errors: [{ field }] }) } },
      ]);
      expect(text).not.toContain('xxxx');
      expect(text).not.toMatch(/4111111111111112|4242424242424242/);
      expect(await methodsOf(synced.clientId)).toHaveLength(2);
    },
  );

  test('no identifier is found by its place', async () => {
    const { cardCode: _code, ...lacking } = card;
    const client = { identifier: newName() };
    const { failedCards, cards } = valueFrom(
      await api.client.syncClient({ client, cards: [lacking, card] }),
    );
    expect(failedCards).toMatchObject([{ index: 0, error: { code: 'invalid_request' } }]);
    expect(failedCards[0]).not.toHaveProperty('identifier');
    expect(cards).toHaveLength(1);
  });
});

test('cards beyond the client’s limit are reported, and those before it are linked', async () => {
  const client = { identifier: newName() };
  const numbered = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...card, identifier: `${from + index}` }));
  for (const from of [0, 16, 32]) {
    valueFrom(await api.client.syncClient({ client, cards: numbered(from, 16) }));
  }
  const { cards, failedCards } = valueFrom(
    await api.client.syncClient({ client, cards: [...numbered(48, 4), ...numbered(0, 1)] }),
  );
  // The last is one that the client has already, and needs no room.
  expect(cards.map(({ identifier }) => identifier)).toEqual(['48', '49', '0']);
  expect(failedCards.map(({ identifier, error }) => [identifier, error.code])).toEqual([
    ['50', 'link_limit_reached'],
    ['51', 'link_limit_reached'],
  ]);
});

describe('a sync that is repeated', () => {
  test('answers the same cards and adds none, be it at once', async () => {
    const client = { identifier: newName() };
    const cards = [{ ...card, identifier: 'one' }, { ...master, identifier: 'two' }, master];
    const first = valueFrom(await api.client.syncClient({ client, cards }));
    const again = await Promise.all([1, 2, 3].map(() => api.client.syncClient({ client, cards })));
    for (const result of again) expect(valueFrom(result).cards).toEqual(first.cards);
    expect(await methodsOf(first.clientId)).toHaveLength(3);
  });

  test('of a new client at once makes one client with each card once', async () => {
    const client = { identifier: newName() };
    const cards = [
      { ...card, identifier: 'one' },
      { ...master, identifier: 'two' },
    ];
    const results = await Promise.all(
      [1, 2, 3, 4].map(() => api.client.syncClient({ client, cards })),
    );
    const answers = results.map(valueFrom);
    expect(new Set(answers.map(({ clientId }) => clientId)).size).toBe(1);
    const methods = await methodsOf(answers[0]?.clientId ?? '');
    expect(methods).toHaveLength(2);
    expect(methods.filter((method) => method.default)).toHaveLength(1);
  });

  test('with a later date renews the card', async () => {
    const client = { identifier: newName() };
    const first = valueFrom(await api.client.syncClient({ client, cards: [card] }));
    const [before] = await methodsOf(first.clientId);
    const expYear = String(Number(card.expYear) + 1);
    const renewed = valueFrom(
      await api.client.syncClient({ client, cards: [{ ...card, expYear, name: 'Ada King' }] }),
    );
    expect(renewed.cards).toEqual(first.cards);
    const [after] = await methodsOf(first.clientId);
    expect(after?.card?.expDate.slice(0, 4)).toBe(expYear);
    expect(after).toMatchObject({ name: 'Ada King', default: true, status: before?.status });
  });

  test('with another identifier, or for another client, is another card', async () => {
    const client = { identifier: newName() };
    const cards = [
      { ...card, identifier: 'one' },
      { ...card, identifier: 'two' },
    ];
    const synced = valueFrom(await api.client.syncClient({ client, cards }));
    const foreign = valueFrom(
      await api.client.syncClient({ client: { identifier: newName() }, cards }),
    );
    const ids = [...synced.cards, ...foreign.cards].map((one) => one.paymentMethodId);
    expect(new Set(ids).size).toBe(4);
  });
});

test('a sync whose client, token or list of cards is wrong is refused as a whole', async () => {
  const identifier = newName();
  const whole = [
    { client: {} },
    { client: { identifier }, token: { accessTokenExpiresIn: 59 } },
    { client: { identifier }, cards: ['card'] },
    { client: { identifier }, cards: Array.from({ length: 21 }, () => card) },
  ];
  for (const body of whole) {
    const response = await sendRaw({
      ...{ method: 'POST', path: '/client/sync', body: JSON.stringify(body) },
    });
    expect(response.status).toBe(400);
  }
  const revoked = await api.client.revokeTokens({ identifier });
  expect(refusal(revoked), 'no client was made').toBe('404 client_not_found');
});
