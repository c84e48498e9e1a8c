/** Whether a paid payment has been returned since (decision: returns-are-late-declines). */

import { withoutDue } from '@billhook/core/base/table-keys';
import type { FoundPayment, Running } from '@billhook/core/company/connector';
import { isGateWait } from '@billhook/core/company/gate/gate';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { isLastReturnLook } from '@billhook/core/payment/returned';
import { lastSubmission } from '@billhook/core/payment/submissions';
import { keepingAfter } from '../companies/keep-after.ts';
import type { Reach } from '../companies/reach.ts';
import type { CompanySession } from '../companies/session.ts';
import { withBareSession, withSession } from '../companies/with-session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import { momentOf } from '../table/partner-time.ts';
import { findBare, findPayment } from './find-payment.ts';
import { recordReturn } from './record-return.ts';

/** Safe to repeat. The next look is planned already: one that fails costs nothing but itself. */
export async function lookForReturn(
  deps: Stores & Reach,
  payment: PaymentRecord<'settled'>,
  machineNow: number,
): Promise<'closed'> {
  const asked = lastSubmission(payment);
  if (!payment.returns?.looking || !asked) return 'closed';
  const heard = (found: FoundPayment | Running) => recordLook(deps, payment, found, machineNow);
  const auth = await deps.auths.findAny(payment.authId);
  const find = async (opened: CompanySession) =>
    auth && heard((await findPayment(deps, { opened, auth, payment }, asked, machineNow)).said);
  const looked =
    auth && !auth.deletedAt
      ? await withSession(deps, auth, { machineNow }, keepingAfter(deps, auth, machineNow, find))
      : await withBareSession(deps, payment, machineNow, async (bare) => {
          const found = await findBare(bare, payment, asked);
          return found && heard(found);
        });
  // The company's gate is shut: the next look comes all the same.
  if (isGateWait(looked)) return 'closed';
  // Its account is unlinked, and its company can't be asked without the login.
  return looked ?? endLook(deps, payment, 'last');
}

async function recordLook(
  deps: Stores & Reach,
  payment: PaymentRecord<'settled'>,
  found: FoundPayment | Running,
  machineNow: number,
): Promise<'closed'> {
  if (found.kind === 'returned') {
    await recordReturn(deps, { paymentId: payment._id, returned: found }, machineNow);
    return 'closed';
  }
  const { partnerNow } = await momentOf(deps.table, payment, machineNow);
  const isLast = payment.returns !== undefined && isLastReturnLook(payment.returns, partnerNow);
  return endLook(deps, payment, found.kind === 'paid' && isLast ? 'last' : 'more');
}

async function endLook(
  { table, payments }: Stores,
  payment: PaymentRecord<'settled'>,
  which: 'last' | 'more',
): Promise<'closed'> {
  const next =
    which === 'last'
      ? { ...withoutDue(payment), returns: undefined }
      : { ...payment, returns: { until: payment.returns?.until ?? '' } };
  await writeUnlessChanged(table, [payments.save(next, payment)]);
  return 'closed';
}
