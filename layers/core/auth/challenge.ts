/**
 * Security challenges: what each kind is called, how long it waits, and how it is shown
 * (decision: linking-and-challenges).
 *
 * A challenge stands in its auth's record while it is open. Its token carries its auth, so that a
 * step reads one item; an accepted step spends it.
 */

import { type RandomBytes, randomText } from '../base/ids.ts';
import type { CompanyChallenge } from '../company/connector.ts';
import type { ChallengeData, Mfa, MfaMethod, Question } from '../schemas/auth.ts';
import type { HoldSubcode } from '../schemas/hold-codes.ts';

const SECRET_LENGTH = 24;

/** How long a code or a prompt waits for the user. */
export const CODE_WAIT_SECONDS = 5 * 60;
/** How long questions wait. */
export const QUESTIONS_WAIT_SECONDS = 24 * 60 * 60;
/** How long after a code was sent another can be asked for. */
export const RESEND_WAIT_SECONDS = 30;
/** The third wrong code ends a link; the first two are asked for again. */
export const MAX_WRONG_CODES = 3;
/** Challenges that one link may meet, those that ask again included. */
export const MAX_CHALLENGES_PER_LINK = 12;

export type ChallengeKind = CompanyChallenge['kind'];

/** A challenge that the user can answer. */
export type OpenChallenge = {
  readonly asks: CompanyChallenge;
  /** Names it to `POST /auth/step`. */
  readonly token: string;
  readonly openedAt: string;
  /** From this instant on it is as good as unknown. */
  readonly expiresAt: string;
  /** When the code that is asked for was sent. */
  readonly sentAt?: string;
  /** Lets the workflow that waits for the answer go on. Shown to nobody. */
  readonly taskToken: string;
};

type KindEntry = {
  /** `method` of the challenge and of its auth's `mfa`: the code itself is asked for as a question. */
  readonly method: MfaMethod;
  readonly waitSeconds: number;
  /** Why the auth is on hold when nobody answered. */
  readonly unanswered: HoldSubcode;
  /** Whether the user can say that the code never came. */
  readonly showRetry?: true;
};

const code = {
  method: 'code',
  waitSeconds: CODE_WAIT_SECONDS,
  unanswered: 'no-mfa-response-received',
} as const;

export const challengeKinds: Readonly<Record<ChallengeKind, KindEntry>> = {
  questions: {
    method: 'questions',
    waitSeconds: QUESTIONS_WAIT_SECONDS,
    unanswered: 'unanswered-mfa-question',
  },
  'code-choice': code,
  'code-entry': { ...code, method: 'questions', showRetry: true },
  prompt: { ...code, method: 'prompt' },
};

export function newChallengeToken(authId: string, random: RandomBytes): string {
  return `${authId}_${randomText(SECRET_LENGTH, random)}`;
}

/** The auth that a token claims to be of; nothing when the token is not of our making. */
export function authIdOfChallenge(token: string): string | undefined {
  return /^(auth_[0-9A-Za-z]{20}_[0-9A-Za-z]{14})_[0-9A-Za-z]{24}$/.exec(token)?.[1];
}

export function isExpired({ expiresAt }: Pick<OpenChallenge, 'expiresAt'>, now: number): boolean {
  return now >= Date.parse(expiresAt);
}

/** What the auth says of a challenge: questions are answered there too, by answer-questions. */
export function mfaOf(asks: CompanyChallenge): Mfa {
  const { method } = challengeKinds[asks.kind];
  const questions = questionsOf(asks);
  return questions.length > 0 ? { method, mfa: [...questions] } : { method };
}

/** What a challenge asks in words, which is answered in words. */
export function questionsOf(asks: CompanyChallenge): readonly Question[] {
  if (asks.kind === 'questions') return asks.questions;
  return asks.kind === 'code-entry' ? [asks.question] : [];
}

/** The data of the challenge's event: exactly what the interface says, and nothing of ours. */
export function presentChallenge(
  { asks, token }: OpenChallenge,
  auth: ChallengeData['auth'],
): ChallengeData {
  const { method, showRetry } = challengeKinds[asks.kind];
  return { method, input: inputOf(asks), token, ...(showRetry && { showRetry }), auth };
}

function inputOf(asks: CompanyChallenge): ChallengeData['input'] {
  switch (asks.kind) {
    case 'questions':
      return [...asks.questions];
    case 'code-choice':
      return [...asks.choices];
    case 'code-entry':
      return [asks.question];
    case 'prompt':
      return { request: asks.request };
  }
}
