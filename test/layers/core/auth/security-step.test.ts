import { readLaterAnswers, readStep } from '@billhook/core/auth/security-step';
import type { CompanyChallenge } from '@billhook/core/company/connector';
import { describe, expect, test } from 'vitest';
import { pastedForms } from '../../../support/pasted.ts';
import { NOW } from '../../../support/records.ts';

type Given = Parameters<typeof readStep>[1];

const asks = {
  questions: {
    kind: 'questions',
    questions: [
      { question: 'One?', identifier: 'q1' },
      { question: 'Two?', identifier: 'q2' },
    ],
  },
  choice: {
    kind: 'code-choice',
    choices: [
      { type: 'text', mask: '**99', identifier: 'text', label: 'Text' },
      { type: 'email', mask: 'a**', identifier: 'email', label: 'Email' },
    ],
  },
  code: { kind: 'code-entry', question: { question: 'Code?', identifier: 'code' }, sent: true },
  prompt: { kind: 'prompt', request: 'Press it.' },
} as const satisfies Record<string, CompanyChallenge>;

const sentAt = new Date(NOW).toISOString();
const read = (kind: keyof typeof asks, given: Given, now = NOW) =>
  readStep({ asks: asks[kind], sentAt }, given, now);

const answer = (...identifiers: string[]) =>
  identifiers.map((identifier) => ({ identifier, answer: 'x' }));

test.each<[string, keyof typeof asks, Given, unknown]>([
  [
    'answers to each question',
    'questions',
    { method: 'questions', security: answer('q2', 'q1') },
    { kind: 'answers', answers: answer('q2', 'q1') },
  ],
  [
    'an answer to one of the questions',
    'questions',
    { method: 'questions', security: answer('q1') },
    { kind: 'answers', answers: answer('q1') },
  ],
  [
    'a choice',
    'choice',
    { method: 'code', security: { identifier: 'email' } },
    { kind: 'choice', identifier: 'email' },
  ],
  [
    'the code as an answer to a question',
    'code',
    { method: 'questions', security: answer('code') },
    { kind: 'answers', answers: answer('code') },
  ],
  [
    'the code by its own method',
    'code',
    { method: 'code', security: { identifier: 'code', answer: 'x' } },
    { kind: 'answers', answers: answer('code') },
  ],
  ['a prompt that was pressed', 'prompt', { method: 'prompt' }, { kind: 'pressed' }],
  [
    'a retry that was not asked for',
    'prompt',
    { method: 'prompt', didNotReceiveCode: false },
    { kind: 'pressed' },
  ],
])('%s fits', (_, kind, given, step) => {
  expect(read(kind, given)).toEqual(step);
});

const code = { identifier: 'code', answer: 'x' };

test.each<[string, keyof typeof asks, Given, string]>([
  [
    'one answer is unknown',
    'questions',
    { method: 'questions', security: answer('q1', 'q2', 'q3') },
    'security',
  ],
  [
    'one answer is given twice',
    'questions',
    { method: 'questions', security: answer('q1', 'q1') },
    'security',
  ],
  [
    'all answers are unknown',
    'questions',
    { method: 'questions', security: answer('a', 'b') },
    'security',
  ],
  ['answers are no list', 'questions', { method: 'questions', security: code }, 'security'],
  ['answers are absent', 'questions', { method: 'questions' }, 'security'],
  ['questions are answered by code', 'questions', { method: 'code', security: code }, 'method'],
  ['questions are pressed', 'questions', { method: 'prompt' }, 'method'],
  [
    'the choice is unknown',
    'choice',
    { method: 'code', security: { identifier: 'fax' } },
    'security',
  ],
  ['the choice is absent', 'choice', { method: 'code' }, 'security'],
  [
    'the code comes before the choice',
    'choice',
    { method: 'code', security: { identifier: 'text', answer: '123456' } },
    'security',
  ],
  ['the choice is a list', 'choice', { method: 'code', security: answer('text') }, 'security'],
  ['a choice is answered', 'choice', { method: 'questions', security: answer('text') }, 'method'],
  ['the code is another', 'code', { method: 'questions', security: answer('q1') }, 'security'],
  ['codes are two', 'code', { method: 'questions', security: answer('code', 'code') }, 'security'],
  ['the code is a list by code', 'code', { method: 'code', security: [code] }, 'security'],
  ['the code is no list by questions', 'code', { method: 'questions', security: code }, 'security'],
  [
    'the choice comes twice',
    'code',
    { method: 'code', security: { identifier: 'text' } },
    'security',
  ],
  ['the code is missing', 'code', { method: 'code', security: { identifier: 'code' } }, 'security'],
  ['a code is pressed', 'code', { method: 'prompt' }, 'method'],
  ['a prompt is answered', 'prompt', { method: 'prompt', security: answer('q1') }, 'security'],
  ['a prompt is a question', 'prompt', { method: 'questions', security: answer('q1') }, 'method'],
])('a step does not fit when %s', (_, kind, given, field) => {
  expect(read(kind, given)).toMatchObject({
    failure: 'invalid_request',
    fields: [{ field, code: 'invalid_value' }],
  });
});

describe('another code', () => {
  const lost: Given = { method: 'questions', didNotReceiveCode: true };
  const SECOND = 1000;

  test.each([
    ['at once', 0, 30],
    ['after 29 seconds', 29 * SECOND, 1],
    ['a moment before 30 seconds', 30 * SECOND - 1, 1],
  ])('is refused %s', (_, later, retryAfterSeconds) => {
    expect(read('code', lost, NOW + later)).toEqual({
      failure: 'retry_too_soon',
      retryAfterSeconds,
    });
  });

  test.each(['questions', 'code'] as const)('is sent from 30 seconds on, asked by %s', (method) => {
    expect(read('code', { ...lost, method }, NOW + 30 * SECOND)).toEqual({ kind: 'resend' });
  });

  test.each(['questions', 'choice', 'prompt'] as const)(
    'is refused where none was sent: %s',
    (kind) => {
      expect(read(kind, lost, NOW + 60 * SECOND)).toMatchObject({
        failure: 'invalid_request',
        fields: [{ field: 'didNotReceiveCode' }],
      });
    },
  );

  test('is refused to who gives a code as well', () => {
    const given = { ...lost, security: answer('code') };
    expect(read('code', given, NOW + 60 * SECOND)).toMatchObject({
      failure: 'invalid_request',
      fields: [{ field: 'security' }],
    });
  });
});

describe.each(pastedForms('123456'))('a code with %s', (_, typed) => {
  const answers = [{ identifier: 'code', answer: typed }];
  const step = { kind: 'answers', answers: [{ identifier: 'code', answer: '123456' }] };

  test('fits as the code', () => {
    expect(read('code', { method: 'questions', security: answers })).toEqual(step);
    expect(readLaterAnswers(asks.code, answers)).toEqual(step);
  });

  test('is left as it is where it answers a question', () => {
    const given = [{ identifier: 'q1', answer: typed }];
    expect(read('questions', { method: 'questions', security: given })).toEqual({
      kind: 'answers',
      answers: given,
    });
    expect(readLaterAnswers(asks.questions, given)).toMatchObject({ answers: given });
  });
});

test('a code of blanks is none', () => {
  const security = [{ identifier: 'code', answer: ' \u200b' }];
  expect(read('code', { method: 'questions', security })).toMatchObject({
    fields: [{ field: 'security' }],
  });
});
