/** A reading of bills that a payment overtakes does not bring back what was owed before it. */

import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import { owedOf } from '@billhook/core/bill/bill';
import { refreshAuth } from '@billhook/runtime/links/refresh-auth';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { expect, test, vi } from 'vitest';
import {
  account,
  asShown,
  beginOne,
  company,
  fakeConnector,
  paid,
  paymentScene,
  showAnother,
} from '../../../support/payment-world.ts';
import { NOW, unnoticed } from '../../../support/records.ts';

const { runtime } = await paymentScene();

test('a bill that is paid while the company is read stays paid', async () => {
  Object.assign(company, { account, outcome: paid });
  const { payment, bill } = await beginOne(runtime);
  const auth = await runtime.auths.findAny(payment.authId);
  if (!auth) throw new Error('The auth is gone');
  const refresh = { at: new Date(NOW).toISOString() };
  await runtime.table.write([
    runtime.auths.save(...unnoticed({ ...auth, version: auth.version + 1, refresh })),
  ]);
  // Something is new, so that the reading is worth writing down.
  const before = { ...account, balanceCents: 12_000 };
  const list = vi.spyOn(fakeConnector, 'listBills').mockImplementationOnce(async () => {
    await submitPayment(runtime, payment._id, NOW);
    await settlePayment(runtime, payment._id, NOW);
    company.account = { ...account, balanceCents: 0 };
    return [before];
  });
  expect(await refreshAuth(runtime, auth._id, NOW)).toBe(true);
  const after = await runtime.bills.findAny(bill._id);
  expect(after && owedOf(after).balanceCents).toBe(0);
  expect(after?.payments).toHaveLength(1);
  // Once by the reading and once by the payment: a write that meets another reads nothing again.
  expect(list).toHaveBeenCalledTimes(2);
  expect(Date.parse((await runtime.auths.findAny(auth._id))?.refresh?.at ?? '')).toBeGreaterThan(
    NOW,
  );
});

test.each([
  ['the next statement', { balanceCents: 20_000, dueOn: '2027-01-05' }],
  ['what it showed before the payment', { balanceCents: 10_000, dueOn: account.dueOn }],
])('a payment known only days later leaves what was read since: %s', async (_, since) => {
  const shown = showAnother({ kind: 'unknown' });
  const { payment, bill } = await beginOne(runtime, asShown());
  // The session that pays reads another balance, which is nowhere but with the payment.
  company.account = { ...shown, balanceCents: 9_000 };
  expect(await submitPayment(runtime, payment._id, NOW)).toBe('unknown');
  const auth = await runtime.auths.findAny(payment.authId);
  if (!auth) throw new Error('The auth is gone');
  const refresh = { at: new Date(NOW).toISOString() };
  await runtime.table.write([
    runtime.auths.save(...unnoticed({ ...auth, version: auth.version + 1, refresh })),
  ]);
  company.account = { ...shown, ...since };
  expect(await refreshAuth(runtime, auth._id, NOW + DAY_MILLISECONDS)).toBe(true);
  vi.spyOn(fakeConnector, 'findPayment').mockResolvedValueOnce({ ...paid, amountCents: 9_000 });
  expect(await submitPayment(runtime, payment._id, NOW + 2 * DAY_MILLISECONDS)).toBe('paid');
  await settlePayment(runtime, payment._id, NOW + 2 * DAY_MILLISECONDS);
  const after = await runtime.bills.findAny(bill._id);
  expect(after?.payments).toHaveLength(1);
  expect(after?.reported).toMatchObject(since);
});
