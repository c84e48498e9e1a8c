/** Settling a payment: its row, bill, method, statement and, when held, its auth, all at once. */
import { type AuthRecord, type Hold, presentAuth, recordHold } from '@billhook/core/auth';
import type { BillRecord } from '@billhook/core/bill';
import type { PaymentOutcome } from '@billhook/core/connector';
import { instantText } from '@billhook/core/dates';
import { isFailure } from '@billhook/core/errors';
import { dueAttributes } from '@billhook/core/keys';
import {
  type PaymentRecord,
  type PaymentStatus,
  settleBill,
  settleMethod,
  settlePayment as settleRecord,
} from '@billhook/core/payment';
import type { PaymentMethodRecord } from '@billhook/core/payment-method';
import { countDecline } from './limit-client.ts';
import { removeMethod, withoutMethod } from './remove-method.ts';
import { conflict, retryConflict } from './retry-conflict.ts';
import { beginRetry } from './retry-method.ts';
import type { SubmitDeps } from './submit-payment.ts';
import type { Write } from './table.ts';

/** When an unknown outcome is asked about again. */
const ASK_AGAIN_MILLISECONDS = 60 * 60 * 1000;

type KnownOutcome = Exclude<PaymentOutcome, { readonly kind: 'unknown' }>;
type Settled = PaymentStatus | 'unknown';

export async function settlePayment(
  deps: SubmitDeps,
  paymentId: string,
  now: number,
): Promise<Settled> {
  let retried: PaymentMethodRecord | undefined;
  const result = await retryConflict<Settled>(async () => {
    const payment = await deps.payments.findAny(paymentId);
    if (!payment) throw new Error('A payment in flight is gone');
    if (payment.status !== 'pending') return payment.status;
    const { outcome } = payment;
    if (!outcome || outcome.kind === 'unknown') return postpone(deps, payment, now);
    const method = await deps.methods.findAny(payment.methodId ?? '');
    retried = method?.status === 'pending' && outcome.kind === 'paid' ? method : undefined;
    const written = await deps.table.write([
      ...(await planSettlement(deps, payment, outcome, method)),
      ...(outcome.kind === 'declined'
        ? [await countDecline(deps.table, payment.clientId, now)]
        : []),
    ]);
    return written === 'written' ? outcome.kind : conflict;
  });
  if (isFailure(result)) throw new Error('A payment could not be settled');
  if (retried) await goOnRetrying(deps, retried._id, now);
  return result;
}

/** Not known is never 'failed': the bill stays pending, and the sweep has it asked again. */
async function postpone(
  { table, payments }: SubmitDeps,
  payment: PaymentRecord,
  now: number,
): Promise<Settled | typeof conflict> {
  const due = dueAttributes('payment', payment._id, instantText(now + ASK_AGAIN_MILLISECONDS));
  const waiting = { ...payment, version: payment.version + 1, ...due };
  return (await table.write([payments.save(waiting)])) === 'written' ? 'unknown' : conflict;
}

async function planSettlement(
  deps: SubmitDeps,
  payment: PaymentRecord,
  outcome: KnownOutcome,
  method: PaymentMethodRecord | undefined,
): Promise<Write[]> {
  const { payments, methods } = deps;
  const next = method && settleMethod(method, outcome);
  const [auth, standing] = await Promise.all([
    deps.auths.findAny(payment.authId),
    deps.bills.findAny(payment.billId),
  ]);
  let bill = standing && settleBill(standing, payment, outcome);
  if (bill && next === 'removed' && bill.methodId === method?._id) {
    bill = { ...withoutMethod(bill), version: bill.version };
  }
  return [
    payments.save(settleRecord(payment, outcome)),
    ...(outcome.kind === 'paid' ? [] : [payments.releaseStatement(payment)]),
    ...(method && next === 'removed' ? await removeMethod(deps, method, payment.billId) : []),
    ...(next && next !== 'removed' ? [methods.save(next)] : []),
    ...saveParties(deps, auth, standing, bill, outcome),
  ];
}

/** The bill and its auth; what was deleted while the payment was in flight is erased now. */
function saveParties(
  { bills, auths }: SubmitDeps,
  auth: AuthRecord | undefined,
  standing: BillRecord | undefined,
  bill: BillRecord | undefined,
  outcome: KnownOutcome,
): Write[] {
  if (!standing || !bill || standing === bill) return [];
  if (standing.deletedAt) {
    const others = auth?.billIds.filter((id) => id !== bill._id) ?? [];
    const left = auth && { ...auth, version: auth.version + 1, billIds: others };
    return [
      bills.erase(standing),
      ...(auth?.deletedAt && left
        ? [others.length > 0 ? auths.save(left) : auths.erase(auth)]
        : []),
    ];
  }
  if (outcome.kind !== 'held' || !auth) return [bills.save(bill)];
  const hold: Hold = { code: outcome.code, subcode: outcome.subcode };
  const held = recordHold(auth, hold);
  return [
    bills.save({ ...bill, auth: presentAuth(held) }),
    ...auths.saveWithCopies(held, new Set([bill._id])),
  ];
}

/** A retried method that paid goes on with the next bill that its decline left unpaid. */
async function goOnRetrying(deps: SubmitDeps, methodId: string, now: number): Promise<void> {
  const method = await deps.methods.findAny(methodId);
  // What begins here is started by the sweep: this function may start no workflow.
  if (method?.status === 'verified') await beginRetry(deps, method, now);
}
