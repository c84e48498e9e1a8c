import { isFailure } from '@billhook/core/base/errors';
import { passesLuhn, readBank, readCard } from '@billhook/core/method/card';
import { passesAba } from '@billhook/core/method/routing-number';
import { givenBank, givenCard } from '@billhook/core/schemas/payment-method';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { pastedForms } from '../../../support/pasted.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const card = {
  name: 'Ada Tester',
  cardNumber: '4111111111111111',
  cardCode: '123',
  expMonth: '11',
  expYear: '2026',
  zipcode: '10001',
};

const read = (change: object, sandbox = true) =>
  readCard({ ...card, ...change }, { now, sandbox }, 'cards.0.');

describe('a card', () => {
  test.each([
    ['4111111111111111', 'visa', '123'],
    ['4000000000000002', 'visa', '123'],
    ['5555555555554444', 'mastercard', '123'],
    ['378282246310005', 'american express', '1234'],
    ['6011111111111117', 'discover', '123'],
  ])('%s is a %s', (cardNumber, brand, cardCode) => {
    const face = read({ cardNumber, cardCode });
    expect(face).toMatchObject({ brand, lastFour: cardNumber.slice(-4) });
  });

  test('keeps nothing of its number but the last four digits', () => {
    expect(JSON.stringify(read({}))).not.toContain('41111111');
  });

  test.each([
    ['a wrong check digit', { cardNumber: '4111111111111112' }, 'cards.0.cardNumber'],
    ['a length that the brand has not', { cardNumber: '41111111111111' }, 'cards.0.cardNumber'],
    ['a code of four digits', { cardCode: '1234' }, 'cards.0.cardCode'],
    ['a card that expired last month', { expMonth: '10' }, 'cards.0.expYear'],
    ['an expiry in 51 years', { expYear: '2077' }, 'cards.0.expYear'],
  ])('with %s is refused', (_, change, field) => {
    const failure = read(change);
    expect(failure).toMatchObject({ failure: 'invalid_request', fields: [{ field }] });
  });

  test('is good until its month has ended in the last zone of the earth', () => {
    const lastMoment = Date.parse('2026-11-30T23:59:59.999-12:00');
    const rules = { sandbox: true };
    expect(isFailure(readCard(card, { ...rules, now: lastMoment }))).toBe(false);
    expect(isFailure(readCard(card, { ...rules, now: lastMoment + 1 }))).toBe(true);
  });

  test.each([
    ['UnionPay', '6200000000000005'],
    ['JCB', '3530111333300000'],
    ['Diners Club', '30569309025904'],
    ['Mir', '2200000000000004'],
  ])('of %s is named as not accepted', (network, cardNumber) => {
    const message = `${network} cards are not accepted`;
    expect(read({ cardNumber }, false)).toMatchObject({
      failure: 'invalid_request',
      fields: [{ field: 'cards.0.cardNumber', message }],
    });
  });

  test.each([
    ['maestro', '6759649826438453'],
    ['discover', '6445644564456445'],
    ['mastercard', '2223000048400011'],
  ])('of %s is accepted', (brand, cardNumber) => {
    expect(read({ cardNumber }, false)).toMatchObject({ brand });
  });

  test('that is valid but no test card is refused on the sandbox only', () => {
    const change = { cardNumber: '4242424242424242' };
    expect(read(change)).toMatchObject({ failure: 'test_card_required' });
    expect(isFailure(read(change, false))).toBe(false);
  });

  test('of UATP is known by its prefix', () => {
    expect(read({ cardNumber: '135410014004955' }, false)).toMatchObject({ brand: 'uatp' });
  });

  test('keeps the brand and type that it was given with', () => {
    const face = read({ cardType: 'debit', cardBrand: 'maestro' });
    expect(face).toMatchObject({ cardType: 'debit', brand: 'maestro' });
  });
});

describe('a bank account', () => {
  const bank = { name: 'Ada', accountType: 'checking' as const };

  test.each([
    ['long names', { routingNumber: '021000021', accountNumber: '123456789' }],
    ['short names', { routing: '021000021', account: '123456789' }],
    ['both, the same', { routingNumber: '021000021', routing: '021000021', account: '123456789' }],
  ])('is read from %s', (_, fields) => {
    expect(readBank({ ...bank, ...fields })).toMatchObject({
      face: { routingLastFour: '0021', accountLastFour: '6789' },
    });
  });

  test.each([
    ['two routing numbers', { routing: '021000021', routingNumber: '011000015', account: '1234' }],
    ['no account number', { routing: '021000021' }],
    ['a wrong checksum', { routing: '021000022', account: '1234' }],
    ['a routing number of zeros', { routing: '000000000', account: '1234' }],
    ['a routing number of a range that does not exist', { routing: '130000003', account: '1234' }],
  ])('with %s is refused', (_, fields) => {
    expect(readBank({ ...bank, ...fields })).toMatchObject({ failure: 'invalid_request' });
  });
});

test('routing numbers begin as those that exist, whatever their checksum', () => {
  const begins = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0'));
  const existing = begins.filter((two) =>
    Array.from({ length: 10 }, (_, check) => `${two}000100${check}`).some(passesAba),
  );
  const range = (from: number, to: number) => begins.slice(from, to + 1);
  expect(existing).toEqual([...range(0, 12), ...range(21, 32), ...range(61, 72), '80']);
});

describe.each([
  ['cardNumber', '4111111111111111'],
  ['cardCode', '123'],
  ['expMonth', '12'],
  ['expYear', '2030'],
] as const)('%s of a card', (field, plain) => {
  test.each(pastedForms(plain))('with %s is read', (_, typed) => {
    expect(v.parse(givenCard.entries[field], typed)).toBe(plain);
  });
});

describe.each([
  ['routingNumber', '021000021'],
  ['routing', '021000021'],
  ['accountNumber', '123456789'],
  ['account', '123456789'],
] as const)('%s of a bank account', (field, plain) => {
  test.each(pastedForms(plain))('with %s is read', (_, typed) => {
    expect(v.parse(givenBank.entries[field], typed)).toBe(plain);
  });
});

test.each(['0030', '1230', '30'])('the year %s is called unreadable, not expired', (expYear) => {
  expect(v.is(givenCard.entries.expYear, expYear)).toBe(false);
});

test('check digits tell one changed digit', () => {
  expect(passesLuhn('79927398713')).toBe(true);
  expect(passesLuhn('79927398710')).toBe(false);
  expect(passesAba('011000015')).toBe(true);
  expect(passesAba('011000014')).toBe(false);
});
