/**
 * What a challenge does to its auth: the company asks, the workflow waits, the user answers or does
 * not (decision: linking-and-challenges). Each is one change of one record, so that whoever comes
 * second finds it done.
 *
 * `asking` (what the company wants, not shown yet) → `challenge` (open, with the token of the task
 * that waits) → `accepted` (answered, the task may go on) → the next login.
 */

import { instantText } from '../base/dates.ts';
import { type Failure, fail } from '../base/errors.ts';
import { without } from '../base/members.ts';
import { dueAttributes } from '../base/table-keys.ts';
import type { ChallengedLogin, CompanyChallenge, LoginOutcome } from '../company/connector.ts';
import type { Question } from '../schemas/auth.ts';
import type { HoldSubcode } from '../schemas/hold-codes.ts';
import { authStateOf, authStates } from '../states/auth-states.ts';
import { refuse } from '../states/state-machine.ts';
import {
  type AuthRecord,
  type Link,
  type LinkSecurity,
  linkedAccount,
  withLoginOutcome,
} from './auth.ts';
import {
  challengeKinds,
  isExpired,
  MAX_CHALLENGES_PER_LINK,
  MAX_WRONG_CODES,
  mfaOf,
  type OpenChallenge,
  questionsOf,
} from './challenge.ts';
import type { PassingRef } from './passing.ts';
import type { Step } from './security-step.ts';

/** When a link is looked at again whose workflow is at work. */
const WORKING_SECONDS = 10 * 60;
/** After a challenge has expired, its workflow has this long to say so before the sweep looks. */
const OVERDUE_SECONDS = 2 * 60;
/** A workflow waits this much longer than its challenge is open, so that the challenge ends first. */
const WAIT_MARGIN_SECONDS = 15;
/** Executions of one link that may each be lost with an accepted step. */
export const MAX_RUNS = 3;

const noSteps: LinkSecurity = { asked: 0, refused: 0, answers: [] };

/** Records what came of a login: its end, or what the company asks next. */
export function recordLogin(auth: AuthRecord, outcome: LoginOutcome, now: number): AuthRecord {
  if (outcome.kind !== 'mfa-required') return withLoginOutcome(auth, outcome);
  const { link } = auth;
  // A login that ran twice at once is counted once: the other has recorded what is asked.
  if (!link || waitSecondsOf(auth) !== undefined) return auth;
  const counted = countChallenge(link.security ?? noSteps, outcome, now);
  // It was asked while the bills were read: the login that follows is another.
  const security = link.login?.verified ? { ...counted, askedBefore: counted.asked } : counted;
  const spent =
    security.refused >= wrongAnswersAllowed(outcome) || security.asked > MAX_CHALLENGES_PER_LINK;
  if (spent) return holdUnfinished(auth, 'invalid-mfa');
  // The session that read its bills may have been the one that was asked.
  const over = ['accepted', 'login', 'readingBills', 'running'] as const;
  const next = { ...without(link, over), asking: outcome.challenge, security };
  return changeLink(auth, next, now + WORKING_SECONDS * 1000);
}

/**
 * Whether another run of the same task has recorded what the company asked since `read`: the user may
 * have answered that already, and it is asked once.
 */
export function isOvertaken(read: AuthRecord, standing: AuthRecord): boolean {
  return read.link?.security?.asked !== standing.link?.security?.asked;
}

function countChallenge(
  security: LinkSecurity,
  { challenge, refused }: ChallengedLogin,
  now: number,
): LinkSecurity {
  const sent = challenge.kind === 'code-entry' && challenge.sent;
  return {
    ...without(security, ['lastStep']),
    asked: security.asked + 1,
    refused: security.refused + (refused ? 1 : 0),
    ...(sent && { codeSentAt: instantText(now) }),
  };
}

/** A wrong code is asked for again; nothing else is. */
function wrongAnswersAllowed({ challenge, refused }: ChallengedLogin): number {
  if (!refused) return Number.POSITIVE_INFINITY;
  return challenge.kind === 'code-entry' ? MAX_WRONG_CODES : 1;
}

/** How long the workflow waits for an answer to what the company asks; nothing when it asks nothing. */
export function waitSecondsOf(auth: AuthRecord): number | undefined {
  const asks = auth.link?.asking ?? auth.challenge?.asks;
  return asks && challengeKinds[asks.kind].waitSeconds + WAIT_MARGIN_SECONDS;
}

/**
 * The workflow waits: what the company asks becomes visible, together with the task token that an
 * answer needs. A workflow that waits a second time, because it was not sure of the first, has
 * another task token and nothing else.
 */
