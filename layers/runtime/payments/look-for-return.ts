/**
 * Whether a payment that was paid has been returned since (decision: returns-are-late-declines). The sweep
 * has it asked, in the queue of its company, until it can't be returned any more.
 */
import type { PaymentRecord } from '@billhook/core/payment';
import { isLastReturnLook } from '@billhook/core/payments/returned';
import { lastSubmission } from '@billhook/core/payments/submissions';
import type { Reach } from '../companies/reach.ts';
import { type CompanySession, openBareSession, openSession } from '../companies/session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import { recordReturn } from './record-return.ts';

/** Safe to repeat. The next look is planned already: one that fails costs nothing but itself. */
export async function lookForReturn(
  deps: Stores & Reach,
  payment: PaymentRecord,
  machineNow: number,
): Promise<'closed'> {
  const asked = lastSubmission(payment);
  if (!payment.returns?.looking || !asked) return 'closed';
  const opened = await openAny(deps, payment, machineNow);
  if (!opened) return endLook(deps, payment, 'last');
  const found = await opened.connector.findPayment(opened.session, asked);
  if (found.kind === 'returned') {
    await recordReturn(deps, { paymentId: payment._id, returned: found }, machineNow);
    return 'closed';
  }
  const isLast = isLastReturnLook(payment.returns, opened.session.partnerNow);
  return endLook(deps, payment, found.kind === 'paid' && isLast ? 'last' : 'more');
}

/** Nothing where its account is unlinked and its company can't be asked without the login. */
async function openAny(
  deps: Stores & Reach,
  payment: PaymentRecord,
  machineNow: number,
): Promise<CompanySession | undefined> {
  const auth = await deps.auths.findAny(payment.authId);
  if (auth && !auth.deletedAt) return openSession(deps, auth, machineNow);
  const bare = await openBareSession(deps, payment, machineNow);
  const finds = bare?.connector.capabilities(bare.company).findsWithoutLogin;
  return finds ? bare : undefined;
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
