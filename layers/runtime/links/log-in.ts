/** Logging in at a company once in each round of a link, whatever becomes of the task that does it. */
import type { AuthRecord } from '@billhook/core/auth/auth';
import { isOvertaken } from '@billhook/core/auth/auth-challenge';
import {
  attemptStateOf,
  beginAttempt,
  forgetAttempt,
  underWaySeconds,
} from '@billhook/core/auth/login-attempt';
import { type RandomBytes, randomText } from '@billhook/core/base/ids';
import type { LoginOutcome, Running } from '@billhook/core/company/connector';
import type { GateWait } from '@billhook/core/company/gate/gate';
import { isNothingTried, MayHaveTried } from '@billhook/core/company/nothing-tried';
import { operationOf } from '@billhook/core/company/running';
import { askRunning } from '../companies/ask-running.ts';
import type { Reach } from '../companies/reach.ts';
import type { CompanySession } from '../companies/session.ts';
import { withSession } from '../companies/with-session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { clockedMark } from '../table/partner-time.ts';
import { changeLink, type LinkIds } from './record.ts';

type LogInDeps = Stores & Reach & { readonly random: RandomBytes };

const ATTEMPT_ID_LENGTH = 14;

export type LoggedIn = {
  readonly outcome: LoginOutcome | Running;
  /** What the session gave to be kept; nothing of a login that another run of the task made. */
  readonly opened?: CompanySession;
};

/** Another run of the task is at the login: this one looks again after so many seconds. */
export type UnderWay = { readonly underWaySeconds: number };

export const isLoginUnderWay = (login: object): login is UnderWay => 'underWaySeconds' in login;

/**
 * What the login came to, or why it has to wait; nothing when the link was superseded. The attempt is
 * written down before the company is asked, and only a connector that says that it tried nothing takes that back.
 * @throws MayHaveTried when an earlier run of the task began it, and nobody knows how it ended.
 */
export async function logInOnce(
  deps: LogInDeps,
  auth: AuthRecord,
  ids: LinkIds,
  machineNow: number,
): Promise<LoggedIn | UnderWay | GateWait | undefined> {
  const { link } = auth;
  if (!link) return undefined;
  const running = link.running?.operation;
  // A test clock may have been set since it began.
  const mark = running === undefined ? undefined : await clockedMark(deps.table, auth.partnerId);
  const at = { ...auth, ...mark };
  return withSession(deps, at, { machineNow, link, running }, (opened) =>
    attempt(deps, auth, { ids, opened, machineNow }),
  );
}

type Attempt = {
  readonly ids: LinkIds;
  readonly opened: CompanySession;
  readonly machineNow: number;
};

async function attempt(
  deps: LogInDeps,
  auth: AuthRecord,
  { ids, opened, machineNow }: Attempt,
): Promise<LoggedIn | UnderWay | undefined> {
  const id = randomText(ATTEMPT_ID_LENGTH, deps.random);
  const begun = await changeLink(deps, ids, (standing) =>
    isOvertaken(auth, standing) ? standing : beginAttempt(standing, id, machineNow),
  );
  if (!begun?.link) return undefined;
  if (begun.link.login?.id !== id) {
    const operation = operationOf(begun.link.running, 'logIn', opened.company.connector);
    if (operation === undefined) return earlierLogin(begun.link, machineNow);
    const { session, connector } = opened;
    const { step } = begun.link.running ?? {};
    return { outcome: await askRunning(session, operation, connector.logIn, step), opened };
  }
  try {
    return { outcome: await opened.connector.logIn(opened.session), opened };
  } catch (error) {
    if (isNothingTried(error))
      await changeLink(deps, ids, (standing) => forgetAttempt(standing, id));
    throw error;
  }
}

/** What an earlier run of the task knows of the login, or for how long that run may still be at it. */
function earlierLogin(
  link: NonNullable<AuthRecord['link']>,
  machineNow: number,
): LoggedIn | UnderWay {
  const state = attemptStateOf(link, machineNow);
  if (state === 'verified') return { outcome: { kind: 'verified' } };
  if (state === 'under-way') return { underWaySeconds: underWaySeconds(link, machineNow) };
  throw new MayHaveTried(new Error('Another run of the task has begun the login'));
}
