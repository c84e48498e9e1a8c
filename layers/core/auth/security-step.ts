/**
 * The result of a step of `POST /auth/step`, checked against the challenge that it answers
 * (decision: linking-and-challenges).
 */

import { type Failure, fail } from '../base/errors.ts';
import { plainText } from '../base/plain-text.ts';
import type { CompanyChallenge } from '../company/connector.ts';
import type { GivenAnswers, GivenStep, Question } from '../schemas/auth.ts';
import {
  type ChallengeKind,
  challengeKinds,
  type OpenChallenge,
  questionsOf,
  RESEND_WAIT_SECONDS,
} from './challenge.ts';

/** A step that fits. */
export type Step =
  | { readonly kind: 'answers'; readonly answers: GivenAnswers }
  | { readonly kind: 'choice'; readonly identifier: string }
  | { readonly kind: 'pressed' }
  | { readonly kind: 'resend' };

type Misfit = Failure<'invalid_request'>;
export type StepRefusal = Misfit | Failure<'retry_too_soon'>;

type Given = Omit<GivenStep, 'token'>;

export function readStep(
  { asks, sentAt }: Pick<OpenChallenge, 'asks' | 'sentAt'>,
  given: Given,
  now: number,
): Step | StepRefusal {
  return given.didNotReceiveCode ? readResend(asks, given, now, sentAt) : readAnswer(asks, given);
}

/** The answers of answer-questions, to a challenge that asks in words: its questions, or its code. */
export function readLaterAnswers(asks: CompanyChallenge, answers: GivenAnswers): Step | Misfit {
  if (asks.kind === 'code-entry') return readCode(asks.question, answers, 'answers');
  return readAnswers(questionsOf(asks), answers, 'answers');
}

/** Whether answers fit questions: some or all of them, each answered once, and nothing else. */
function readAnswers(
  questions: readonly Question[],
  answers: GivenAnswers,
  field: string,
): Step | Misfit {
  const asked = new Set(questions.map(({ identifier }) => identifier));
  const given = new Set(answers.map(({ identifier }) => identifier));
  if (given.size === answers.length && given.isSubsetOf(asked)) return { kind: 'answers', answers };
  return misfit(field, 'Expected one answer for an open question each, with its identifier');
}

/** The methods that answer a challenge of a kind; the first is named where another was given. */
const methods: Readonly<Record<ChallengeKind, readonly [Given['method'], ...Given['method'][]]>> = {
  questions: ['questions'],
  'code-choice': ['code'],
  'code-entry': ['questions', 'code'],
  prompt: ['prompt'],
};

function readAnswer(asks: CompanyChallenge, { method, security }: Given): Step | Misfit {
  const fitting = methods[asks.kind];
  if (!fitting.includes(method))
    return misfit('method', `Expected an answer that fits the challenge's method, ${fitting[0]}`);
  if (asks.kind === 'prompt') {
    if (security === undefined) return { kind: 'pressed' };
    return misfit('security', 'Expected no value: the user only confirms a prompt');
  }
  if (asks.kind === 'questions') {
    if (Array.isArray(security)) return readAnswers(asks.questions, security, 'security');
    return misfit('security', 'Expected a list of answers');
  }
  if (asks.kind === 'code-entry') {
    // The code arrives as the answer to a question, or with the challenge's own method.
    const fits = Array.isArray(security) === (method === 'questions');
    return readCode(asks.question, security && fits ? [security].flat() : [], 'security');
  }
  const chosen = security && !Array.isArray(security) ? security : undefined;
  const known = asks.choices.find(({ identifier }) => identifier === chosen?.identifier);
  if (known && chosen?.answer === undefined)
    return { kind: 'choice', identifier: known.identifier };
  return misfit('security', 'Expected the `identifier` of one of the choices, and no answer');
}

function readCode(
  { identifier }: Question,
  [only, ...others]: readonly { readonly identifier: string; readonly answer?: string }[],
  field: string,
): Step | Misfit {
  const code = plainText(only?.answer ?? '');
  if (code !== '' && others.length === 0 && only?.identifier === identifier)
    return { kind: 'answers', answers: [{ identifier, answer: code }] };
  return misfit(field, 'Expected the code as the answer to the one question');
}

/** Another code, where one was asked for and enough time has passed since it was sent. */
function readResend(
  asks: CompanyChallenge,
  { method, security }: Given,
  now: number,
  sentAt = '',
): Step | StepRefusal {
  if (!challengeKinds[asks.kind].showRetry || method === 'prompt')
    return misfit('didNotReceiveCode', 'No code was sent for this challenge');
  if (security && [security].flat().some(({ answer }) => answer !== undefined))
    return misfit('security', 'Expected no code, because the user did not receive one');
  const missing = RESEND_WAIT_SECONDS - (now - Date.parse(sentAt)) / 1000;
  if (missing > 0) return fail('retry_too_soon', { retryAfterSeconds: Math.ceil(missing) });
  return { kind: 'resend' };
}

function misfit(field: string, message: string): Misfit {
  return fail('invalid_request', { fields: [{ field, code: 'invalid_value', message }] });
}
