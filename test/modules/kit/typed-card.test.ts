import { describe, expect, test } from 'vitest';
import {
  brandOf,
  caretAfter,
  codeLengthOf,
  isCodeOnFront,
  isFieldRight,
  readTypedCard,
  shownNumber,
  unacceptedNetwork,
  writeExpiry,
  writeNumber,
} from '../../../modules/kit/card/typed-card.ts';
import { pastedForms } from '../../support/pasted.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const card = {
  number: '4111 1111 1111 1111',
  expiry: '11/26',
  code: '123',
  zip: ' 10001 ',
  name: ' Ada Tester ',
};

describe('a number is written as it stands on the card', () => {
  test.each([
    ['4111111111111111', '4111 1111 1111 1111'],
    ['4111-1111 11', '4111 1111 11'],
    ['378282246310005', '3782 822463 10005'],
    ['135410014004955', '1354 10014 004955'],
    ['6011111111111111110', '6011 1111 1111 1111 110'],
    ['41111111111111111111111', '4111 1111 1111 1111 111'],
    ['', ''],
    ['no number', ''],
  ])('%s', (typed, written) => {
    expect(writeNumber(typed)).toBe(written);
    expect(writeNumber(written)).toBe(written);
  });
});

describe('an expiry date is written with its slash', () => {
  test.each([
    ['1', '1'],
    ['12', '12'],
    ['123', '12/3'],
    ['1230', '12/30'],
    ['122030', '12/2030'],
    ['4', '04'],
    ['430', '04/30'],
    ['4/', '04/'],
    ['4/30', '04/30'],
    ['12 / 30', '12/30'],
    ['12/', '12/'],
    ['/', '/'],
    ['', ''],
    ['2030-12', '12/30'],
    ['203012', '12/30'],
    ['2030/12', '12/30'],
    ['12/2030 ', '12/2030'],
    ['\u0661\u0662/\u0663\u0660', '12/30'],
  ])('%s', (typed, written) => expect(writeExpiry(typed)).toBe(written));
});

test.each([
  ['at the end', '41111', 5, '4111 1', 6],
  ['in the middle', '4111 12111', 6, '4111 1211 1', 6],
  ['behind a space that goes', '41111 111', 5, '4111 1111', 6],
  ['at the beginning', '14111', 0, '1411 1', 0],
])('the caret stays behind its digit, %s', (_, typed, caret, written, after) => {
  expect(caretAfter(typed, caret, written)).toBe(after);
});

test('a brand is named once four digits are there, and tells the length of the code', () => {
  expect(brandOf('411')).toBeUndefined();
  expect(brandOf('4111')).toBe('visa');
  expect(brandOf('9999')).toBeUndefined();
  expect(codeLengthOf('3782 8')).toBe(4);
  expect(codeLengthOf('4111')).toBe(3);
  expect(codeLengthOf('')).toBe(3);
});

test.each([
  ['6200 0000 0000 0005', 'UnionPay'],
  ['3530 1', 'JCB'],
  ['3056', 'Diners Club'],
  ['4111 1111', undefined],
  ['6', undefined],
])('the network of %s that is not accepted: %s', (number, network) => {
  expect(unacceptedNetwork(number)).toBe(network);
});

describe('a card is sent', () => {
  test('as the service takes it', () => {
    expect(readTypedCard(card, now)).toEqual({
      ok: true,
      card: {
        cardNumber: '4111111111111111',
        cardCode: '123',
        expMonth: '11',
        expYear: '2026',
        zipcode: '10001',
        name: 'Ada Tester',
      },
    });
  });

  test('with a year of four digits, and a code of four where the brand has one', () => {
    const amex = { ...card, number: '378282246310005', code: '1234', expiry: '1/2030' };
    expect(readTypedCard(amex, now)).toMatchObject({ ok: true, card: { expYear: '2030' } });
  });
});

