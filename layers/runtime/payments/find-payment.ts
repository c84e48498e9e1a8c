/** What a company says of a submission, whether or not it lets anybody in. */
import type { AuthRecord } from '@billhook/core/auth';
import type { AskedPayment } from '@billhook/core/company/connector-results';
import { type FoundPayment, isNotLoggedIn } from '@billhook/core/connector';
import { isRefused } from '@billhook/core/links/unattended';
import type { PaymentRecord } from '@billhook/core/payment';
import type { Reach } from '../companies/reach.ts';
import { type CompanySession, openBareSession } from '../companies/session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { recordRefusedAuth } from './refused-session.ts';

type Asking = {
  readonly opened: CompanySession;
  readonly auth: AuthRecord;
  readonly payment: PaymentRecord;
};

const notKnown = { kind: 'not-known' } as const;

/**
 * Credentials that the company has called wrong are not tried again without the user. Where nobody is let
 * in, it is asked without the login, if it can tell without one.
 */
export async function findPayment(
  deps: Stores & Reach,
  { opened, auth, payment }: Asking,
  asked: AskedPayment,
  machineNow: number,
): Promise<FoundPayment> {
  const { connector, session } = opened;
  if (!isRefused(auth)) {
    const found = await connector.findPayment(session, asked);
    if (!isNotLoggedIn(found)) return found;
    const { partnerNow } = session;
    await recordRefusedAuth(deps, { auth, refused: found.login, partnerNow });
  }
  return (await findWithoutLogin(deps, payment, asked, machineNow)) ?? notKnown;
}

/** Nothing where its company can't be asked without the login. */
export async function findWithoutLogin(
  deps: Stores & Reach,
  payment: PaymentRecord,
  asked: AskedPayment,
  machineNow: number,
): Promise<FoundPayment | undefined> {
  const bare = await openBareSession(deps, payment, machineNow);
  if (!bare?.connector.capabilities(bare.company).findsWithoutLogin) return undefined;
  const found = await bare.connector.findPayment(bare.session, asked);
  return isNotLoggedIn(found) ? notKnown : found;
}
