import { isRootId } from '@billhook/core/base/ids';
import { categories } from '@billhook/core/company/categories';
import { billCompanyOf, companySummaryOf, presentCompany } from '@billhook/core/company/company';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { billCompany } from '@billhook/core/schemas/bill';
import { company, companySummary } from '@billhook/core/schemas/company';
import { scheduleValues } from '@billhook/core/schemas/schedule';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

const testNames = [
  'Regular Company 1',
  'Regular Company 2',
  'Regular Company 3',
  'Regular Company 4',
  'Regular Company 5',
  'MFA Company 1',
  'MFA Company 2',
];
const isTest = ({ name }: { readonly name: string }) => testNames.includes(name);
const dedicated = sandboxCompanies.filter(isTest);
const invented = sandboxCompanies.filter((record) => !isTest(record));
const some = (holds: (record: (typeof invented)[number]) => boolean) => invented.some(holds);

describe('the dedicated test companies', () => {
  test('are seven', () => {
    expect(dedicated.map(({ name }) => name)).toEqual(testNames);
  });

  test.each(dedicated)('$name takes three texts and does everything', (record) => {
    expect(record.auth.loginFields.map(({ name, formType }) => [name, formType])).toEqual([
      ['balance', 'text'],
      ['dueDate', 'text'],
      ['status', 'text'],
    ]);
    expect(record.status).toBe('operational');
    expect(record.products).toEqual(['bill', 'payment', 'swap']);
    expect(record.requiredPayment).toBeUndefined();
    expect(record.userPresenceRequired).toBe(record.name.startsWith('MFA'));
    expect(record.subscription).toBe(record.name === 'Regular Company 5');
  });
});

describe('every company of the sandbox', () => {
  test('has an id and a name of its own', () => {
    expect(new Set(sandboxCompanies.map(({ _id }) => _id)).size).toBe(sandboxCompanies.length);
    expect(new Set(sandboxCompanies.map(({ name }) => name)).size).toBe(sandboxCompanies.length);
  });

  test.each(sandboxCompanies)('$name fits the interface', (record) => {
    expect(isRootId('co', record._id)).toBe(true);
    const shown = presentCompany(record);
    expect(v.parse(company, shown)).toEqual(shown);
    expect(v.parse(billCompany, billCompanyOf(record))).toEqual(billCompanyOf(record));
    expect(v.parse(companySummary, companySummaryOf(record))).toEqual(companySummaryOf(record));
  });

  test.each(sandboxCompanies)('$name keeps inside what is inside', (record) => {
    const shown = presentCompany(record);
    expect(shown).not.toHaveProperty('sandbox');
    expect(shown).not.toHaveProperty('connector');
    expect(shown).not.toHaveProperty('subscription');
  });

  test.each(sandboxCompanies)('$name can only be reached under `.example`', (record) => {
    const { urls } = record.auth;
    const addresses = [record.logo.url, record.logo.svg?.url, ...Object.values(urls)];
    for (const address of addresses) {
      if (address) expect(new URL(address).hostname).toMatch(/\.example$/);
    }
  });

  test.each(sandboxCompanies)('$name is in known categories', (record) => {
    const types: readonly string[] = categories.map(({ type }) => type);
    expect(record.categories.length).toBeGreaterThan(0);
    expect(types).toEqual(expect.arrayContaining(record.categories));
  });

  test.each(sandboxCompanies)('$name accepts the method that it requires', (record) => {
    if (record.requiredPayment) expect(record.acceptedMethods).toEqual([record.requiredPayment]);
    else expect(record.acceptedMethods.length).toBeGreaterThan(0);
  });
});

describe('the invented companies', () => {
  test('are at least 65, in all categories', () => {
    expect(invented.length).toBeGreaterThanOrEqual(65);
    expect(new Set(invented.flatMap((record) => record.categories))).toEqual(
      new Set(categories.map(({ type }) => type)),
    );
  });

  test('are in several states', () => {
    expect(new Set(invented.map(({ geo }) => geo?.stateShort)).size).toBeGreaterThan(5);
  });

  test.each(scheduleValues)('include one that follows the schedule %s', (schedule) => {
    expect(some((record) => record.schedule === schedule)).toBe(true);
  });

  test.each([
    ['a white SVG logo', (one) => one.logo.svg !== undefined],
    ['a logo on white', (one) => !one.logo.svg && !one.logo.background],
    ['a logo as background', (one) => !one.logo.svg && one.logo.background],
    ['a place', (one) => one.geo !== undefined],
    ['no place', (one) => one.geo === undefined],
    ['a flat bank fee', (one) => one.fees?.ach?.percentage === false],
    ['a bank fee in percent', (one) => one.fees?.ach?.percentage === true],
    ['a credit card fee', (one) => one.fees?.cards?.visa?.credit !== undefined],
    ['a debit card fee', (one) => one.fees?.cards?.visa?.debit !== undefined],
    ['the spelling american express', (one) => 'american express' in (one.fees?.cards ?? {})],
    ['the spelling amex', (one) => 'amex' in (one.fees?.cards ?? {})],
    ['required bank payment', (one) => one.requiredPayment === 'bank'],
    ['required card payment', (one) => one.requiredPayment === 'card'],
    ['maintenance', (one) => one.status === 'maintenance'],
    ['required user presence', (one) => one.userPresenceRequired],
    [
      'amounts beyond the balance',
      (one) => one.additionalPaymentOptions?.[0]?.settings.canExceedBalance === true,
    ],
    [
      'amounts up to the balance',
      (one) => one.additionalPaymentOptions?.[0]?.settings.canExceedBalance === false,
    ],
    ['a subscription', (one) => one.subscription],
    ['a username', (one) => one.auth.loginFields[0]?.name === 'username'],
    ['an email', (one) => one.auth.loginFields[0]?.name === 'email'],
    ['a third login field', (one) => one.auth.loginFields.length > 2],
    ['no sign-up page', (one) => one.auth.urls.signup === null],
    ['no swaps', (one) => !one.products.includes('swap')],
    ['two bills', (one) => one.sandbox.bills === 'two'],
    ['card bills', (one) => one.sandbox.bills === 'card'],
    ['loan bills', (one) => one.sandbox.bills === 'loan'],
    ['no bill yet', (one) => one.sandbox.bills === 'none'],
    ['autopay by the client', (one) => one.sandbox.autopay === 'set-by-client'],
    ['autopay by the company', (one) => one.sandbox.autopay === 'set-by-company'],
  ] satisfies [string, (record: (typeof invented)[number]) => boolean][])(
    'include one with %s',
    (_, holds) => {
      expect(some(holds)).toBe(true);
    },
  );
});

test('categories have types of their own', () => {
  expect(new Set(categories.map(({ type }) => type)).size).toBe(categories.length);
});
