/**
 * The result of a step of `POST /auth/step`, checked against the challenge that it answers
 * (decision: linking-and-challenges).
 */

import { type Failure, fail } from '../base/errors.ts';
import { plainText } from '../base/plain-text.ts';
import type { CompanyChallenge } from '../company/connector.ts';
import type { CodeChoice, GivenAnswers, GivenStep, Question } from '../schemas/auth.ts';
import {
  challengeKinds,
  type OpenChallenge,
  questionsOf,
  RESEND_WAIT_SECONDS,
} from './challenge.ts';

/** A step that fits. */
export type Step =
  | { readonly kind: 'answers'; readonly answers: readonly Answer[] }
  | { readonly kind: 'choice'; readonly identifier: string }
  | { readonly kind: 'pressed' }
  | { readonly kind: 'resend' };

type Answer = GivenAnswers[number];

export type StepRefusal = Failure<'invalid_request' | 'retry_too_soon'>;

type Given = Omit<GivenStep, 'token'>;

export function readStep(
  { asks, sentAt }: Pick<OpenChallenge, 'asks' | 'sentAt'>,
  given: Given,
  now: number,
): Step | StepRefusal {
  return given.didNotReceiveCode ? readResend(asks, given, now, sentAt) : readAnswer(asks, given);
}

/** The answers of answer-questions, to a challenge that asks in words: its questions, or its code. */
export function readLaterAnswers(
  asks: CompanyChallenge,
  answers: GivenAnswers,
): Step | Failure<'invalid_request'> {
  if (asks.kind === 'code-entry') return readCode(asks.question, answers, 'answers');
  return readAnswers(questionsOf(asks), answers, 'answers');
}

/** Whether answers fit questions: some or all of them, each answered once, and nothing else. */
function readAnswers(
  questions: readonly Question[],
  answers: GivenAnswers,
  field: string,
): Step | Failure<'invalid_request'> {
  const asked = new Set(questions.map(({ identifier }) => identifier));
  const given = new Set(answers.map(({ identifier }) => identifier));
  if (given.size === answers.length && given.isSubsetOf(asked)) {
    return { kind: 'answers', answers };
  }
  return misfit(field, 'Expected one answer for an open question each, with its identifier');
}

function readAnswer(asks: CompanyChallenge, given: Given): Step | StepRefusal {
  switch (asks.kind) {
    case 'questions':
      return readQuestions(asks.questions, given);
    case 'code-choice':
      return readChoice(asks.choices, given);
    case 'code-entry':
      return readCodeStep(asks.question, given);
    case 'prompt':
      return readPress(given);
  }
}

function readQuestions(questions: readonly Question[], { method, security }: Given) {
  if (method !== 'questions') return wrongMethod('questions');
  if (!Array.isArray(security)) return misfit('security', 'Expected a list of answers');
  return readAnswers(questions, security, 'security');
}

function readChoice(choices: readonly CodeChoice[], { method, security }: Given) {
  if (method !== 'code') return wrongMethod('code');
  const chosen = security && !Array.isArray(security) ? security : undefined;
  const known = choices.some(({ identifier }) => identifier === chosen?.identifier);
  if (!chosen || !known || chosen.answer !== undefined) {
    return misfit('security', 'Expected the `identifier` of one of the choices, and no answer');
  }
  return { kind: 'choice', identifier: chosen.identifier } as const;
}

/** The code arrives as the answer to a question, or with the challenge's own method. */
function readCodeStep(question: Question, { method, security }: Given) {
  if (method === 'prompt') return wrongMethod('questions');
  const fits = Array.isArray(security) === (method === 'questions');
  return readCode(question, security && fits ? [security].flat() : [], 'security');
}

function readCode(
  { identifier }: Question,
  [only, ...others]: readonly { readonly identifier: string; readonly answer?: string }[],
  field: string,
): Step | Failure<'invalid_request'> {
  const code = plainText(only?.answer ?? '');
  if (code === '' || others.length > 0 || only?.identifier !== identifier) {
    return misfit(field, 'Expected the code as the answer to the one question');
  }
  return { kind: 'answers', answers: [{ identifier, answer: code }] };
}

function readPress({ method, security }: Given) {
  if (method !== 'prompt') return wrongMethod('prompt');
  if (security !== undefined)
    return misfit('security', 'Expected no value: the user only confirms a prompt');
  return { kind: 'pressed' } as const;
}

/** Another code, where one was asked for and enough time has passed since it was sent. */
function readResend(
  asks: CompanyChallenge,
  { method, security }: Given,
  now: number,
  sentAt: string | undefined,
): Step | StepRefusal {
  if (!challengeKinds[asks.kind].showRetry || method === 'prompt') {
    return misfit('didNotReceiveCode', 'No code was sent for this challenge');
  }
  if (security && [security].flat().some(({ answer }) => answer !== undefined)) {
    return misfit('security', 'Expected no code, because the user did not receive one');
  }
  const waited = now - Date.parse(sentAt ?? '');
  const missing = RESEND_WAIT_SECONDS - waited / 1000;
  if (missing > 0) return fail('retry_too_soon', { retryAfterSeconds: Math.ceil(missing) });
  return { kind: 'resend' };
}

function wrongMethod(method: string): Failure<'invalid_request'> {
  return misfit('method', `Expected an answer that fits the challenge's method, ${method}`);
}

function misfit(field: string, message: string): Failure<'invalid_request'> {
  return fail('invalid_request', { fields: [{ field, code: 'invalid_value', message }] });
}
