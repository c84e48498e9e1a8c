/** The canned answers of the browser tests: none is one that the service could not give. */
import { describe, expect, test } from 'vitest';
import { allStates } from '../browser/all-states.ts';
import { basics } from '../browser/scene.ts';
import {
  answerProblems,
  isRefusal,
  problemsOf,
  recordProblems,
  type Stubs,
  triggerProblems,
} from '../support/stub-check.ts';

/** Answers that change as they are asked for are looked at before and after each request. */
function momentsOf(answers: Stubs): Stubs[] {
  const read = (routes: readonly string[]) =>
    Object.fromEntries(routes.map((route) => [route, answers[route]]));
  const [shown, asked] = [
    Object.keys(answers).filter((route) => route.startsWith('GET ')),
    Object.keys(answers).filter((route) => !route.startsWith('GET ')),
  ];
  const opened = read(asked.filter((route) => route === 'POST /module/session'));
  const before = read(shown);
  const requests = { ...opened, ...read(asked) };
  return [
    { ...before, ...requests },
    { ...read(shown), ...requests },
  ];
}

const states = allStates.map((state) => ({ name: `${state.page}: ${state.name}`, state }));

test.each(states)('$name: the service answers so', ({ state }) => {
  const moments = momentsOf(state.answers ?? {});
  const [before = {}] = moments;
  expect([
    ...moments.flatMap((moment) => [...answerProblems(moment), ...recordProblems(moment)]),
    ...triggerProblems(before, { ...basics, ...before }),
  ]).toEqual([]);
});

test('what stands behind all of them is answered so too', () => {
  expect([...answerProblems(basics), ...recordProblems(basics)]).toEqual([]);
});

describe('A canned answer is found out', () => {
  const held = {
    _id: 'auth_1',
    status: { type: 'hold' },
    reason: { code: 'account_issue_accept_toc', userMessage: 'Accept them.' },
  };
  test.each([
    ['of no operation', 'GET /auths', {}],
    [
      'with a code that the operation does not have',
      'GET /auth/auth_1',
      { status: 409, code: 'bill_paid' },
    ],
    [
      'with the status of another code',
      'GET /auth/auth_1',
      { status: 409, code: 'auth_not_found' },
    ],
    ['without a part', 'GET /auth/auth_1', { linking: false }],
    ['with a part of its own', 'POST /auth/auth_1/fix-hold', { success: true, more: 1 }],
  ])('%s', (_why, route, answer) => {
    expect(problemsOf(route, answer)).not.toEqual([]);
    expect(isRefusal(answer)).toBe('code' in answer);
  });

  test('that the state of what is shown forbids', () => {
    const accepted = { success: true, message: '', authId: 'auth_1' };
    const route = 'POST /auth/auth_1/continue';
    const shown = (status: string) => ({
      'GET /auth/auth_1': { ...held, status: { type: status } },
    });
    expect(triggerProblems({ [route]: accepted }, shown('mfa-required'))).not.toEqual([]);
    expect(triggerProblems({ [route]: accepted }, shown('hold'))).toEqual([]);
    expect(
      triggerProblems({ 'POST /auth/auth_1/fix-hold': { success: true } }, shown('verified')),
    ).toEqual(['POST /auth/auth_1/fix-hold: not in verified']);
  });
});