export function withOpenChallenge(
  auth: AuthRecord,
  { token, taskToken, now }: { token: string; taskToken: string; now: number },
): AuthRecord {
  const { link } = auth;
  if (!link) return auth;
  // The answer was faster: the sweep tells the task that waits now.
  if (link.accepted) return changeLink(auth, { ...link, accepted: { taskToken } }, now);
  if (auth.challenge) return { ...auth, challenge: { ...auth.challenge, taskToken } };
  const { asking, ...waiting } = link;
  if (!asking) return auth;
  const expires = now + challengeKinds[asking.kind].waitSeconds * 1000;
  const opened: OpenChallenge = {
    asks: asking,
    token,
    taskToken,
    openedAt: instantText(now),
    expiresAt: instantText(expires),
    ...(asking.kind === 'code-entry' && { sentAt: link.security?.codeSentAt }),
  };
  return asks(changeLink(auth, waiting, expires + OVERDUE_SECONDS * 1000), opened);
}

/** The challenge that can be answered now. */
export function answerable(auth: AuthRecord, now: number): OpenChallenge | undefined {
  const { challenge, link } = auth;
  return challenge && link && !isExpired(challenge, now) ? challenge : undefined;
}

/** What answer-questions answers: a challenge that asks in words. */
export function askedInWords(auth: AuthRecord, now: number) {
  const asks = answerable(auth, now)?.asks;
  if (asks && questionsOf(asks).length > 0) return asks;
  return refuse(authStates, authStateOf(auth), 'answer-questions');
}

/**
 * Takes a step: the challenge is spent, and its workflow may go on. Due at once, so that the sweep
 * wakes the workflow if nobody else does. If questions are left open, the workflow waits on for them,
 * and a challenge with `token` asks them (decision: questions-in-parts).
 */
export function withAcceptedStep(
  auth: AuthRecord,
  step: Step,
  given: { readonly answers?: PassingRef; readonly now: number; readonly token: string },
): AuthRecord | Failure<'challenge_not_found'> {
  const { answers, now, token } = given;
  const challenge = answerable(auth, now);
  const { link } = auth;
  if (!challenge || !link) return fail('challenge_not_found');
  const known = link.security ?? noSteps;
  const security: LinkSecurity = {
    ...known,
    answers: answers ? [...known.answers, answers] : known.answers,
    lastStep: step.kind,
    ...(step.kind === 'choice' && { codeChoice: step.identifier }),
  };
  const left = step.kind === 'answers' ? leftOf(challenge.asks, step.answers) : [];
  if (left.length > 0) {
    const open = { kind: 'questions', questions: left } as const;
    return asks({ ...auth, link: { ...link, security } }, { ...challenge, asks: open, token });
  }
  const accepted = { taskToken: challenge.taskToken };
  return { ...changeLink(auth, { ...link, accepted, security }, now), challenge: undefined };
}

function asks(auth: AuthRecord, challenge: OpenChallenge): AuthRecord {
  return { ...linkedAccount(auth), status: 'mfa-required', mfa: mfaOf(challenge.asks), challenge };
}

function leftOf(
  asks: CompanyChallenge,
  answers: readonly { readonly identifier: string }[],
): readonly Question[] {
  const given = new Set(answers.map(({ identifier }) => identifier));
  return questionsOf(asks).filter(({ identifier }) => !given.has(identifier));
}

/** Nobody answered in time. An answer that was accepted at the last moment still counts. */
export function expireChallenge(auth: AuthRecord): AuthRecord {
  if (auth.link?.accepted) return auth;
  const asks = auth.challenge?.asks ?? auth.link?.asking;
  const unanswered = asks && challengeKinds[asks.kind].unanswered;
  return holdUnfinished(auth, unanswered ?? 'no-mfa-response-received');
}

/**
 * The link in another execution of its workflow, if a step was accepted, if the company was given no
 * credentials yet, or if it is known what is running there; nothing when too many were lost.
 */
export function rerunLink(auth: AuthRecord, now: number): AuthRecord | undefined {
  const { link } = auth;
  const runs = (link?.runs ?? 0) + 1;
  if (!link || runs >= MAX_RUNS) return undefined;
  // What is running is asked about, and not begun again.
  const tried = link.login !== undefined && !link.running;
  if (!link.accepted && (tried || waitSecondsOf(auth) !== undefined)) return undefined;
  return changeLink(auth, { ...link, runs, accepted: undefined }, now);
}

/** The task that waits for an answer, or is about to be told of one. */
export function waitingTask(auth: AuthRecord | undefined): string | undefined {
  return auth?.challenge?.taskToken ?? auth?.link?.accepted?.taskToken;
}

function holdUnfinished(auth: AuthRecord, subcode: HoldSubcode): AuthRecord {
  return withLoginOutcome(auth, { kind: 'hold', code: 'authentication_not_completed', subcode });
}

/** `dueAt`: when the sweep looks at the link, in milliseconds since the epoch. */
function changeLink(auth: AuthRecord, link: Link, dueAt: number): AuthRecord {
  const due = dueAttributes('link', auth._id, instantText(dueAt));
  return { ...auth, link, ...due };
}
