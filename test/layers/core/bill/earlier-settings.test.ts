import { isFailure } from '@billhook/core/base/errors';
import type { BillRecord, StoredBill } from '@billhook/core/bill/bill';
import {
  asUnset,
  type EarlierRecord,
  keepSettings,
  withEarlier,
} from '@billhook/core/bill/earlier-settings';
import { presentBill } from '@billhook/core/bill/present-bill';
import { changeBillSettings, customizeBill } from '@billhook/core/bill/settings';
import { isSkipped } from '@billhook/core/bill/statements';
import { impliedConsent, partnerConsent } from '@billhook/core/consent/consent';
import { amountToPay } from '@billhook/core/payment/amount';
import { automaticAmount } from '@billhook/core/payment/bound';
import { assignMethod } from '@billhook/core/payment/method-assignment';
import { describe, expect, test } from 'vitest';
import { billRecord, changedBill, methodRecord, NOW } from '../../../support/records.ts';

const account = billRecord().accountFingerprint;
const agreed = { by: 'user', at: '', textHash: 'a'.repeat(64) } as const;
const off = { recurring: 'disabled', consent: undefined } as const;
const on = { recurring: 'enabled', consent: impliedConsent(NOW) } as const;

/** Unlinked as `before`, and linked again as `now`. */
const relinked = (before: Partial<BillRecord>, now: Partial<BillRecord> = on): BillRecord => {
  const record = keepSettings(undefined, [billRecord(before)], NOW);
  return withEarlier(billRecord(now), record?.accounts[account]);
};
const shown = (bill: BillRecord) => presentBill(bill, { partnerNow: NOW, sandbox: true });
const chargeOf = (bill: BillRecord, balanceCents = 10_000) => amountToPay(bill, { balanceCents });

describe('Of an account that is linked again', () => {
  test.each<[string, Partial<BillRecord>]>([
    ['recurring payments that were off', off],
    ['a cycle that was skipped', { skippedDueOn: '2026-12-05' }],
    ['that it is hidden', { hidden: true }],
    ['that it gives no notices', { notifications: 'disabled' }],
    ['its label', { customLabel: 'Summer house' }],
  ])('%s: stays', (_what, set) => {
    expect(relinked(set)).toMatchObject(set);
  });

  test('nothing is paid that its user had stopped', () => {
    expect(shown(relinked(off))).not.toHaveProperty('payDate');
    expect(shown(relinked({ skippedDueOn: '2026-12-05' }))).not.toHaveProperty('payDate');
    expect(shown(relinked({}))).toHaveProperty('payDate');
  });

  test('a lower amount is what is paid, also once more is owed', () => {
    const bill = relinked({ customPaymentAmountCents: 4_000 });
    expect(chargeOf(bill)).toBe(4_000);
    expect(shown(bill)).toMatchObject({ customPaymentAmount: '40.00' });
    expect(shown(bill).settings).not.toHaveProperty('offered');
    const { reported } = bill;
    const paid = { ...bill, reported: { ...reported, balanceCents: 0 } };
    expect(chargeOf(paid, 9_000)).toBe(4_000);
  });

  test('a cycle is skipped also when its due date has moved', () => {
    const record = keepSettings(undefined, [billRecord({ skippedDueOn: '2026-12-05' })], NOW);
    const kept = record?.accounts[account];
    const again = (dueOn: string) => withEarlier(billRecord({}, { dueOn }), kept);
    expect(again('2026-12-07').skippedDueOn).toBe('2026-12-07');
    expect(isSkipped(again('2026-12-07'))).toBe(true);
    expect(isSkipped(again('2027-01-05'))).toBe(false);
    // An earlier release kept the last one alone.
    const { skips, ...older } = kept ?? { mark: '' };
    const before = { ...older, skipped: skips?.[0] };
    expect(isSkipped(withEarlier(billRecord({}, { dueOn: '2026-12-07' }), before))).toBe(true);
  });

  test('a lower amount that was paid is not paid again', () => {
    // The account's ledger knows of it, whichever link paid.
    const account = { takenCents: 4_000, unproven: [] };
    const bill = { ...relinked({ customPaymentAmountCents: 4_000 }), account };
    expect(shown(bill)).not.toHaveProperty('payDate');
    expect(automaticAmount(bill)).toBe(0);
  });

  test('a higher amount is offered, and the balance is what is paid', () => {
    const bill = relinked({ customPaymentAmountCents: 40_000 });
    expect(chargeOf(bill)).toBe(10_000);
    expect(shown(bill)).not.toHaveProperty('customPaymentAmount');
    expect(shown(bill).settings.offered).toEqual({ customPaymentAmount: '400.00' });
    const chosen = customizeBill(bill, { customPaymentAmount: null }, {}) as BillRecord;
    expect(shown(chosen).settings).not.toHaveProperty('offered');
    expect(chargeOf(chosen)).toBe(10_000);
  });

  test('a method is offered, and not assigned', () => {
    const method = methodRecord();
    const bill = relinked({ methodId: method._id });
    expect(bill.methodId).toBeUndefined();
    expect(shown(bill).settings.offered).toEqual({ paymentMethodId: method._id });
    const assigned = assignMethod(bill, method, undefined);
    if (isFailure(assigned)) throw new Error(assigned.failure);
    expect(shown(assigned.bill).settings).not.toHaveProperty('offered');
  });

  test('recurring payments are offered where they do not begin', () => {
    const bill = relinked({ consent: agreed }, off);
    expect(bill.recurring).toBe('disabled');
    expect(shown(bill).settings.offered).toEqual({ recurring: 'enabled' });
    const enabled = changeBillSettings(bill, { recurring: 'enabled' }, agreed) as BillRecord;
    expect(shown(enabled).settings).not.toHaveProperty('offered');
    const declined = changeBillSettings(bill, { recurring: 'disabled' }) as BillRecord;
    expect(shown(declined).settings).not.toHaveProperty('offered');
    expect(shown(relinked({ consent: agreed })).settings).not.toHaveProperty('offered');
  });

  test('recurring payments begin where its user agrees to them now', () => {
    expect(relinked(off, { consent: agreed }).recurring).toBe('enabled');
    expect(relinked(off, { consent: partnerConsent(NOW) }).recurring).toBe('disabled');
    expect(relinked(off, { subscription: true }).recurring).toBe('enabled');
  });

  test('what was never set is not kept', () => {
    expect(keepSettings(undefined, [billRecord()], NOW)).toBeUndefined();
  });
});

