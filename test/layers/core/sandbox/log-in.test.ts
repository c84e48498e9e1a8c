import type { Session } from '@billhook/core/company/connector';
import {
  holdCodes,
  holdCodeValues,
  holdSubcodes,
  holdSubcodeValues,
} from '@billhook/core/schemas/hold-codes';
import { describe, expect, test } from 'vitest';
import { onlyBill, sandbox, sessionAt, upcoming } from './support.ts';

const { connector } = sandbox();

const verified = { kind: 'verified' };
const authenticate = { kind: 'authenticate' };
const hold = { kind: 'hold', code: 'account_issue_accept_toc' };
const choices = {
  kind: 'mfa-required',
  challenge: {
    kind: 'code-choice',
    choices: [
      {
        type: 'text',
        mask: expect.stringContaining('*'),
        identifier: 'text',
        label: 'Text message',
      },
      { type: 'email', mask: expect.stringContaining('*'), identifier: 'email', label: 'Email' },
    ],
  },
};
const prompt = {
  kind: 'mfa-required',
  challenge: { kind: 'prompt', request: expect.stringMatching(/\.$/) },
};
const asked = {
  kind: 'mfa-required',
  challenge: {
    kind: 'questions',
    questions: [
      { question: expect.stringMatching(/\?$/), identifier: 'first-pet' },
      { question: expect.stringMatching(/\?$/), identifier: 'city-of-birth' },
    ],
  },
};
const invalid = { kind: 'hold', code: 'authentication_not_completed', subcode: 'invalid-mfa' };

