/**
 * Giving up a payment of which nothing is under way, for good or until its user agrees. It is given up as it was
 * read: if another attempt has asked the company meanwhile, what was decided before that holds no more.
 * `noted` is written with it; `authAfter` is what the payment met of its auth.
 */
import type { AuthRecord } from '@billhook/core/auth/auth';
import type { BillRecord } from '@billhook/core/bill/bill';
import { withoutPending } from '@billhook/core/payment/account-ledger';
import {
  accountOf,
  type PaymentRecord,
  type UndecidedPayment,
} from '@billhook/core/payment/payment';
import { closeBill, reopenBill, settleMethod } from '@billhook/core/payment/settlement';
import { cancelPayment, scheduleAgain, waitScheduled } from '@billhook/core/payment/transitions';
import type { Waiting } from '@billhook/core/payment/waiting';
import type { Stores } from '../stores/open-stores.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import { tellingFrom } from '../table/telling-origin.ts';
import type { Write } from '../table/types.ts';
import { endParties } from './end-parties.ts';

type Found = Parameters<typeof closeBill>[2];

export function closePayment(
  deps: Stores,
  payment: UndecidedPayment,
  machineNow: number,
  found: Found,
  also: Pick<Left, 'noted' | 'authAfter'> = {},
): Promise<'closed'> {
  const billAfter: Left['billAfter'] = (bill, ended) => closeBill(bill, ended, found);
  return leavePayment(deps, payment, machineNow, {
    ...{ left: cancelPayment(payment), billAfter },
    ...also,
  });
}

/** A payment that was begun waits for its user: it is looked at again at `at`. */
export function waitForUser(
  deps: Stores,
  payment: PaymentRecord<'open'>,
  machineNow: number,
  found: Parameters<typeof reopenBill>[2] & { readonly waiting: Waiting; readonly at: string },
): Promise<'closed'> {
  const { waiting, at } = found;
  // Its execution is over: when it begins again, it takes another.
  const left = { ...waitScheduled(payment, waiting, at), rounds: (payment.rounds ?? 0) + 1 };
  const billAfter: Left['billAfter'] = (bill, waits) => reopenBill(bill, waits, found);
  return leavePayment(deps, payment, machineNow, { left, billAfter });
}

/** A payment that was begun, and wasn't let in, waits as others whose account is not linked. */
export function waitForLogin(
  deps: Stores,
  payment: PaymentRecord<'open'>,
  machineNow: number,
  { at, authAfter }: { readonly at: string } & Pick<Left, 'authAfter'>,
): Promise<'closed'> {
  const left = { ...scheduleAgain(payment, at), rounds: (payment.rounds ?? 0) + 1 };
  const billAfter: Left['billAfter'] = (bill, waits) => reopenBill(bill, waits, {});
  return leavePayment(deps, payment, machineNow, { left, billAfter, authAfter });
}

/** What is left of a payment, of its bill, and of its auth. */
type Left = {
  readonly left: PaymentRecord;
  readonly billAfter: (bill: BillRecord, next: PaymentRecord) => BillRecord;
  readonly authAfter?: (auth: AuthRecord) => AuthRecord;
  readonly noted?: readonly Write[];
};

async function leavePayment(
  deps: Stores,
  { _id: paymentId, version }: PaymentRecord,
  machineNow: number,
  { left, billAfter, authAfter, noted = [] }: Left,
): Promise<'closed'> {
  const { table, auths, bills, ledgers, methods, payments } = deps;
  return retryOrThrow('A payment could not be closed', async () => {
    const payment = await payments.findAny(paymentId);
    if (payment?.status !== 'pending') return 'closed' as const;
    if (payment.version !== version)
      throw new Error('A payment changed while it was being submitted');
    const account = accountOf(payment);
    const [auth, standing, method, ledger] = await Promise.all([
      auths.findAny(payment.authId),
      bills.findAny(payment.billId),
      methods.findAny(payment.methodId ?? ''),
      ledgers.find(account),
    ]);
    const bill = standing && billAfter(standing, left);
    const freed = method && settleMethod(method, payment, { kind: 'cancelled' }, machineNow);
    const written = await tellingFrom(table, payment.origin).write([
      payments.save(left, payment),
      ledgers.save(account, withoutPending(ledger, paymentId)),
      ...deps.taken.giveBack(payment, machineNow),
      ...endParties(deps, { auth, standing, bill }, machineNow, authAfter),
      ...(freed && freed !== 'removed' ? [methods.save(freed, method)] : []),
      ...noted,
    ]);
    return written === 'written' ? ('closed' as const) : conflict;
  });
}
