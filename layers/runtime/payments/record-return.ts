/** Recording that a payment was returned. Safe to repeat (decision: returns-are-late-declines). */

import { dayOf, instantText } from '@billhook/core/base/dates';
import { isRefreshable } from '@billhook/core/bill/refresh';
import {
  accountOf,
  type PaymentRecord,
  type PendingPayment,
  withOutcome,
} from '@billhook/core/payment/payment';
import {
  ledgerAfterReturn,
  returnBill,
  returnMethod,
  returnPayment,
} from '@billhook/core/payment/returned';
import type { Returned } from '@billhook/core/states/late-endings';
import { logInfo } from '../aws/logger.ts';
import type { Stores } from '../stores/open-stores.ts';
import { momentOf } from '../table/partner-time.ts';
import { attemptWrite, conflict, retryOrThrow } from '../table/retry-conflict.ts';
import { tellingFrom } from '../table/telling-origin.ts';
import type { Write } from '../table/types.ts';
import { settlePayment } from './settle.ts';

/**
 * - `returned`: it is on record.
 * - `ended`: it was returned before, or it never was paid.
 * - `missing`: its client was erased, and nothing is left that leads to it.
 */
export type RecordedReturn = 'returned' | 'ended' | 'missing';

type ToldReturn = {
  readonly paymentId: string;
  readonly returned: Returned;
  /** The audit entry, where an operator records it. */
  readonly noted?: (payment: PaymentRecord) => Write;
};

export async function recordReturn(
  deps: Stores,
  { paymentId, returned, noted }: ToldReturn,
  machineNow: number,
): Promise<RecordedReturn> {
  const done = await retryOrThrow<RecordedReturn | 'pending'>(
    'The return of a payment could not be recorded',
    async () => {
      const payment = await deps.payments.findAny(paymentId);
      if (!payment) return 'missing';
      const { reason, on } = returned;
      if (payment.status === 'pending') return recordPending(deps, payment, { reason, on });
      if (payment.status !== 'paid') return forget(deps, payment);
      const writes = await planReturn(deps, payment, { reason, on }, machineNow);
      const noting = noted ? [noted(payment)] : [];
      const told = tellingFrom(deps.table, payment.origin);
      const written = await told.write([...writes, ...noting]);
      if (written !== 'written') return conflict;
      const { companyId, partnerId, billId } = payment;
      logInfo('A payment was returned', { paymentId, companyId, partnerId, billId });
      return 'returned';
    },
  );
  if (done !== 'pending') return done;
  const settled = await settlePayment(deps, paymentId, machineNow);
  return settled === 'returned' ? 'returned' : 'ended';
}

/** Nobody has heard yet that it was paid: the return is how it ends. */
async function recordPending(
  { table, payments }: Stores,
  payment: PendingPayment,
  returned: Returned,
): Promise<'pending' | 'ended' | typeof conflict> {
  if (payment.submitted?.amountCents === undefined) return 'ended';
  if (payment.state === 'settling') return 'pending';
  const next = withOutcome(payment, { kind: 'returned', ...returned });
  return attemptWrite(table, 'pending', [payments.save(next, payment)]);
}

/** What was taken against a promise, and returned: the account owes it again. */
async function forget(
  { table, ledgers }: Stores,
  payment: PaymentRecord,
): Promise<'ended' | typeof conflict> {
  if (!payment.statement) return 'ended';
  const account = accountOf(payment);
  const ledger = await ledgers.find(account);
  if (!ledger?.unposted.some(({ paymentId }) => paymentId === payment._id)) return 'ended';
  const next = ledgerAfterReturn(ledger, payment);
  return attemptWrite(table, 'ended', [ledgers.save(account, next)]);
}

async function planReturn(
  deps: Stores,
  payment: PaymentRecord<'settled'>,
  returned: Returned,
  machineNow: number,
): Promise<Write[]> {
  const { auths, bills, ledgers, methods, payments } = deps;
  const account = payment.statement && accountOf(payment);
  const [auth, bill, method, ledger, { partnerNow }] = await Promise.all([
    auths.findAny(payment.authId),
    bills.findAny(payment.billId),
    methods.findAny(payment.methodId ?? ''),
    account && ledgers.find(account),
    momentOf(deps.table, payment, machineNow),
  ]);
  const next = ledgerAfterReturn(ledger, payment);
  const left = method && returnMethod(method, returned);
  const readAt = instantText(partnerNow);
  const beside = { ledger: next, today: dayOf(partnerNow), gone: method === undefined };
  // What it owes now is read at once, and not only the next day.
  const readsAgain = auth && !auth.deletedAt && isRefreshable(auth) && auth.refresh;
  return [
    payments.save(returnPayment(payment, returned), payment),
    ...(account ? [ledgers.save(account, next)] : []),
    ...(bill ? [bills.save(returnBill(bill, payment, beside), bill)] : []),
    ...(method && left && left !== method ? [methods.save(left, method)] : []),
    ...(readsAgain ? [auths.save({ ...auth, refresh: { ...readsAgain, at: readAt } }, auth)] : []),
  ];
}
