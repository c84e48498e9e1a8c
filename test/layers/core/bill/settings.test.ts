import type { BillRecord } from '@billhook/core/bill/bill';
import { presentBill } from '@billhook/core/bill/present-bill';
import { customizeBill } from '@billhook/core/bill/settings';
import { billCompanyOf } from '@billhook/core/company/company';
import { CUSTOM_AMOUNT_OPTION } from '@billhook/core/payment/amount';
import { type Ceilings, defaultCeilings } from '@billhook/core/payment/ceilings';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { billCompany, givenCustomization, MAX_LABEL_LENGTH } from '@billhook/core/schemas/bill';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { billRecord, NOW } from '../../../support/records.ts';

const shown = (bill: ReturnType<typeof billRecord>) =>
  presentBill(bill, { partnerNow: NOW, sandbox: true });

function customized(given: object, bill = billRecord()) {
  const result = customizeBill(bill, v.parse(givenCustomization, given), defaultCeilings);
  if ('failure' in result) throw new Error(result.failure);
  return result;
}

const notAccepted = 'payment_amount_not_accepted';

/** A bill at a company that takes any amount. */
function anyAmount(balanceCents: number): BillRecord {
  const option = { type: CUSTOM_AMOUNT_OPTION, settings: { canExceedBalance: true } };
  const company = { ...billRecord().company, additionalPaymentOptions: [option] };
  return billRecord({ company }, { balanceCents });
}

describe('what a user sets on a bill', () => {
  test('is shown with it', () => {
    const all = {
      customPaymentAmount: '100',
      customLabel: 'Home',
      hidden: 'true',
      notifications: 'disabled',
    };
    const bill = customized(all);
    expect(shown(bill)).toMatchObject({
      customPaymentAmount: '100.00',
      customLabel: 'Home',
      hidden: 'true',
      settings: { notifications: 'disabled' },
    });
  });

  test.each([
    [{ hidden: true }, 'true'],
    [{ hidden: 'true' }, 'true'],
    [{ hidden: false }, 'false'],
    [{ hidden: 'false' }, 'false'],
    [{ hidden: null }, 'false'],
  ])('%j is shown as %s', (given, hidden) => {
    expect(shown(customized(given, billRecord({ hidden: true }))).hidden).toBe(hidden);
  });

  test('stays when it is left out, and goes with null', () => {
    const set = billRecord({
      customPaymentAmountCents: 500,
      customLabel: 'Home',
      hidden: true,
      notifications: 'disabled',
    });
    expect(customized({ customLabel: 'House' }, set)).toEqual({
      ...set,
      customLabel: 'House',
    });
    const nothing = { customPaymentAmount: null, customLabel: null };
    const cleared = shown(customized({ ...nothing, hidden: null, notifications: null }, set));
    expect(cleared).not.toHaveProperty('customPaymentAmount');
    expect(cleared).not.toHaveProperty('customLabel');
    expect(cleared).toMatchObject({ hidden: 'false', settings: { notifications: 'enabled' } });
  });

  test('of an amount that the company does not take is refused whole', () => {
    const given = v.parse(givenCustomization, { customPaymentAmount: '1.00', customLabel: 'x' });
    expect(customizeBill(billRecord(), given, defaultCeilings)).toEqual({
      failure: 'payment_amount_not_accepted',
    });
  });

  test.each<[string, BillRecord, string, Ceilings, string | undefined]>([
    ['the limit of a payment', anyAmount(4_000_000), '25000.00', defaultCeilings, undefined],
    ['a cent over it', anyAmount(4_000_000), '25000.01', defaultCeilings, 'amount_limit'],
    ['more, where that limit is off', anyAmount(4_000_000), '25000.01', {}, undefined],
    ['three times what is owed', anyAmount(10_000), '300.00', defaultCeilings, undefined],
    ['a cent over that', anyAmount(10_000), '300.01', defaultCeilings, 'amount_limit'],
    ['any, while nothing is owed', anyAmount(0), '300.01', defaultCeilings, undefined],
    ['what no company of its kind takes', billRecord(), '25000.01', {}, notAccepted],
    ['that, over the limit too', billRecord(), '25000.01', defaultCeilings, notAccepted],
  ])('an amount of %s', (_, bill, customPaymentAmount, ceilings, failure) => {
    const given = v.parse(givenCustomization, { customPaymentAmount });
    const result = customizeBill(bill, given, ceilings);
    expect('failure' in result ? result.failure : undefined).toBe(failure);
  });

  const longest = 'x'.repeat(MAX_LABEL_LENGTH);

  test.each([
    ['nothing', {}],
    ['nothing that is known', { label: 'x' }],
    ['an amount that is no money', { customPaymentAmount: 'ten' }],
    ['an amount of three digits behind the point', { customPaymentAmount: '1.005' }],
    ['an amount as a number', { customPaymentAmount: 5 }],
    ['no cent', { customPaymentAmount: '0.00' }],
    ['less than nothing', { customPaymentAmount: '-1.00' }],
    ['an empty label', { customLabel: '' }],
    ['a blank label', { customLabel: '  ' }],
    ['a label too long by one', { customLabel: `${longest}x` }],
    ['another text for hidden', { hidden: 'yes' }],
    ['another text for notifications', { notifications: 'on' }],
  ])('is refused as %s', (_, given) => {
    expect(v.safeParse(givenCustomization, given).success).toBe(false);
  });

  test.each([
    ['the smallest amount', { customPaymentAmount: '0.01' }],
    ['the longest label', { customLabel: longest }],
  ])('is taken as %s', (_, given) => {
    expect(v.safeParse(givenCustomization, given).success).toBe(true);
  });
});

describe('the fees of a company', () => {
  const charging = sandboxCompanies.filter(({ fees }) => fees !== undefined);

  test.each(charging.map((one) => [one.name, one] as const))(
    'of %s are shown with its bills as they are',
    (_, company) => {
      const parsed = v.parse(billCompany, billCompanyOf(company));
      expect(parsed.fees).toEqual(company.fees);
    },
  );

  test.each([
    ['a bank account', { ach: { rate: 1.5, percentage: false } }],
    [
      'american express',
      { cards: { 'american express': { credit: { rate: 3.25, percentage: true } } } },
    ],
    ['amex, as some spell it', { cards: { amex: { credit: { rate: 2.9, percentage: true } } } }],
    ['a debit card', { cards: { visa: { debit: { rate: 0.99, percentage: false } } } }],
  ])('for %s stand among those of some company', (_, fees) => {
    expect(charging.map((one) => one.fees)).toContainEqual(expect.objectContaining(shape(fees)));
  });
});

/** The fees with each brand within a map that may hold others. */
function shape(fees: { ach?: object; cards?: object }) {
  return {
    ...(fees.ach && { ach: fees.ach }),
    ...(fees.cards && {
      cards: expect.objectContaining(
        Object.fromEntries(
          Object.entries(fees.cards).map(([brand, surcharges]) => [
            brand,
            expect.objectContaining(surcharges),
          ]),
        ),
      ),
    }),
  };
}
