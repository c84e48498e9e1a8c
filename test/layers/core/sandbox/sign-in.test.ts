/** Who is let in without a login, and that nobody is ever sent a code for it. */
import type { Session } from '@billhook/core/company/connector';
import { createSandboxConnector } from '@billhook/core/sandbox/connector';
import { connectionOf, liveOf } from '@billhook/core/sandbox/logins';
import { describe, expect, test } from 'vitest';
import { firstSubmission } from '../../../support/submission.ts';
import { card, mapMemory, NOW, sessionAt, upcoming } from './support.ts';

const COMPANY = 'Regular Company 1';

function sandbox() {
  let codes = 0;
  const onCode = () => {
    codes += 1;
  };
  const connector = createSandboxConnector({ memory: mapMemory(), clock: () => NOW, onCode });
  return { connector, codes: () => codes };
}

const wrong = { kind: 'authenticate' };
const asked = { kind: 'mfa-required', challenge: { kind: 'questions' } };
const whereTo = { kind: 'mfa-required', challenge: { kind: 'code-choice' } };
const expired = { kind: 'hold', code: 'account_issue_verify_identity' };
const pageChanged = { kind: 'hold', code: 'system_issue_with_bill', subcode: 'selector-not-found' };

const alone = { attended: false } as const;
const payment = { purpose: 'payment' } as const;
const answers = { 'first-pet': 'answer', 'city-of-birth': 'answer' };
const live = liveOf({ authId: 'auth_1' });
const connection = connectionOf({ authId: 'auth_1' });
const another = { authId: 'auth_2' };

const cases: [string, Partial<Session>, object | undefined][] = [
  ['upcoming', alone, undefined],
  ['mfa-required-code', { ...alone, verifiedBefore: true }, undefined],
  ['authenticate-later', alone, wrong],
  ['authenticate-later', {}, undefined],
  ['mfa-required-later', alone, asked],
  ['password-expired-later', alone, expired],
  ['password-expired-later', {}, undefined],
  ['page-changed-later', alone, pageChanged],
  ['page-changed-later', {}, undefined],
  ['session-ended', {}, asked],
  ['session-ended', { answers }, undefined],
  ['session-ended', { holdFixed: true }, undefined],
  ['session-ended', alone, undefined],
  ['mfa-required-at-payment', {}, undefined],
  ['mfa-required-at-payment', alone, undefined],
  ['mfa-required-at-payment', { ...alone, ...payment }, whereTo],
  ['mfa-required-at-payment', { ...alone, purpose: 'swap' }, whereTo],
  ['mfa-required-at-payment', { ...payment, live }, undefined],
  ['mfa-required-at-payment', { ...payment, live: liveOf(another) }, whereTo],
  ['connection-ends', alone, whereTo],
  ['connection-ends', { ...alone, connection }, undefined],
  ['connection-ends', { ...alone, connection: connectionOf(another) }, whereTo],
];

describe.each(cases)('%s, in a session with %j', (status, more, login) => {
  test(`is ${login ? 'not let in, by any call' : 'let in by all'}`, async () => {
    const { connector, codes } = sandbox();
    const session = sessionAt(COMPANY, { ...upcoming, status }, more);
    const method = card();
    if (method.type !== 'card') throw new Error('It is no card');
    const request = { ...firstSubmission('pay_1'), accountKey: 'a', amountCents: 1, method };
    const results = [
      await connector.listBills(session),
      await connector.pay(session, request),
      await connector.findPayment(session, firstSubmission('pay_1')),
      await connector.swap(session, { attemptId: 'a_1', method }),
      await connector.findSwap(session, 'a_1'),
    ];
    for (const result of results) {
      if (login) expect(result).toMatchObject({ kind: 'not-logged-in', login });
      else expect(result).not.toMatchObject({ kind: 'not-logged-in' });
    }
    expect(codes()).toBe(0);
  });
});

const statuses = [
  ...new Set(cases.map(([status]) => status)),
  ...['mfa-required-questions', 'mfa-required-prompt', 'hold', 'authenticate'],
];

test.each(statuses)('%s sends nobody a code where the user is not there', async (status) => {
  const { connector, codes } = sandbox();
  for (const more of [{}, { verifiedBefore: true as const }, { connection }, payment]) {
    const session = sessionAt(COMPANY, { ...upcoming, status }, { ...alone, ...more });
    const outcome = await connector.logIn(session);
    expect(JSON.stringify(outcome)).not.toContain('"sent":true');
  }
  expect(codes()).toBe(0);
});

test('a code is sent once in a login, again where it is asked for, and never to a device that is known', async () => {
  const { connector, codes } = sandbox();
  const at = (more: Partial<Session>) =>
    sessionAt(COMPANY, { ...upcoming, status: 'connection-ends' }, more);
  await connector.logIn(at({}));
  expect(codes()).toBe(0);
  await connector.logIn(at({ codeChoice: 'text' }));
  expect(codes()).toBe(1);
  await connector.logIn(at({ codeChoice: 'text', answers: { code: '000000' } }));
  expect(codes()).toBe(1);
  await connector.logIn(at({ codeChoice: 'text', resendCode: true }));
  expect(codes()).toBe(2);
  const kept: unknown[] = [];
  const keep = (one: unknown) => kept.push(one);
  const right = { codeChoice: 'text', answers: { code: '123456' } };
  expect(await connector.logIn(at({ ...right, keep }))).toEqual({ kind: 'verified' });
  expect(await connector.logIn(at({ connection, keep }))).toEqual({ kind: 'verified' });
  expect(await connector.logIn(at({ ...alone, connection, keep }))).toEqual({ kind: 'verified' });
  expect(codes()).toBe(2);
  // Without its user it is used, and not renewed.
  expect(kept).toHaveLength(2);
});
