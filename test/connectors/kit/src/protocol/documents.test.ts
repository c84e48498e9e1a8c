import { billsResult } from '@billhook/connector-kit/protocol/bills';
import { companiesPage } from '@billhook/connector-kit/protocol/directory';
import { plainText } from '@billhook/connector-kit/protocol/fields';
import { checkForm, loginOf } from '@billhook/connector-kit/protocol/forms';
import { manifest } from '@billhook/connector-kit/protocol/manifest';
import { pathOf } from '@billhook/connector-kit/protocol/operations';
import { payResult } from '@billhook/connector-kit/protocol/payments';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { createAuthor } from '../../../../../connectors/kit/template/connector.ts';
import { fullManifest } from '../../../support/good-connector.ts';

const page = v.parse(companiesPage, await createAuthor().companies(undefined, undefined));
const [first] = page.companies;
if (!first || !('login' in first)) throw new Error('The template has no company');
const row = first;

function isRow(changed: object): boolean {
  return v.is(companiesPage, { ...page, companies: [{ ...row, ...changed }] });
}

describe('Text that people read', () => {
  test.each([
    ['Example Power & Gas', true],
    ['Müller’s 電力', true],
    ['a'.repeat(200), true],
    ['a'.repeat(201), false],
    ['', false],
    ['two\nlines', false],
    ['tab\there', false],
    ['right to left \u202e', false],
    ['no width \u200b', false],
    ['see https://power.example', false],
    ['see WWW.power.example', false],
  ])('%j is taken: %s', (text, taken) => {
    expect(v.is(plainText(), text)).toBe(taken);
  });
});

describe('A row of the directory', () => {
  test.each([
    ['as the template has it', {}, true],
    ['with a link elsewhere', { links: { login: 'https://www.other.example/login' } }, false],
    [
      'with a link that is not https',
      { links: { login: 'http://www.power.example/login' } },
      false,
    ],
    ['with a logo elsewhere', { logo: 'https://cdn.example/logo.png' }, false],
    ['with a logo on its host', { logo: 'https://www.power.example/logo.png' }, true],
    [
      'with a password in its identity',
      { login: { ...row.login, identifiedBy: ['password'] } },
      false,
    ],
    [
      'with an unknown field in its identity',
      { login: { ...row.login, identifiedBy: ['x'] } },
      false,
    ],
    ['in another currency', { currency: 'EUR' }, false],
    [
      'with a regular expression',
      {
        login: {
          ...row.login,
          fields: [{ ...row.login.fields[0], characters: { pattern: '.*' } }],
        },
      },
      false,
    ],
  ])('%s: %j is taken: %s', (_, changed, taken) => {
    expect(isRow(changed)).toBe(taken);
  });
});

describe('A login form', () => {
  const field = { name: 'f', label: 'F', kind: 'text' as const, minLength: 2, maxLength: 4 };
  const check = (characters: unknown, value: string | undefined) => {
    const login = { fields: [{ ...field, characters: characters as 'any' }], identifiedBy: [] };
    return checkForm({ login }, value === undefined ? {} : { f: value }).map(({ code }) => code);
  };

  test.each([
    ['any', undefined, ['required']],
    ['any', '', ['required']],
    ['any', 'a', ['too_short']],
    ['any', 'ab', []],
    ['any', 'abcd', []],
    ['any', 'abcde', ['too_long']],
    ['any', '🔑🔑', []],
    ['digits', '12', []],
    ['digits', '1a', ['characters']],
    ['digits', '١٢', ['characters']],
    ['letters', 'äb', []],
    ['letters', 'a1', ['characters']],
    ['letters-digits', 'a1', []],
    ['letters-digits', 'a-', ['characters']],
    ['phone', '+1 2', []],
    ['phone', '+1a', ['characters']],
    ['email', 'a@b', ['characters']],
    [{ of: 'AB-' }, 'A-B', []],
    [{ of: 'AB-' }, 'A-C', ['characters']],
  ])('that takes %j says of %j: %j', (characters, value, codes) => {
    expect(check(characters, value)).toEqual(codes);
  });

  test('has no fields but its own, not even inherited ones', () => {
    expect(checkForm(row, { username: 'a', password: 'b', more: 'c' })).toEqual([
      { field: 'more', code: 'unknown_field' },
    ]);
    const login = {
      fields: [{ ...field, name: 'toString', characters: 'any' as const }],
      identifiedBy: [],
    };
    expect(checkForm({ login }, {})).toEqual([{ field: 'toString', code: 'required' }]);
  });

  test('is told from others by its open fields', () => {
    expect(loginOf(row, { username: ' Ada ', password: 'x' })).toBe(
      loginOf(row, { username: 'ada' }),
    );
    expect(loginOf(row, { username: 'ada' })).not.toBe(loginOf(row, { username: 'eve' }));
    expect(loginOf({ login: { ...row.login, identifiedBy: [] } }, { username: 'ada' })).toBe('');
  });
});

