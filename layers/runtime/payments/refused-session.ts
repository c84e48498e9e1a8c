/** Recording that a payment's session was not let in: what is left of it, and why, which stands on the auth. */
import type { AuthRecord } from '@billhook/core/auth/auth';
import { recordRefusal } from '@billhook/core/auth/unattended';
import { dayOf, instantText } from '@billhook/core/base/dates';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { NotLoggedIn, RefusedLogin } from '@billhook/core/company/connector';
import { leftOver } from '@billhook/core/payment/not-let-in';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import type { CompanySession } from '../companies/session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { attemptWrite, retryOrThrow } from '../table/retry-conflict.ts';
import { closePayment, putPaymentOff } from './close.ts';

/** When a payment that waits is looked at again. */
const LOOK_AGAIN_MILLISECONDS = 60 * 60 * 1000;

/** `refused` is missing where its credentials were known to be wrong before a session was opened. */
export type Leave = (payment: PaymentRecord<'open'>, refused?: NotLoggedIn) => Promise<'closed'>;

/** What is done with a payment that was not let in. `auth` as it was when the session was opened. */
export function leaving(
  deps: Stores,
  of: { readonly auth: AuthRecord; readonly bill: BillRecord; readonly opened: CompanySession },
  machineNow: number,
): Leave {
  const { company, session } = of.opened;
  const { partnerNow } = session;
  const today = dayOf(partnerNow);
  return (payment, refused) => {
    const authAfter = (auth: AuthRecord) =>
      refused ? recordRefusal(auth, of.auth, refused.login, partnerNow) : auth;
    const left = leftOver(payment, { ...of, company, today });
    const at = instantText(partnerNow + LOOK_AGAIN_MILLISECONDS);
    if (left === 'waits') return putPaymentOff(deps, payment, machineNow, { at, authAfter });
    const found = left === 'put-off' ? { postponedOn: today } : {};
    return closePayment(deps, payment, machineNow, found, { authAfter });
  };
}

/** What was not let in to ask about a payment knows nothing of it; its auth does. */
export async function recordRefusedAuth(
  { table, auths }: Stores,
  begun: AuthRecord,
  refused: RefusedLogin,
  partnerNow: number,
): Promise<void> {
  await retryOrThrow('A refused session could not be recorded', async () => {
    const auth = await auths.findAny(begun._id);
    const told = auth && recordRefusal(auth, begun, refused, partnerNow);
    if (!auth || !told || told === auth) return undefined;
    return attemptWrite(table, undefined, auths.saveWithCopies(told, auth));
  });
}
