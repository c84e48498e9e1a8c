import { randomBytes } from 'node:crypto';
import { type AuthRecord, isLinked, withoutLink } from '@billhook/core/auth';
import { dayOf } from '@billhook/core/dates';
import { fail, isFailure } from '@billhook/core/errors';
import { newOwnedId } from '@billhook/core/ids';
import { ownerOf } from '@billhook/core/owner';
import { checkMethod, checkPayable, newPayment } from '@billhook/core/payment';
import { findPayingMethod, writeBeginning } from '@billhook/runtime/begin-payment';
import { paymentDeps } from '@billhook/runtime/payment-deps';
import { saveUntilDone } from '@billhook/runtime/record-link';
import { retryConflict } from '@billhook/runtime/retry-conflict';
import { linkTaskInput, runTask } from '@billhook/runtime/run-task';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { openTable } from '@billhook/runtime/table';
import { startPayBill } from '@billhook/runtime/workflows';

const table = openTable();
const auths = authStore(table);
const deps = paymentDeps(table);

export const handler = runTask('startLinkedPayment', linkTaskInput, async ({ linkId, authId }) => {
  const auth = await auths.findAny(authId);
  if (!auth || !isLinked(auth, linkId)) return { outcome: 'superseded' };
  const payment = await retryConflict(() => begin(auth, Date.now()));
  if (!isFailure(payment)) {
    const { _id: paymentId, billId, clientId } = payment;
    await startPayBill({ paymentId, billId, clientId });
  }
  // The link ends last: a crash before this begins again, and finds the bill pending.
  await saveUntilDone({ table, auths }, { authId, linkId }, withoutLink);
  const started = !isFailure(payment) || payment.failure === 'payment_pending';
  return { outcome: started ? 'started' : 'refused' };
});

async function begin(auth: AuthRecord, now: number) {
  const [only, ...others] = auth.billIds;
  const billId = auth.link?.billId ?? (others.length === 0 ? only : undefined);
  const bill = billId === undefined ? undefined : await deps.bills.find(billId, ownerOf(auth));
  if (bill?.auth._id !== auth._id) return fail('bill_not_found');
  const refusal = checkPayable(bill, { userPresent: true });
  if (refusal) return refusal;
  const method = await methodFor(auth, bill);
  if (isFailure(method)) return method;
  const paymentId = newOwnedId('pay', bill.clientId, randomBytes);
  const asked = { paymentId, payOn: dayOf(now), now };
  const payment = newPayment(bill, { ...asked, paymentIdentifier: auth.link?.paymentIdentifier });
  return writeBeginning(deps, { bill, method, payment }, now);
}

/** The method that the link names pays; else the one that would pay anyway. */
async function methodFor(auth: AuthRecord, bill: Parameters<typeof findPayingMethod>[1]) {
  const methodId = auth.link?.paymentMethodId;
  if (methodId === undefined) return findPayingMethod(deps, bill);
  const method = await deps.methods.find(methodId, ownerOf(auth));
  const refusal = checkMethod(method, bill);
  return refusal ?? method ?? fail('payment_method_required');
}
