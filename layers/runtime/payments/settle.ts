/** Settling a payment: its row, bill, method, statement and, when held, its auth, all at once. */
import { type AuthRecord, recordHold } from '@billhook/core/auth/auth';
import { dayOf, instantText, type Moment } from '@billhook/core/base/dates';
import { clockedDue, dueAttributes } from '@billhook/core/base/table-keys';
import { restsUntil } from '@billhook/core/payment/accepted';
import type { PendingPayment } from '@billhook/core/payment/payment';
import { planSettlement, settleBill } from '@billhook/core/payment/settlement';
import type { PaymentState } from '@billhook/core/states/late-endings';
import { countDecline } from '../callers/limit-client.ts';
import type { Stores } from '../stores/open-stores.ts';
import { momentOf } from '../table/partner-time.ts';
import { attemptWrite, conflict, retryOrThrow } from '../table/retry-conflict.ts';
import { tellingFrom } from '../table/telling-origin.ts';
import { planEnd } from './plan-end.ts';

/** When an unknown outcome is asked about again. */
const ASK_AGAIN_MILLISECONDS = 60 * 60 * 1000;

type Settled = PaymentState | 'accepted' | 'unknown';

export function settlePayment(
  deps: Stores,
  paymentId: string,
  machineNow: number,
): Promise<Settled> {
  return retryOrThrow<Settled>('A payment could not be settled', async () => {
    const payment = await deps.payments.findAny(paymentId);
    if (!payment) throw new Error('A payment in flight no longer exists');
    if (payment.status !== 'pending') return payment.status;
    const { partnerNow } = await momentOf(deps.table, payment, machineNow);
    if (payment.state !== 'settling') return postpone(deps, payment, { partnerNow, machineNow });
    const { outcome } = payment;
    const end: Parameters<typeof planEnd>[2] = {
      ...{ left: planSettlement(payment, outcome), outcome },
      billAfter: (bill, ledger) => settleBill(bill, payment, outcome, ledger, dayOf(partnerNow)),
      ...(outcome.kind === 'held' && {
        authAfter: (auth: AuthRecord) =>
          recordHold(auth, { code: outcome.code, subcode: outcome.subcode }),
      }),
    };
    const plan = await planEnd(deps, payment, end, machineNow);
    if (plan === conflict) return conflict;
    if (outcome.kind === 'declined')
      plan.push(await countDecline(deps.table, payment.clientId, machineNow));
    return attemptWrite(tellingFrom(deps.table, payment.origin), outcome.kind, plan);
  });
}

/** Not known is never failed: the bill stays pending, and the company is asked again, or it rests. */
function postpone(
  { table, payments }: Stores,
  payment: PendingPayment,
  { partnerNow, machineNow }: Moment,
) {
  const until = restsUntil(payment, partnerNow);
  const asksAt = instantText(machineNow + ASK_AGAIN_MILLISECONDS);
  const due = until
    ? { resting: true as const, ...clockedDue('payment', payment, until) }
    : dueAttributes('payment', payment._id, asksAt);
  const answer = payment.accepted ? ('accepted' as const) : ('unknown' as const);
  return attemptWrite(table, answer, [payments.save({ ...payment, ...due }, payment)]);
}
