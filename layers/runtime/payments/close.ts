/**
 * Giving up a payment that the company was never asked for: all that it held is free again.
 *
 * It is given up as it was read: another attempt may have asked the company meanwhile, and what was
 * decided on before that holds no more.
 *
 * `noted` is what is written with it: the audit entry of an operator who gave it up.
 */
import { accountOf, cancelPayment, type PaymentRecord } from '@billhook/core/payment';
import { closeBill, settleMethod } from '@billhook/core/payment-settlement';
import { withoutPending } from '@billhook/core/payments/account-ledger';
import { paymentStates } from '@billhook/core/states/payment-states';
import { ignores } from '@billhook/core/states/state-machine';
import type { Stores } from '../stores/open-stores.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import type { Write } from '../table/types.ts';
import { endParties } from './end-parties.ts';

type Found = Parameters<typeof closeBill>[2];

export async function closePayment(
  deps: Stores,
  { _id: paymentId, version }: PaymentRecord,
  machineNow: number,
  found: Found,
  noted: readonly Write[] = [],
): Promise<'closed'> {
  const { table, auths, bills, ledgers, methods, payments } = deps;
  const result = await retryOrThrow('A payment could not be closed', async () => {
    const payment = await payments.findAny(paymentId);
    if (!payment || ignores(paymentStates, payment.status, 'given-up')) return 'closed' as const;
    if (payment.version !== version)
      throw new Error('A payment changed while it was being submitted');
    const account = accountOf(payment);
    const [auth, standing, method, ledger] = await Promise.all([
      auths.findAny(payment.authId),
      bills.findAny(payment.billId),
      methods.findAny(payment.methodId ?? ''),
      ledgers.find(account),
    ]);
    const bill = standing && closeBill(standing, payment, found);
    const left = method && settleMethod(method, payment, { kind: 'cancelled' }, machineNow);
    const written = await table.write([
      payments.save(cancelPayment(payment), payment),
      ledgers.save(account, withoutPending(ledger, payment._id)),
      ...deps.taken.giveBack(payment, machineNow),
      ...endParties(deps, { auth, standing, bill }, machineNow),
      ...(left && left !== 'removed' ? [methods.save(left, method)] : []),
      ...noted,
    ]);
    return written === 'written' ? ('closed' as const) : conflict;
  });
  return result;
}