describe('Results', () => {
  const bill = { accountKey: 'a', currency: 'USD', autopay: 'disabled', autopaySource: 'unknown' };

  const listed = { amountCents: 100, paidOn: '2026-02-28' };

  test.each([
    [[bill], true],
    [[bill, bill], false],
    [[{ ...bill, balanceCents: 10.5 }], false],
    [[{ ...bill, balanceCents: -1 }], false],
    [[{ ...bill, balanceCents: 10_000_000_000 }], true],
    [[{ ...bill, balanceCents: 10_000_000_001 }], false],
    [[{ ...bill, dueOn: '2026-02-30' }], false],
    [[{ ...bill, later: true }], true],
    [[{ ...bill, recentPayments: [] }], true],
    [[{ ...bill, recentPayments: [listed] }], true],
    [[{ ...bill, recentPayments: [{ ...listed, posted: true }] }], true],
    [[{ ...bill, recentPayments: [{ ...listed, posted: false }] }], false],
    [[{ ...bill, recentPayments: [{ ...listed, paidOn: '2026-02-30' }] }], false],
  ])('bills %j are taken: %s', (bills, taken) => {
    expect(v.is(billsResult, { kind: 'bills', bills })).toBe(taken);
  });

  test.each([
    [{ kind: 'paid', amount: { cents: 1, currency: 'USD' }, paidAt: '2027-01-31T12:00:00Z' }, true],
    [
      { kind: 'paid', amount: { cents: 1, currency: 'EUR' }, paidAt: '2027-01-31T12:00:00Z' },
      false,
    ],
    [{ kind: 'paid', amount: { cents: 1, currency: 'USD' }, paidAt: 'yesterday' }, false],
    [{ kind: 'paid' }, false],
    [{ kind: 'settled' }, false],
    [{ kind: 'not-known' }, false],
    [{ kind: 'unknown' }, true],
  ])('%j is the result of a payment: %s', (result, taken) => {
    expect(v.is(payResult, result)).toBe(taken);
  });
});

test('The manifest of the template is one', () => {
  expect(v.is(manifest, fullManifest())).toBe(true);
});

test.each([
  [{}, {}],
  [
    { billsEvery: 'week', showsPayments: false },
    { billsEvery: 'week', showsPayments: false },
  ],
  [{ showsPayments: true }, { showsPayments: true }],
  // A later protocol may have more of them.
  [{ billsEvery: 'day' }, { billsEvery: undefined }],
])('Of a manifest or row that says %j, %j counts', (said, counts) => {
  const full = fullManifest();
  const given = { ...full, capabilities: { ...full.capabilities, ...said } };
  expect(v.parse(manifest, given).capabilities).toEqual({ ...full.capabilities, ...counts });
  const rows = [{ ...row, capabilities: said }];
  expect(v.parse(companiesPage, { ...page, companies: rows }).companies).toEqual([
    { ...row, capabilities: counts },
  ]);
});

test('A path has its parts filled in', () => {
  expect(pathOf('pay', { payment: 'a/b', submission: 1 })).toBe('/v1/payments/a%2Fb/submissions/1');
  expect(() => pathOf('pay', { payment: 'a' })).toThrow('submission');
});
