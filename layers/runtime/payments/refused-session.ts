/**
 * Payments whose session was not let in (decision: nobody-logged-in). Nothing of them is under way at the
 * company: what was ordered for a later day waits, what pays by itself is put off, and what was ordered
 * for now is over. Why stands on the auth.
 */
import type { AuthRecord } from '@billhook/core/auth';
import type { BillRecord } from '@billhook/core/bill';
import type { CompanyRecord } from '@billhook/core/company/company';
import type { RefusedLogin } from '@billhook/core/connector';
import { dayOf, instantText, parseInstant } from '@billhook/core/dates';
import { recordRefusal } from '@billhook/core/links/unattended';
import { isTooLate, type PaymentRecord } from '@billhook/core/payment';
import type { Stores } from '../stores/open-stores.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import { closePayment, waitForLogin } from './close.ts';

/** When a payment that waits is looked at again. */
const LOOK_AGAIN_MILLISECONDS = 60 * 60 * 1000;

export type RefusedSession = {
  readonly payment: PaymentRecord;
  readonly bill: Pick<BillRecord, 'reported'>;
  /** As it was when the session was opened. */
  readonly auth: AuthRecord;
  readonly company: Pick<CompanyRecord, 'userPresenceRequired'>;
  /** Nothing where its credentials were known to be wrong before a session was opened. */
  readonly refused?: RefusedLogin;
  readonly partnerNow: number;
};

export function leaveRefused(
  deps: Stores,
  { payment, bill, auth: begun, company, refused, partnerNow }: RefusedSession,
  machineNow: number,
): Promise<'closed'> {
  const authAfter = (auth: AuthRecord) =>
    refused ? recordRefusal(auth, begun, refused, partnerNow) : auth;
  const today = dayOf(partnerNow);
  if (payment.automatic)
    return closePayment(deps, payment, machineNow, { postponedOn: today }, { authAfter });
  const waits =
    isForLater(payment) &&
    !company.userPresenceRequired &&
    !payment.cancelAsked &&
    !begun.deletedAt &&
    !isTooLate(payment, bill.reported, today);
  if (!waits)
    return closePayment(deps, payment, machineNow, { skips: payment.cancelAsked }, { authAfter });
  const at = instantText(partnerNow + LOOK_AGAIN_MILLISECONDS);
  return waitForLogin(deps, payment, machineNow, { at, authAfter });
}

/** Its user was not there when it began, and expects it to be made without more. */
function isForLater({ payOn, created }: PaymentRecord): boolean {
  return payOn > dayOf(parseInstant(created) ?? 0);
}

/** What was not let in to ask about a payment knows nothing of it; its auth does. */
export async function recordRefusedAuth(
  deps: Stores,
  { auth: begun, refused, partnerNow }: Required<Pick<RefusedSession, 'auth' | 'refused' | 'partnerNow'>>,
): Promise<void> {
  await retryOrThrow('A refused session could not be recorded', async () => {
    const auth = await deps.auths.findAny(begun._id);
    const told = auth && recordRefusal(auth, begun, refused, partnerNow);
    if (!auth || !told || told === auth) return 'nothing' as const;
    const written = await deps.table.write(deps.auths.saveWithCopies(told, auth));
    return written === 'written' ? ('recorded' as const) : conflict;
  });
}
