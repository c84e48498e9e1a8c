/**
 * A payment that was begun, and that its user has to agree to first: it is scheduled again, and all
 * that it held is free. Nothing of it is under way at the company.
 */
import { accountOf, type PaymentRecord, waitScheduled } from '@billhook/core/payment';
import { reopenBill, settleMethod } from '@billhook/core/payment-settlement';
import { withoutPending } from '@billhook/core/payments/account-ledger';
import type { Waiting } from '@billhook/core/payments/waiting';
import type { Stores } from '../stores/open-stores.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import { endParties } from './end-parties.ts';

export async function waitForUser(
  deps: Stores,
  { _id: paymentId, version }: PaymentRecord,
  found: Parameters<typeof reopenBill>[2] & { readonly waiting: Waiting; readonly at: string },
  machineNow: number,
): Promise<'closed'> {
  const { table, auths, bills, ledgers, methods, payments } = deps;
  return retryOrThrow('A payment could not wait for its user', async () => {
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
    // Its execution is over: when it begins again, it takes another.
    const over = { ...payment, rounds: (payment.rounds ?? 0) + 1 };
    const waits = waitScheduled(over, found.waiting, found.at);
    const bill = standing && reopenBill(standing, waits, found);
    const left = method && settleMethod(method, payment, { kind: 'cancelled' }, machineNow);
    const written = await table.write([
      payments.save(waits, payment),
      ledgers.save(account, withoutPending(ledger, paymentId)),
      ...deps.taken.giveBack(payment, machineNow),
      ...endParties(deps, { auth, standing, bill }, machineNow),
      ...(left && left !== 'removed' ? [methods.save(left, method)] : []),
    ]);
    return written === 'written' ? ('closed' as const) : conflict;
  });
}
