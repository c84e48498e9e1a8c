/**
 * Whether a payment that was paid has been returned since (decision: returns-are-late-declines). The sweep
 * has it asked, in the queue of its company, until it can't be returned any more.
 */
import type { AskedPayment } from '@billhook/core/company/connector-results';
import type { FoundPayment } from '@billhook/core/connector';
import type { PaymentRecord } from '@billhook/core/payment';
import { isLastReturnLook } from '@billhook/core/payments/returned';
import { lastSubmission } from '@billhook/core/payments/submissions';
import { keepAfter } from '../companies/keep-after.ts';
import type { Reach } from '../companies/reach.ts';
import { openSession } from '../companies/session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import { momentOf } from '../table/partner-time.ts';
import { findPayment, findWithoutLogin } from './find-payment.ts';
import { recordReturn } from './record-return.ts';

/** Safe to repeat. The next look is planned already: one that fails costs nothing but itself. */
export async function lookForReturn(
  deps: Stores & Reach,
  payment: PaymentRecord,
  machineNow: number,
): Promise<'closed'> {
  const asked = lastSubmission(payment);
  if (!payment.returns?.looking || !asked) return 'closed';
  const found = await look(deps, payment, asked, machineNow);
  if (!found) return endLook(deps, payment, 'last');
  if (found.kind === 'returned') {
    await recordReturn(deps, { paymentId: payment._id, returned: found }, machineNow);
    return 'closed';
  }
  const { partnerNow } = await momentOf(deps.table, payment, machineNow);
  const isLast = isLastReturnLook(payment.returns, partnerNow);
  return endLook(deps, payment, found.kind === 'paid' && isLast ? 'last' : 'more');
}

/** Nothing where its account is unlinked and its company can't be asked without the login. */
async function look(
  deps: Stores & Reach,
  payment: PaymentRecord,
  asked: AskedPayment,
  machineNow: number,
): Promise<FoundPayment | undefined> {
  const auth = await deps.auths.findAny(payment.authId);
  if (!auth || auth.deletedAt) return findWithoutLogin(deps, payment, asked, machineNow);
  const opened = await openSession(deps, auth, machineNow);
  try {
    return await findPayment(deps, { opened, auth, payment }, asked, machineNow);
  } finally {
    await keepAfter(deps, auth, opened, machineNow);
  }
}

async function endLook(
  { table, payments }: Stores,
  payment: PaymentRecord,
  which: 'last' | 'more',
): Promise<'closed'> {
  const { returns, dueShard, dueAt, dueKind, ...rest } = payment;
  const version = payment.version + 1;
  const over = { ...rest, version };
  const until = returns?.until ?? '';
  const next = which === 'last' ? over : { ...over, returns: { until }, dueShard, dueAt, dueKind };
  await writeUnlessChanged(table, [payments.save(next, payment)]);
  return 'closed';
}
