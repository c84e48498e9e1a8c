/** Recording that a payment's session was not let in: what is left of it, and why, which stands on the auth. */
import type { AuthRecord } from '@billhook/core/auth/auth';
import { recordRefusal } from '@billhook/core/auth/unattended';
import { dayOf, instantText } from '@billhook/core/base/dates';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { CompanyRecord } from '@billhook/core/company/company';
import type { RefusedLogin } from '@billhook/core/company/connector';
import { leftOver } from '@billhook/core/payment/not-let-in';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import type { Stores } from '../stores/open-stores.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import { closePayment, waitForLogin } from './close.ts';

/** When a payment that waits is looked at again. */
const LOOK_AGAIN_MILLISECONDS = 60 * 60 * 1000;

export type RefusedSession = {
  readonly payment: PaymentRecord<'open'>;
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
  const left = leftOver(payment, { auth: begun, bill, company, today });
  if (left === 'waits') {
    const at = instantText(partnerNow + LOOK_AGAIN_MILLISECONDS);
    return waitForLogin(deps, payment, machineNow, { at, authAfter });
  }
  const found = left === 'put-off' ? { postponedOn: today } : {};
  return closePayment(deps, payment, machineNow, found, { authAfter });
}

/** What was not let in to ask about a payment knows nothing of it; its auth does. */
export async function recordRefusedAuth(
  deps: Stores,
  {
    auth: begun,
    refused,
    partnerNow,
  }: Required<Pick<RefusedSession, 'auth' | 'refused' | 'partnerNow'>>,
): Promise<void> {
  await retryOrThrow('A refused session could not be recorded', async () => {
    const auth = await deps.auths.findAny(begun._id);
    const told = auth && recordRefusal(auth, begun, refused, partnerNow);
    if (!auth || !told || told === auth) return 'nothing' as const;
    const written = await deps.table.write(deps.auths.saveWithCopies(told, auth));
    return written === 'written' ? ('recorded' as const) : conflict;
  });
}
