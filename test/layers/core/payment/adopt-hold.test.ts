/** Ledgers of earlier releases. */
import { statementsOf } from '@billhook/core/payment/account-ledger';
import { adoptPaid } from '@billhook/core/payment/adopt-hold';
import { expect, test } from 'vitest';
import { billRecord, TODAY } from '../../../support/records.ts';

const statement = { dueOn: '2026-12-05' };
const unposted = { paymentId: 'pay_1', amountCents: 4_000, paidOn: TODAY, until: '2026-11-26' };
const ledger = { version: 1, unposted: [{ ...unposted, statement }], listed: [] };

test('what is shown was owed when the first payment of it was made, and what was posted before', () => {
  const adopted = adoptPaid(ledger, billRecord({}, { balanceCents: 10_000 }));
  expect(statementsOf(adopted)).toEqual([
    { ...statement, taken: [{ ...unposted, shown: { balanceCents: 10_000 } }] },
  ]);
});
