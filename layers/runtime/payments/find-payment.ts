/** What a company says of a submission, whether or not it lets anybody in. */
import type { AuthRecord } from '@billhook/core/auth/auth';
import { isRefused } from '@billhook/core/auth/unattended';
import { type FoundPayment, isNotLoggedIn, type Running } from '@billhook/core/company/connector';
import type { AskedPayment } from '@billhook/core/company/connector-results';
import { operationOf } from '@billhook/core/company/running';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { askRunning } from '../companies/ask-running.ts';
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

/** Of what was sent to another connector, this one says `never-taken` in good faith. */
function wasSentTo({ company }: CompanySession, { submitted }: PaymentRecord) {
  return (submitted?.sentTo ?? company.connector) === company.connector;
}

/**
 * What a company says of it when it is asked to cancel it is as good as any answer: `never-taken` alone
 * says that it did. `isAsked`: what was running there was asked about, and goes on only if that is said.
 * Credentials that the company has called wrong are not tried again without the user. Where nobody is let
 * in, it is asked without the login, if it can tell without one. Once another connector reaches the company,
 * only an operator can say what became of it.
 */
export async function findPayment(
  deps: Stores & Reach,
  { opened, auth, payment }: Asking,
  asked: AskedPayment,
  machineNow: number,
): Promise<{ readonly said: FoundPayment | Running; readonly isAsked: boolean }> {
  const { connector, session, company } = opened;
  if (!wasSentTo(opened, payment)) return { said: notKnown, isAsked: false };
  if (!isRefused(auth)) {
    const operation = operationOf(payment.running, 'pay', company.connector);
    // Its company has it and has not settled it.
    const isToCancel = payment.state === 'accepted' && payment.cancelAsked;
    const cancels = isToCancel && connector.capabilities(company).cancels;
    const ask = (asking: typeof session) =>
      cancels ? connector.cancelPayment(asking, asked) : connector.findPayment(asking, asked);
    const found = await askRunning(session, operation, ask);
    if (!isNotLoggedIn(found)) return { said: found, isAsked: true };
    await recordRefusedAuth(deps, auth, found.login, session.partnerNow);
  }
  const bare = await openBareSession(deps, payment, machineNow);
  const said = bare && (await findBare(bare, payment, asked));
  return { said: said ?? notKnown, isAsked: false };
}

/** Nothing where its company can't be asked without the login. */
export async function findBare(
  bare: CompanySession,
  payment: PaymentRecord,
  asked: AskedPayment,
): Promise<FoundPayment | Running | undefined> {
  if (!wasSentTo(bare, payment)) return notKnown;
  if (!bare.connector.capabilities(bare.company).findsWithoutLogin) return undefined;
  const found = await bare.connector.findPayment(bare.session, asked);
  return isNotLoggedIn(found) ? notKnown : found;
}
