/** Settling a payment: its row, bill, method, statement and, when held, its auth, all at once. */
import { type AuthRecord, recordHold } from '@billhook/core/auth/auth';
import { dayOf, instantText } from '@billhook/core/base/dates';
import { clockedDue, dueAttributes } from '@billhook/core/base/table-keys';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import { restsUntil } from '@billhook/core/payment/accepted';
import { withoutSpentMethod } from '@billhook/core/payment/method-assignment';
import {
  accountOf,
  type KnownOutcome,
  type PaymentRecord,
  type PendingPayment,
} from '@billhook/core/payment/payment';
import {
  settleBill,
  settleLedger,
  settleMethod,
  planSettlement as settleRecord,
} from '@billhook/core/payment/settlement';
import type { PaymentState } from '@billhook/core/states/late-endings';
import { countDecline } from '../callers/limit-client.ts';
import type { Stores } from '../stores/open-stores.ts';
import { momentOf } from '../table/partner-time.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import { tellingFrom } from '../table/telling-origin.ts';
import type { Write } from '../table/types.ts';
import { endParties } from './end-parties.ts';
import { removeSpentMethod } from './remove-method.ts';

/** When an unknown outcome is asked about again. */
const ASK_AGAIN_MILLISECONDS = 60 * 60 * 1000;

type Settled = PaymentState | 'accepted' | 'unknown';

export async function settlePayment(
  deps: Stores,
  paymentId: string,
  machineNow: number,
): Promise<Settled> {
  const result = await retryOrThrow<Settled>('A payment could not be settled', async () => {
    const payment = await deps.payments.findAny(paymentId);
    if (!payment) throw new Error('A payment in flight no longer exists');
    if (payment.status !== 'pending') return payment.status;
    if (payment.state !== 'settling') return postpone(deps, payment, machineNow);
    const { outcome } = payment;
    const method = await deps.methods.findAny(payment.methodId ?? '');
    const plan = await planSettlement(deps, { payment, outcome, method }, machineNow);
    if (plan === conflict) return conflict;
    if (outcome.kind === 'declined')
      plan.push(await countDecline(deps.table, payment.clientId, machineNow));
    const written = await tellingFrom(deps.table, payment.origin).write(plan);
    return written === 'written' ? outcome.kind : conflict;
  });
  return result;
}

/** Not known is never failed: the bill stays pending, and the company is asked again, or it rests. */
async function postpone(
  { table, payments }: Stores,
  payment: PendingPayment,
  machineNow: number,
): Promise<Settled | typeof conflict> {
  const { partnerNow } = await momentOf(table, payment, machineNow);
  const until = restsUntil(payment, partnerNow);
  const asksAt = instantText(machineNow + ASK_AGAIN_MILLISECONDS);
  const due = until
    ? { resting: true as const, ...clockedDue('payment', payment, until) }
    : dueAttributes('payment', payment._id, asksAt);
  const written = await table.write([payments.save({ ...payment, ...due }, payment)]);
  if (written !== 'written') return conflict;
  return payment.accepted ? 'accepted' : 'unknown';
}

type Ended = {
  readonly payment: PaymentRecord;
  readonly outcome: KnownOutcome;
  readonly method: PaymentMethodRecord | undefined;
};

async function planSettlement(
  deps: Stores,
  { payment, outcome, method }: Ended,
  machineNow: number,
): Promise<Write[] | typeof conflict> {
  const { ledgers, payments, methods } = deps;
  const account = accountOf(payment);
  const next = method && settleMethod(method, payment, outcome, machineNow);
  const [auth, standing, ledger] = await Promise.all([
    deps.auths.findAny(payment.authId),
    deps.bills.findAny(payment.billId),
    ledgers.find(account),
  ]);
  const settled = settleLedger(ledger, payment, outcome);
  const { partnerNow } = await momentOf(deps.table, payment, machineNow);
  let bill = standing && settleBill(standing, payment, outcome, settled, dayOf(partnerNow));
  if (bill && method && next === 'removed') {
    bill = withoutSpentMethod(bill, method._id);
  }
  const removal =
    method && next === 'removed' ? await removeSpentMethod(deps, method, payment.billId) : [];
  if (removal === conflict) return conflict;
  return [
    payments.save(settleRecord(payment, outcome), payment),
    ledgers.save(account, settled),
    ...(outcome.kind === 'paid' ? [] : deps.taken.giveBack(payment, machineNow)),
    ...removal,
    ...(next && next !== 'removed' ? [methods.save(next, method)] : []),
    ...endParties(
      deps,
      { auth, standing, bill },
      machineNow,
      outcome.kind === 'held' ? holding(outcome) : undefined,
    ),
  ];
}

function holding({ code, subcode }: Extract<KnownOutcome, { readonly kind: 'held' }>) {
  return (auth: AuthRecord) => recordHold(auth, { code, subcode });
}
