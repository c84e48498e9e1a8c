/** A reading of bills that a payment overtakes does not bring back what was owed before it. */

import { refreshAuth } from '@billhook/runtime/links/refresh-auth';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { type SubmitDeps, submitPayment } from '@billhook/runtime/payments/submit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  account,
  beginOne,
  closePaymentWorld,
  company,
  fakeConnector,
  openPaymentWorld,
  paid,
} from '../../../support/payment-world.ts';
import { NOW, unnoticed } from '../../../support/records.ts';

vi.mock('../../../../layers/runtime/companies/connectors.ts', () => ({
  connectorOf: () => fakeConnector,
}));

let deps: SubmitDeps;

beforeAll(async () => {
  ({ deps } = await openPaymentWorld());
});
afterAll(closePaymentWorld);

test('a bill that is paid while the company is read stays paid', async () => {
  Object.assign(company, { account, outcome: paid });
  const { payment, bill } = await beginOne(deps);
  const auth = await deps.auths.findAny(payment.authId);
  if (!auth) throw new Error('The auth is gone');
  const refreshAt = new Date(NOW).toISOString();
  await deps.table.write([
    deps.auths.save(...unnoticed({ ...auth, version: auth.version + 1, refreshAt })),
  ]);
  // Something is new, so that the reading is worth writing down.
  const before = { ...account, balanceCents: 12_000 };
  vi.spyOn(fakeConnector, 'listBills').mockImplementationOnce(async () => {
    await submitPayment(deps, payment._id, NOW);
    await settlePayment(deps, payment._id, NOW);
    company.account = { ...account, balanceCents: 0 };
    return [before];
  });
  expect(await refreshAuth(deps, auth._id, NOW)).toBe(true);
  const after = await deps.bills.findAny(bill._id);
  expect(after).toMatchObject({ reported: { balanceCents: 0 }, payments: [{}] });
  expect(Date.parse((await deps.auths.findAny(auth._id))?.refreshAt ?? '')).toBeGreaterThan(NOW);
});