/** Linked, set and unlinked again and again. */
function unlink(standing: EarlierRecord | undefined, bill: BillRecord, later = 0) {
  return keepSettings(standing, [bill], NOW + later) ?? standing;
}
const keptOf = (record: EarlierRecord | undefined) => record?.accounts[account];
const linkWith = (record: EarlierRecord | undefined, change: Partial<StoredBill> = {}) =>
  changedBill(withEarlier(billRecord(), keptOf(record)), change);

describe('What is kept of an account', () => {
  test('is taken back by its user once it is linked again', () => {
    const first = unlink(undefined, billRecord({ ...off, hidden: true }));
    const again = linkWith(first, { recurring: 'enabled', consent: agreed, hidden: false });
    expect(keptOf(unlink(first, again))).toMatchObject({ recurring: 'enabled', hidden: undefined });
    const nothing = linkWith(first, { ...on, hidden: false });
    expect(keptOf(unlink(first, nothing))).toBeUndefined();
  });

  test('outlives another link that nobody has set anything of', () => {
    const first = unlink(undefined, billRecord({ ...off, customPaymentAmountCents: 500 }));
    const second = unlink(first, linkWith(first));
    expect(keptOf(second)).toMatchObject({ recurring: 'disabled', amountCents: 500 });
  });

  test('is the stricter of two links that stood beside each other', () => {
    const one = billRecord({ ...off, customPaymentAmountCents: 900, hidden: true });
    const other = billRecord({ consent: agreed, customPaymentAmountCents: 700, methodId: 'pm_1' });
    const kept = keptOf(unlink(unlink(undefined, one), other, 1));
    const stricter = { recurring: 'disabled', amountCents: 700, hidden: true, methodId: 'pm_1' };
    expect(kept).toMatchObject(stricter);
    expect(keptOf(unlink(unlink(undefined, other), one, 1))).toMatchObject({
      ...{ recurring: 'disabled', amountCents: 700, hidden: true },
    });
  });

  test('ends after 400 days, and is of 60 accounts at a company', () => {
    const bills = Array.from({ length: 61 }, (_, index) =>
      billRecord({ ...off, accountFingerprint: `account ${index}` }),
    );
    const record = keepSettings(undefined, bills, NOW);
    expect(record?.expiresAt).toBe(NOW / 1000 + 400 * 24 * 60 * 60);
    const known = Object.keys(record?.accounts ?? {});
    expect(known).toHaveLength(60);
    expect(known).not.toContain('account 0');
  });
});

test('A bill that outlived its link for a payment begins as one that is linked anew', () => {
  const set = { ...off, hidden: true, customLabel: 'Mine', schedule: 'immediately' as const };
  const bill = billRecord({ ...set, customPaymentAmountCents: 99, pendingPaymentId: 'pay_1' });
  expect(asUnset(bill)).toMatchObject({
    ...{ hidden: false, customLabel: undefined, schedule: undefined, pendingPaymentId: 'pay_1' },
    customPaymentAmountCents: undefined,
  });
});
