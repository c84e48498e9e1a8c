/** The model's half of challenges and their answers (decision: linking-and-challenges). */
import type { Context } from './calls.ts';
import { MINUTE } from './clock.ts';
import type { Seen } from './company.ts';
import { Mismatch } from './divergence.ts';
import {
  CODE_ID,
  type ExpectedLogin,
  expectedLogin,
  leave,
  questionIds,
  statusOf,
} from './logins.ts';
import type { Answer } from './rules.ts';
import type {
  ChallengeKind,
  LinkRequest,
  ModelAuth,
  ModelChallenge,
  ModelLink,
  StepKind,
} from './state.ts';
import type { Progress } from './tasks.ts';

const waits: Readonly<Record<ChallengeKind, number>> = {
  questions: 24 * 60 * MINUTE,
  'code-choice': 5 * MINUTE,
  'code-entry': 5 * MINUTE,
  prompt: 5 * MINUTE,
};

const RESEND_WAIT = 30_000;
/** Answers are refused after two days (decision: passing-table). */
const ANSWERS_COUNT = 2 * 24 * 60 * MINUTE;
const MAX_WRONG_CODES = 3;
const MAX_CHALLENGES = 12;

/** Ends the link; answers what it asked for. */
export function endLink(auth: ModelAuth): LinkRequest {
  const { items = [], methodId, billId, maxCents, id } = auth.link ?? {};
  auth.lastLinkId = id ?? auth.lastLinkId;
  auth.link = undefined;
  auth.challenge = undefined;
  return { items, methodId, billId, maxCents };
}

/** The link came to nothing, and resumes as what it was. */
export function holdLink(auth: ModelAuth): void {
  const interrupted = endLink(auth);
  Object.assign(auth, { status: 'hold', interrupted });
}

/** As long as another run of the task may be at a login. */
const AT_A_LOGIN = 65_000;

/**
 * `waits`: another run may be at it. `failed`: the password may have been tried, and is not tried again.
 */
export function logIn(
  auth: ModelAuth,
  { login }: Seen,
  { now, progress }: { readonly now: number; readonly progress: Progress },
): string {
  const { link } = auth;
  if (!link || link.asking || auth.challenge) return 'mfa-required';
  if (link.login === 'verified') return 'verified';
  if (link.login) return now - link.login.begunAt < AT_A_LOGIN ? 'waits' : 'failed';
  if (progress !== 'done') {
    link.login = { begunAt: now };
    return 'failed';
  }
  link.answers = answersAt(link, now);
  const expected = expectedLogin(auth, now);
  if (login?.outcome.kind !== expected.kind) {
    throw new Mismatch(`The login came to ${login?.outcome.kind}, not ${expected.kind}`);
  }
  if (expected.kind === 'verified') {
    link.login = 'verified';
    leave(auth, link, now);
    return 'verified';
  }
  if (expected.kind === 'hold') {
    holdLink(auth);
    return 'hold';
  }
  if (!expected.asks) {
    endLink(auth);
    Object.assign(auth, { status: 'authenticate', interrupted: undefined });
    return 'authenticate';
  }
  return ask(auth, link, expected, now);
}

/** The session had ended before the bills were read: questions that were answered are not asked again. */
export function askAgain(auth: ModelAuth, now: number): string | undefined {
  const { link } = auth;
  if (!link) return undefined;
  const status = statusOf(auth);
  const asks = status === 'session-ended' && !link.holdFixed && !answersAt(link, now);
  if (asks) return ask(auth, link, { asks: 'questions' }, now);
  const pays = status === 'mfa-required-at-payment' && link.items.includes('payment');
  const isOver = link.live === undefined || now >= link.live.until;
  return pays && isOver ? ask(auth, link, { asks: 'code-choice' }, now) : undefined;
}

function ask(
  auth: ModelAuth,
  link: ModelLink,
  expected: Pick<ExpectedLogin, 'asks' | 'refused' | 'sent'>,
  now: number,
): string {
  link.asked += 1;
  link.refused += expected.refused ? 1 : 0;
  link.lastStep = undefined;
  if (expected.sent) link.codeSentAt = now;
  if (link.refused >= MAX_WRONG_CODES || link.asked > MAX_CHALLENGES) {
    holdLink(auth);
    return 'hold';
  }
  Object.assign(link, { asking: expected.asks, accepted: false, login: undefined });
  return 'mfa-required';
}

/** The workflow waits: what the company asks can be answered. */
export function openChallenge({ ids, now }: Context, auth: ModelAuth): void {
  const { link } = auth;
  if (!link?.asking || link.accepted || auth.challenge) return;
  const kind = link.asking;
  auth.challenge = {
    ...{ kind, token: ids.challengeOf(auth.id), expiresAt: now + waits[kind] },
    ...(kind === 'code-entry' && { sentAt: link.codeSentAt }),
    asked: { questions: questionIds, 'code-entry': [CODE_ID] }[kind as string] ?? [],
  };
  link.asking = undefined;
  auth.status = 'mfa-required';
}

export function closeChallenge(auth: ModelAuth): string {
  if (auth.link?.accepted) return 'answered';
  holdLink(auth);
  return 'hold';
}

function answersAt({ rounds = [] }: ModelLink, now: number): ModelLink['answers'] {
  const counting = rounds.filter(({ until }) => now < until);
  return counting.length > 0
    ? Object.assign({}, ...counting.map(({ answers }) => answers))
    : undefined;
}

export function openChallengeOf(auth: ModelAuth | undefined, now: number) {
  const { challenge, link } = auth ?? {};
  return challenge && link && now < challenge.expiresAt ? challenge : undefined;
}

/** What a user may do about a challenge, whether it fits or not. */
export type GivenStep = {
  readonly kind: StepKind;
  readonly answers?: Readonly<Record<string, string>>;
  readonly choice?: string;
};

export function takeStep(
  { now, ids }: Context,
  auth: ModelAuth,
  challenge: ModelChallenge,
  step: GivenStep,
): Answer {
  const refusal = whyNoStep(challenge, step, now);
  const { link } = auth;
  if (refusal || !link) return refusal ?? 'challenge_not_found';
  const given = step.kind === 'answers' ? Object.keys(step.answers ?? {}) : challenge.asked;
  const left = challenge.asked.filter((id) => !given.includes(id));
  const open = { ...challenge, token: ids.challengeOf(auth.id), asked: left };
  auth.challenge = left.length > 0 ? open : undefined;
  link.accepted = left.length === 0;
  link.lastStep = step.kind;
  if (step.kind === 'answers') {
    const until = now + ANSWERS_COUNT;
    link.rounds = [...(link.rounds ?? []), { answers: step.answers, until }];
  }
  if (step.kind === 'choice') link.codeChoice = step.choice;
  return 'ok';
}

const fitting: Readonly<Record<ChallengeKind, readonly StepKind[]>> = {
  questions: ['answers'],
  'code-choice': ['choice'],
  'code-entry': ['answers', 'resend'],
  prompt: ['pressed'],
};

function whyNoStep(
  { kind, asked, sentAt = 0 }: ModelChallenge,
  step: GivenStep,
  now: number,
): Answer | undefined {
  if (!fitting[kind].includes(step.kind)) return 'invalid_request';
  if (step.kind === 'resend') return now - sentAt < RESEND_WAIT ? 'retry_too_soon' : undefined;
  if (step.kind !== 'answers') return undefined;
  const given = Object.keys(step.answers ?? {});
  const fits = given.length > 0 && given.every((id) => asked.includes(id));
  return fits ? undefined : 'invalid_request';
}
