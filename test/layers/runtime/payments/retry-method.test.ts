import { randomBytes } from 'node:crypto';
import { newOwnedId } from '@billhook/core/base/ids';
/** The payment that a retry begins tells of the session that it was asked for in. */
import type { BillRecord } from '@billhook/core/bill/bill';
import type { EventRecord } from '@billhook/core/events/event';
import { amountPlanned } from '@billhook/core/payment/agreed-amount';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { ledgerAfterReturn, returnBill } from '@billhook/core/payment/returned';
import { newPayment } from '@billhook/core/payment/transitions';
import { beginRetry } from '@billhook/runtime/payments/retry-method';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { beforeEach, expect, test, vi } from 'vitest';
import { memoryTable } from '../../../support/memory-table.ts';
import {
  billRecord,
  changedPayment,
  clientId,
  methodRecord,
  NOW,
  TODAY,
  unnoticed,
} from '../../../support/records.ts';

beforeEach(() => void vi.stubEnv('STAGE', 'sandbox'));

test.each([
  [{ sessionId: 'session-1' }, 'session-1'],
  [{}, undefined],
])('a retry asked for with %j', async (asked, sessionId) => {
  const runtime = openStores({ table: memoryTable(), random: randomBytes });
  const method = methodRecord({ status: 'declined', declines: 1 });
  const bill = billRecord({ declinedMethodId: method._id });
  await runtime.table.write([
    runtime.methods.save(...unnoticed(method)),
    runtime.bills.save(...unnoticed(bill)),
  ]);
  const begun = await beginRetry(runtime, method, NOW, asked);
  expect(begun).toMatchObject({ status: 'pending' });
  const log = { partition: clientId, prefix: 'event#' };
  const { items } = await runtime.table.query<EventRecord>(log);
  const planned = items.find(({ type }) => type === 'bill.payment.scheduled');
  expect(planned).toMatchObject({ identifier: 'user-1' });
  expect(planned?.sessionId).toBe(sessionId);
});

test.each([
  ['what was chosen for the payment that was declined', 'declined', { chosenCents: 3_000 }],
  ['what was chosen for the payment that was returned', 'returned', { chosenCents: 3_000 }],
  ['the most that the payment was allowed to be', 'declined', { maxCents: 3_000 }],
  ['the most that the returned payment was allowed to be', 'returned', { maxCents: 3_000 }],
] as const)('%s is charged again, and no more', async (_what, status, limits) => {
  const runtime = openStores({ table: memoryTable(), random: randomBytes });
  const method = methodRecord({ status: 'declined', declines: 1 });
  const _id = newOwnedId('pay', clientId, randomBytes);
  const asked = { paymentId: _id, payOn: TODAY, partnerNow: NOW, ...limits };
  const open = billRecord();
  const before = changedPayment(newPayment(open, asked), { status });
  const bill = { ...open, declinedMethodId: method._id, newestPaymentId: _id };
  await runtime.table.write([
    runtime.methods.save(...unnoticed(method)),
    runtime.bills.save(...unnoticed(bill)),
    runtime.payments.save(...unnoticed(before)),
  ]);
  const begun = await beginRetry(runtime, method, NOW, {});
  expect(begun).toMatchObject({ agreed: { cents: 3_000, ...limits } });
});

test.each([
  ['what was agreed to is charged', {}],
  ['what was asked for is charged of what nobody ordered', { automatic: true }],
  ['what was agreed to last is charged, where its payment was given up', { status: 'cancelled' }],
] as const)('of a statement that rose since: %s', async (_what, more) => {
  const runtime = openStores({ table: memoryTable(), random: randomBytes });
  const method = methodRecord({ status: 'declined', declines: 1 });
  const _id = newOwnedId('pay', clientId, randomBytes);
  const open = billRecord({}, { balanceCents: 5_000 });
  const asked = { paymentId: _id, payOn: TODAY, partnerNow: NOW, ...('automatic' in more && more) };
  const begun = changedPayment(newPayment(open, asked), {
    ...{ status: 'declined' as const, methodId: method._id, amountCents: 5_000 },
    statement: { accountFingerprint: open.accountFingerprint, dueOn: '2026-12-05' },
    promised: { cents: 5_000, feeCents: 150 },
    ...more,
  });
  const shown = billRecord({}, { balanceCents: 8_000 });
  const bill = { ...shown, declinedMethodId: method._id, newestPaymentId: _id };
  await runtime.table.write([
    runtime.methods.save(...unnoticed(method)),
    runtime.bills.save(...unnoticed(bill)),
    runtime.payments.save(...unnoticed(begun)),
  ]);
  const retried = (await beginRetry(runtime, method, NOW, {})) as PaymentRecord;
  expect(retried).toMatchObject({ status: 'pending', promised: begun.promised });
  const waiting = { reason: 'more-owed', seenCents: 5_000, owedCents: 8_000 };
  expect(amountPlanned(retried, bill, NOW)).toEqual(waiting);
  const additionalPaymentOptions: BillRecord['company']['additionalPaymentOptions'] = [
    { type: 'custom-payment-amount', settings: { canExceedBalance: false } },
  ];
  const parts = { ...bill, company: { ...bill.company, additionalPaymentOptions } };
  expect(amountPlanned(retried, parts, NOW)).toBe(5_000);
});

test('a payment that was returned after another one was made is charged again as it was chosen', async () => {
  const runtime = openStores({ table: memoryTable(), random: randomBytes });
  const method = methodRecord();
  const [older, newer] = [0, 1].map(() => newOwnedId('pay', clientId, randomBytes)) as [
    string,
    string,
  ];
  const open = billRecord();
  const asked = { payOn: TODAY, partnerNow: NOW, chosenCents: 3_000 };
  const first = newPayment(open, { paymentId: older, ...asked });
  const statement = { accountFingerprint: 'a', dueOn: open.reported.dueOn ?? '' };
  const paid = changedPayment<'settled'>(first, {
    status: 'paid',
    methodId: method._id,
    statement,
  });
  const ledger = ledgerAfterReturn(undefined, paid);
  const standing = { ...open, newestPaymentId: newer };
  const bill = { ...returnBill(standing, paid, { ledger, today: TODAY }), version: 1 };
  const declined = { ...method, status: 'declined' as const, declines: 1 };
  await runtime.table.write([
    runtime.methods.save(...unnoticed(declined)),
    runtime.bills.save(...unnoticed(bill)),
    runtime.payments.save(...unnoticed(changedPayment(paid, { status: 'returned' }))),
    runtime.payments.save(...unnoticed(newPayment(open, { paymentId: newer, ...asked }))),
  ]);
  const begun = await beginRetry(runtime, declined, NOW, {});
  expect(begun).toMatchObject({ agreed: { cents: 3_000, chosenCents: 3_000 } });
  // Once it has begun, the bill goes by its newest payment again.
  expect(await runtime.bills.findAny(bill._id)).not.toHaveProperty('declinedPaymentId');
});
