/**
 * Whether a payment that was paid has been returned since (decision: returns-are-late-declines). The sweep
 * has it asked, in the queue of its company, until it can't be returned any more.
 */

import type { AskedPayment } from '@billhook/core/company/connector-results';
import { isGateWait } from '@billhook/core/company/gate/gate';
import type { PaymentRecord } from '@billhook/core/payment';
import { isLastReturnLook } from '@billhook/core/payments/returned';
import { lastSubmission } from '@billhook/core/payments/submissions';
import type { Reach } from '../companies/reach.ts';
import type { CompanySession } from '../companies/session.ts';
import { withBareSession, withSession } from '../companies/with-session.ts';
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
  const look = (opened: CompanySession) => lookIn(deps, { payment, asked, opened }, machineNow);
  const auth = await deps.auths.findAny(payment.authId);
  const looked =
    auth && !auth.deletedAt
      ? await withSession(deps, auth, { machineNow }, look)
      : await withBareSession(deps, payment, machineNow, async (bare) => {
          const { findsWithoutLogin } = bare.connector.capabilities(bare.company);
          return findsWithoutLogin ? look(bare) : undefined;
        });
  // The company's gate is shut: the next look comes all the same.
  if (isGateWait(looked)) return 'closed';
  // Its account is unlinked, and its company can't be asked without the login.
  return looked ?? endLook(deps, payment, 'last');
}

async function lookIn(
  deps: Stores & Reach,
  {
    payment,
    asked,
    opened,
  }: {
    readonly payment: PaymentRecord;
    readonly asked: AskedPayment;
    readonly opened: CompanySession;
  },
  machineNow: number,
): Promise<'closed'> {
  const found = await opened.connector.findPayment(opened.session, asked);
  if (found.kind === 'returned') {
    await recordReturn(deps, { paymentId: payment._id, returned: found }, machineNow);
    return 'closed';
  }
  const isLast =
    payment.returns !== undefined && isLastReturnLook(payment.returns, opened.session.partnerNow);
  return endLook(deps, payment, found.kind === 'paid' && isLast ? 'last' : 'more');
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