describe('before it is sent, its user is told of', () => {
  test.each([
    ['a wrong check digit', { number: '4111111111111112' }, { number: 'wrong' }],
    ['a length that the brand has not', { number: '41111111111111' }, { number: 'wrong' }],
    ['a number of no brand', { number: '9999999999999995' }, { number: 'wrong' }],
    ['a network that is not accepted', { number: '3530111333300000' }, { number: 'unaccepted' }],
    ['a code that is too long for the brand', { code: '1234' }, { code: 'wrong' }],
    ['a code of letters', { code: 'abc' }, { code: 'wrong' }],
    ['no such month', { expiry: '13/30' }, { expiry: 'wrong' }],
    ['half a year', { expiry: '12/3' }, { expiry: 'wrong' }],
    ['an expiry in 51 years', { expiry: '12/2077' }, { expiry: 'wrong' }],
    ['a zip of one character', { zip: '1' }, { zip: 'wrong' }],
    ['a name of spaces', { name: '  ' }, { name: 'missing' }],
    [
      'all that is missing',
      { number: '', expiry: '', code: '', zip: '', name: '' },
      {
        number: 'missing',
        expiry: 'missing',
        code: 'missing',
        zip: 'missing',
        name: 'missing',
      },
    ],
  ])('%s', (_, change, complaints) => {
    expect(readTypedCard({ ...card, ...change }, now)).toEqual({ ok: false, complaints });
  });
});

describe('the picture of a card', () => {
  test.each([
    ['', true, '•••• •••• •••• ••••'],
    ['4111 11', true, '4111 11•• •••• ••••'],
    ['4111 1111 1111 1111', true, '4111 1111 1111 1111'],
    ['4111 1111 1111 1111', false, '•••• •••• •••• 1111'],
    ['3782 822463 10005', false, '•••• •••••• •0005'],
    ['3782 8', true, '3782 8••••• •••••'],
  ])('of %j, typed %s, is %j', (number, isTyping, shown) => {
    expect(shownNumber(number, isTyping)).toBe(shown);
  });

  test.each([
    ['3782', true],
    ['4111', false],
    ['', false],
  ])('of %j has its code on the front: %s', (number, isFront) => {
    expect(isCodeOnFront(number)).toBe(isFront);
  });
});

test('a field is right as soon as it is, whatever the others are', () => {
  const nothing = { number: '', expiry: '', code: '', zip: '', name: '' };
  const typed = { ...nothing, number: '4111 1111 1111 1111', expiry: '1' };
  expect(isFieldRight('number', typed, now)).toBe(true);
  expect(isFieldRight('expiry', typed, now)).toBe(false);
  expect(isFieldRight('expiry', { ...typed, expiry: '12/40' }, now)).toBe(true);
});

test.each([
  '12/30',
  '1230',
  '122030',
  '12-30',
  '12 / 30',
  '12/2030 ',
  '2030-12',
  '203012',
  '2030/12',
  '\uff11\uff12/\uff13\uff10',
])('the expiry date %s is December 2030', (expiry) => {
  expect(readTypedCard({ ...card, expiry }, now)).toMatchObject({
    card: { expMonth: '12', expYear: '2030' },
  });
});

test.each(['203013', '2030', '13/30', '12/0030', '1/2/30', '12/3', 'next year', '30.12.2030'])(
  'the expiry date %s cannot be read, and is not called expired',
  (expiry) => {
    expect(readTypedCard({ ...card, expiry }, now)).toEqual({
      ok: false,
      complaints: { expiry: 'wrong' },
    });
  },
);

test('a card is good until its month has ended everywhere', () => {
  const end = Date.parse('2026-12-01T12:00:00Z');
  expect(readTypedCard(card, end - 1)).toMatchObject({ ok: true });
  expect(readTypedCard(card, end)).toEqual({ ok: false, complaints: { expiry: 'past' } });
});

test.each(pastedForms('4111111111111111'))('a card number with %s is read', (_, number) => {
  expect(readTypedCard({ ...card, number }, now)).toMatchObject({
    card: { cardNumber: '4111111111111111' },
  });
});

test.each(pastedForms('123'))('a card code with %s is read', (_, code) => {
  expect(readTypedCard({ ...card, code }, now)).toMatchObject({ card: { cardCode: '123' } });
});
