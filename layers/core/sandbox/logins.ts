/**
 * How each kind of login ends on the sandbox, and what it asks of the user first
 * (decision: sandbox-answers).
 */

import { DAY_MILLISECONDS } from '../base/dates.ts';
import type {
  CompanyChallenge,
  LoginOutcome,
  NotLoggedIn,
  RefusedLogin,
  Session,
} from '../company/connector.ts';
import { holdCodes } from '../schemas/hold-codes.ts';
import type { InputCase, LoginCase } from './test-logins.ts';

/** The answer to every question of the sandbox. */
export const RIGHT_ANSWER = 'answer';
/** Every code that it sends. */
export const RIGHT_CODE = '123456';

const questions = [
  { question: 'What was the name of your first pet?', identifier: 'first-pet' },
  { question: 'In which city were you born?', identifier: 'city-of-birth' },
];

const choices = [
  { type: 'text', mask: '***-***-0199', identifier: 'text', label: 'Text message' },
  { type: 'email', mask: 'a***@test.example', identifier: 'email', label: 'Email' },
] as const;

const CODE_IDENTIFIER = 'code';

/** These ask the user, or wait until the user has acted. */
const needsUser: ReadonlySet<LoginCase> = new Set(['hold', 'questions', 'code', 'prompt']);

type Login = (session: Session) => LoginOutcome | Promise<LoginOutcome>;

export function logInAs(
  { login, hold }: Pick<InputCase, 'login' | 'hold'>,
  session: Session,
): LoginOutcome | Promise<LoginOutcome> {
  // Nobody could answer, and who has been let in before is let in again. After a hold, the user says
  // that what it asked for is done.
  const known = session.holdFixed || (!session.attended && session.verifiedBefore);
  if (known && needsUser.has(login)) return verified;
  if (!hold) return logins[login](session);
  // What holds a payment or a swap lets in whoever comes for one.
  const { holds } = holdCodes[hold.code];
  const later = holds !== 'bill' && holds === session.purpose;
  return later ? verified : { kind: 'hold', ...hold };
}

/**
 * Signs in for whatever is not a login: nothing where the session is let in. Nobody is sent anything.
 */
export function signInAs(
  { login }: Pick<InputCase, 'login'>,
  session: Session,
): NotLoggedIn | undefined {
  const refused = refusals[login]?.(session);
  return refused && { kind: 'not-logged-in', login: refused };
}

const verified = { kind: 'verified' } as const;

/** How long a connection counts. */
const CONNECTION_DAYS = 7;
/** How long the session of a link stays open. */
const LIVE_SECONDS = 10 * 60;

/** It opens nothing: on the sandbox it only has to be the one that was given. */
export function connectionOf({ authId }: Pick<Session, 'authId'>): string {
  return `sandbox-connection-of-${authId}`;
}

export function liveOf({ authId }: Pick<Session, 'authId'>): string {
  return `sandbox-session-of-${authId}`;
}

function isRemembered(session: Session): boolean {
  return session.connection === connectionOf(session);
}

/** The user gets a connection that counts from now on, in the place of the one before it. */
function remember(session: Session): LoginOutcome {
  const expiresAt = session.partnerNow + CONNECTION_DAYS * DAY_MILLISECONDS;
  session.keep?.({ connection: { value: connectionOf(session), expiresAt } });
  return verified;
}

const wrong = { kind: 'authenticate' } as const;
const expired = { kind: 'hold', code: 'account_issue_verify_identity' } as const;
const pageChanged = {
  kind: 'hold',
  code: 'system_issue_with_bill',
  subcode: 'selector-not-found',
} as const;
const whereTo = () => asks({ kind: 'code-choice', choices });
const theQuestions = () => asks({ kind: 'questions', questions });

/** A login that meets those who come without the user. */
const later =
  (refused: () => RefusedLogin): Login =>
  ({ attended }) =>
    attended ? verified : refused();

type Refusal = (session: Session) => RefusedLogin | undefined;

const unlessAttended =
  (refused: () => RefusedLogin): Refusal =>
  ({ attended }) =>
    attended ? undefined : refused();

/** Of each login that lets in not everybody who comes after it, who is not let in. */
const refusals: Readonly<Partial<Record<LoginCase, Refusal>>> = {
  'authenticate-later': unlessAttended(() => wrong),
  'questions-later': unlessAttended(theQuestions),
  'expired-later': unlessAttended(() => expired),
  'page-changed-later': unlessAttended(() => pageChanged),
  'session-ended': ({ attended, answers, holdFixed }) =>
    attended && !answers && !holdFixed ? theQuestions() : undefined,
  'code-at-payment': (session) => {
    const wanted = session.purpose === 'payment' || session.purpose === 'swap';
    return wanted && session.live !== liveOf(session) ? whereTo() : undefined;
  },
  remembered: (session) => (isRemembered(session) ? undefined : whereTo()),
};

const logins: Readonly<Record<LoginCase, Login>> = {
  verified: () => verified,
  authenticate: () => wrong,
  'authenticate-later': later(() => wrong),
  hold: () => ({ kind: 'hold', code: 'account_issue_accept_toc' }),
  questions: ({ answers }) => (answers ? judged(answers) : theQuestions()),
  'questions-later': later(theQuestions),
  'expired-later': later(() => expired),
  'page-changed-later': later(() => pageChanged),
  // Its questions come when the bills are read.
  'session-ended': ({ answers }) => (answers ? judged(answers) : verified),
  code: ({ codeChoice, answers, resendCode }) => {
    const choice = choices.find(({ identifier }) => identifier === codeChoice);
    if (!choice) return whereTo();
    const given = answers?.[CODE_IDENTIFIER];
    const question = {
      question: `Which code did we send to ${choice.mask}?`,
      identifier: CODE_IDENTIFIER,
    };
    if (resendCode || given === undefined) {
      return asks({ kind: 'code-entry', question, sent: true });
    }
    if (given === RIGHT_CODE) return verified;
    return { ...asks({ kind: 'code-entry', question, sent: false }), refused: true };
  },
  prompt: ({ promptPressed }) =>
    promptPressed
      ? verified
      : asks({ kind: 'prompt', request: 'Approve the login in the app of the company.' }),
  'code-at-payment': (session) => {
    session.keep?.({ live: { handle: liveOf(session), seconds: LIVE_SECONDS } });
    return verified;
  },
  remembered: async (session) => {
    if (!session.attended) return isRemembered(session) ? verified : whereTo();
    if (isRemembered(session) || session.holdFixed) return remember(session);
    const outcome = await logins.code(session);
    return outcome.kind === 'verified' ? remember(session) : outcome;
  },
  down: () => {
    throw new Error('The company does not respond');
  },
  'silent-later': ({ attended, signal }) => (attended ? verified : givenUp(signal)),
};

function judged(answers: NonNullable<Session['answers']>): LoginOutcome {
  return questions.every(({ identifier }) => answers[identifier] === RIGHT_ANSWER)
    ? verified
    : { kind: 'hold', code: 'authentication_not_completed', subcode: 'invalid-mfa' };
}

/** Never ends by itself, only once the session is given up. */
function givenUp(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal?.addEventListener('abort', () => reject(signal.reason));
  return promise;
}

function asks(challenge: CompanyChallenge) {
  return { kind: 'mfa-required', challenge } as const;
}