const statuses: [string, unknown][] = [
  ['authenticate', authenticate],
  ['authenticate-later', verified],
  ['hold', hold],
  ['mfa-required-questions', asked],
  ['mfa-required-code', choices],
  ['mfa-required-later', verified],
  ['no-response-later', verified],
  ['password-expired-later', verified],
  ['page-changed-later', verified],
  ['session-ended', verified],
  ['mfa-required-at-payment', verified],
  ['connection-ends', choices],
  ['mfa-required-prompt', prompt],
  ['syncing', verified],
  ['zero-balance', verified],
  ['overdue', verified],
  ['upcoming', verified],
  ['payment-declined', verified],
  ['payment-misreported', verified],
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

describe('the status hold with a code', () => {
  const reasons = holdCodeValues.flatMap((code) => [
    { code },
    ...holdSubcodeValues
      .filter((subcode) => (holdSubcodes[subcode].codes as readonly string[]).includes(code))
      .map((subcode) => ({ code, subcode })),
  ]);
  const statusOf = ({ code, subcode }: { code: string; subcode?: string }) =>
    ['hold', code, subcode].filter(Boolean).join(':');

  test('has each code, and each subcode with each code that it goes with', () => {
    expect(new Set(reasons.map(({ code }) => code)).size).toBe(29);
    expect(new Set(reasons.map((reason) => 'subcode' in reason && reason.subcode)).size).toBe(12);
  });

  test.each(reasons)('$code $subcode', async (reason) => {
    const form = { ...upcoming, status: statusOf(reason) };
    const at = (more: Partial<Session>) => sessionAt('Regular Company 1', form, more);
    const held = { kind: 'hold', ...reason };
    const { holds } = holdCodes[reason.code];
    for (const purpose of ['bill', 'payment', 'swap'] as const) {
      const expected = purpose === holds && holds !== 'bill' ? verified : held;
      expect(await connector.logIn(at({ purpose }))).toEqual(expected);
    }
    expect(await connector.logIn(at({ purpose: 'bill', holdFixed: true }))).toEqual(verified);
  });

  test.each([
    'hold:',
    'hold:because',
    'hold:constructor',
    'hold:account_issue_account_locked:job-timeout',
    'hold:system_issue_with_bill:because',
    'hold:system_issue_with_bill:job-timeout:more',
    'HOLD:account_issue_account_locked',
  ])('%j is no status', async (status) => {
    expect(await connector.logIn(sessionAt('Regular Company 1', { status }))).toEqual(verified);
  });
});

const logins: [string, unknown][] = [
  ['test', verified],
  ['testfail', authenticate],
  ['testhold', hold],
  ['testmfaquestion', asked],
  ['testmfacode', choices],
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

describe.each(['Regular Company 1', 'MFA Company 2'])('a legacy login at %s', (company) => {
  test.each(logins)('%j', async (login, outcome) => {
    for (const name of ['username', 'email']) {
      const form = { [name]: `${login}@test.test.`, password: 'any' };
      expect(await connector.logIn(sessionAt(company, form))).toEqual(outcome);
    }
  });

  test('does nothing beside a status', async () => {
    const form = { username: 'testfail', password: 'any' };
    expect(await connector.logIn(sessionAt(company, { ...form, status: 'hold' }))).toEqual(hold);
    expect(await connector.logIn(sessionAt(company, { ...form, status: 'paid' }))).toEqual(
      verified,
    );
  });

  test('has a bill as everywhere else, or that of the form', async () => {
    const form = { username: 'test', password: 'any' };
    const bill = await onlyBill(sessionAt(company, form));
    expect(bill).toMatchObject({ balanceCents: expect.any(Number), dueOn: '2026-12-05' });
    expect(bill.balanceCents).toBeGreaterThan(0);
    const given = { ...form, balance: '12.00', dueDate: '12/01/2026' };
    expect(await onlyBill(sessionAt(company, given))).toMatchObject({
      balanceCents: 1200,
      dueOn: '2026-12-01',
    });
  });
});

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

const codeCases: [string, string, Record<string, string>][] = [
  ['a status', 'MFA Company 1', { ...upcoming, status: 'mfa-required-code' }],
  ['a login', 'Bramblewick Power', { username: 'testmfacode', password: 'x' }],
];

/** The code is asked for; `sent` and `refused` tell why. */
const entry = (mask: string, sent: boolean) => ({
  kind: 'mfa-required',
  challenge: {
    kind: 'code-entry',
    question: { identifier: 'code', question: expect.stringContaining(mask) },
    sent,
  },
  ...(!sent && { refused: true }),
});

describe.each(codeCases)('a code step of %s', (_, company, form) => {
  const wrong = { codeChoice: 'text', answers: { code: '654321' } };
  test.each<[string, Partial<Session>, unknown]>([
    ['sends the code by text', { codeChoice: 'text' }, entry('0199', true)],
    ['sends the code by email', { codeChoice: 'email' }, entry('@', true)],
    ['asks again where it does not know the choice', { codeChoice: 'fax' }, choices],
    ['takes the right code', { ...wrong, answers: { code: '123456' } }, verified],
    ['asks again after a wrong one', wrong, entry('0199', false)],
    ['sends another, whatever was given', { ...wrong, resendCode: true }, entry('0199', true)],
  ])('%s', async (_name, more, outcome) => {
    expect(await connector.logIn(sessionAt(company, form, more))).toEqual(outcome);
  });
});

describe.each([
  ['a status', 'MFA Company 2', { ...upcoming, status: 'mfa-required-prompt' }],
  ['a login', 'Bramblewick Power', { username: 'testmfaprompt', password: 'x' }],
])('a prompt of %s', (_, company, form) => {
  test.each([
    ['that was pressed lets the user in', true, verified],
    ['that was not pressed asks', false, prompt],
  ])('%s', async (_name, promptPressed, outcome) => {
    expect(await connector.logIn(sessionAt(company, form, { promptPressed }))).toEqual(outcome);
  });
});

describe.each(['hold', 'mfa-required-questions', 'mfa-required-code', 'mfa-required-prompt'])(
  'a session without its user, of %s',
  (status) => {
    const logIn = (more: Partial<Session>) =>
      connector.logIn(sessionAt('Regular Company 1', { status }, more));

    test('is let in where the same credentials were verified before', async () => {
      expect(await logIn({ attended: false, verifiedBefore: true })).toEqual(verified);
    });

    test.each([
      ['they never were', { attended: false }],
      ['the user is there', { attended: true, verifiedBefore: true }],
    ])('is not let in where %s', async (_, more) => {
      expect(await logIn(more)).not.toEqual(verified);
    });
  },
);

test('wrong credentials are wrong without the user as well', async () => {
  const session = sessionAt(
    'Regular Company 1',
    { status: 'authenticate' },
    {
      attended: false,
      verifiedBefore: true,
    },
  );
  expect(await connector.logIn(session)).toEqual(authenticate);
});

test.each([
  ['authenticate-later', authenticate],
  ['mfa-required-later', asked],
])('the status %s meets whoever comes without the user', async (status, outcome) => {
  const more = { attended: false, verifiedBefore: true };
  const session = sessionAt('Regular Company 1', { ...upcoming, status }, more);
  expect(await connector.logIn(session)).toEqual(outcome);
});

describe('a fixed hold', () => {
  test.each([
    ['of a test company', 'Regular Company 1', { status: 'hold' }],
    ['of any other', 'Bramblewick Power', { username: 'testhold', password: 'x' }],
    ['of wrong answers', 'Regular Company 1', { status: 'mfa-required-questions' }],
    ['of a code that never came', 'MFA Company 1', { status: 'mfa-required-code' }],
    ['of a prompt not pressed', 'Bramblewick Power', { username: 'testmfaprompt', password: 'x' }],
  ])('%s is verified', async (_, company, form) => {
    const session = sessionAt(company, form, { holdFixed: true });
    expect(await connector.logIn(session)).toEqual(verified);
  });

  test('does not make wrong credentials right', async () => {
    const session = sessionAt('Regular Company 1', { status: 'authenticate' }, { holdFixed: true });
    expect(await connector.logIn(session)).toEqual(authenticate);
  });
});

test('the status no-response-later never responds to a session without the user', async () => {
  const given = new AbortController();
  const more = { attended: false, verifiedBefore: true, signal: given.signal };
  const form = { ...upcoming, status: 'no-response-later' };
  const ended = connector.logIn(sessionAt('Regular Company 1', form, more));
  const first = Promise.race([ended, Promise.resolve('nothing yet')]);
  expect(await first).toBe('nothing yet');
  given.abort();
  await expect(ended).rejects.toThrow('aborted');
});
