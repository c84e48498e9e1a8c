import { describe, expect, test } from 'vitest';
import { sandbox, sessionAt, upcoming } from './support.ts';

const { connector } = sandbox();

const verified = { kind: 'verified' };
const authenticate = { kind: 'authenticate' };
const hold = { kind: 'hold', code: 'account_issue_accept_toc' };
const code = { kind: 'mfa-required', mfa: { method: 'code' } };
const prompt = { kind: 'mfa-required', mfa: { method: 'prompt' } };
const asked = {
  kind: 'mfa-required',
  mfa: {
    method: 'questions',
    mfa: [
      { question: expect.stringMatching(/\?$/), identifier: 'first-pet' },
      { question: expect.stringMatching(/\?$/), identifier: 'city-of-birth' },
    ],
  },
};
const invalid = { kind: 'hold', code: 'authentication_not_completed', subcode: 'invalid-mfa' };

const statuses: [string, unknown][] = [
  ['authenticate', authenticate],
  ['hold', hold],
  ['mfa-required-questions', asked],
  ['mfa-required-code', code],
  ['mfa-required-prompt', prompt],
  ['syncing', verified],
  ['zero-balance', verified],
  ['overdue', verified],
  ['upcoming', verified],
  ['payment-declined', verified],
  ['paid', verified],
  ['any other value', verified],
  ['HOLD', verified],
  ['', verified],
  ['constructor', verified],
  ['__proto__', verified],
];

describe.each(['Regular Company 1', 'Regular Company 5', 'MFA Company 1'])('at %s', (company) => {
  test.each(statuses)('the status %j', async (status, outcome) => {
    expect(await connector.logIn(sessionAt(company, { ...upcoming, status }))).toEqual(outcome);
  });

  test('no status is verified', async () => {
    expect(await connector.logIn(sessionAt(company, {}))).toEqual(verified);
  });
});

const logins: [string, unknown][] = [
  ['test', verified],
  ['testfail', authenticate],
  ['testhold', hold],
  ['testmfaquestion', asked],
  ['testmfacode', code],
  ['testmfaprompt', prompt],
  ['testpaymentfail', verified],
  ['testswap', verified],
  ['jane', verified],
  ['testing', verified],
  ['constructor', verified],
];

describe.each(['', '@test.test', '@test.test.'])(
  'at any other company with suffix %j',
  (suffix) => {
    test.each(logins)('the login %j', async (login, outcome) => {
      const form = { email: `${login}${suffix}`, password: 'whatever' };
      expect(await connector.logIn(sessionAt('Velvetreel', form))).toEqual(outcome);
    });
  },
);

test('the username selects the case too', async () => {
  const form = { username: 'testhold', password: 'x' };
  expect(await connector.logIn(sessionAt('Bramblewick Power', form))).toEqual(hold);
});

test('a status means nothing at any other company', async () => {
  const form = { username: 'jane', password: 'x', status: 'hold' };
  expect(await connector.logIn(sessionAt('Bramblewick Power', form))).toEqual(verified);
});

const cases: [string, string, Record<string, string>][] = [
  ['a status', 'Regular Company 2', { ...upcoming, status: 'mfa-required-questions' }],
  ['a login', 'Bramblewick Power', { username: 'testmfaquestion', password: 'x' }],
];

describe.each(cases)('answers to questions of %s', (_, company, form) => {
  test.each([
    ['both right', { 'first-pet': 'answer', 'city-of-birth': 'answer' }, verified],
    ['one wrong', { 'first-pet': 'answer', 'city-of-birth': 'Rome' }, invalid],
    ['one missing', { 'first-pet': 'answer' }, invalid],
    ['in capitals', { 'first-pet': 'Answer', 'city-of-birth': 'answer' }, invalid],
    ['none', {}, invalid],
  ])('%s', async (_name, answers, outcome) => {
    expect(await connector.logIn(sessionAt(company, form, { answers }))).toEqual(outcome);
  });
});

describe('a fixed hold', () => {
  test.each([
    ['of a test company', 'Regular Company 1', { status: 'hold' }],
    ['of any other', 'Bramblewick Power', { username: 'testhold', password: 'x' }],
  ])('%s is verified', async (_, company, form) => {
    const session = sessionAt(company, form, { holdFixed: true });
    expect(await connector.logIn(session)).toEqual(verified);
  });

  test('does not make wrong credentials right', async () => {
    const session = sessionAt('Regular Company 1', { status: 'authenticate' }, { holdFixed: true });
    expect(await connector.logIn(session)).toEqual(authenticate);
  });
});
