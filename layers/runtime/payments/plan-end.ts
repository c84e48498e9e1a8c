/** What a payment that ends, for good or until its user agrees, leaves of all that it is of. */
import { type AuthRecord, presentAuth } from '@billhook/core/auth/auth';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { AccountLedger } from '@billhook/core/payment/account-ledger';
import { withoutSpentMethod } from '@billhook/core/payment/method-assignment';
import {
  accountOf,
  type KnownOutcome,
  type PaymentRecord,
  type PendingPayment,
} from '@billhook/core/payment/payment';
import { settleLedger, settleMethod } from '@billhook/core/payment/settlement';
import type { Stores } from '../stores/open-stores.ts';
import { conflict } from '../table/retry-conflict.ts';
import type { Write } from '../table/types.ts';
import { removeSpentMethod } from './remove-method.ts';

type End = {
  readonly left: PaymentRecord;
  readonly outcome: KnownOutcome | { readonly kind: 'cancelled' };
  /** The same bill where the payment is not the bill's any more. */
  readonly billAfter: (bill: BillRecord, ledger: AccountLedger) => BillRecord;
  /** What the payment met of its auth. */
  readonly authAfter?: (auth: AuthRecord) => AuthRecord;
};

export async function planEnd(
  deps: Stores,
  payment: PendingPayment,
  { left, outcome, billAfter, authAfter }: End,
  machineNow: number,
): Promise<Write[] | typeof conflict> {
  const { auths, bills, ledgers, methods, payments } = deps;
  const account = accountOf(payment);
  const [auth, standing, method, known] = await Promise.all([
    auths.findAny(payment.authId),
    bills.findAny(payment.billId),
    methods.findAny(payment.methodId),
    ledgers.find(account),
  ]);
  const ledger = settleLedger(known, payment, outcome);
  const next = method && settleMethod(method, payment, outcome, machineNow);
  const spent = next === 'removed' ? method : undefined;
  const removal = spent ? await removeSpentMethod(deps, spent, payment.billId) : [];
  if (removal === conflict) return conflict;
  const after = standing && billAfter(standing, ledger);
  const bill = after && spent ? withoutSpentMethod(after, spent._id) : after;
  return [
    payments.save(left, payment),
    ledgers.save(account, ledger),
    ...(outcome.kind === 'paid' ? [] : deps.taken.giveBack(payment, machineNow)),
    ...removal,
    ...(next && next !== 'removed' ? [methods.save(next, method)] : []),
    ...endParties(deps, { auth, standing, bill, authAfter }, machineNow),
  ];
}

type Parties = Pick<End, 'authAfter'> & {
  readonly auth: AuthRecord | undefined;
  readonly standing: BillRecord | undefined;
  readonly bill: BillRecord | undefined;
};

/** What was deleted while the payment was in flight is erased now. */
function endParties(
  { bills, auths }: Stores,
  { auth, standing, bill, authAfter }: Parties,
  machineNow: number,
): Write[] {
  if (!standing || !bill || standing === bill) return [];
  if (standing.deletedAt) {
    if (!auth) return [bills.erase(standing)];
    const billIds = auth.billIds.filter((id) => id !== bill._id);
    const ends = auth.deletedAt !== undefined && billIds.length === 0;
    const rest = ends
      ? auths.erase(auth, [standing], machineNow)
      : [auths.save({ ...auth, billIds }, auth)];
    return [bills.erase(standing), ...rest];
  }
  const met = auth && authAfter?.(auth);
  if (!auth || !met || met === auth) return [bills.save(bill, standing)];
  return [
    bills.save({ ...bill, auth: presentAuth(met) }, standing),
    ...auths.saveWithCopies(met, auth, new Set([bill._id])),
  ];
}
