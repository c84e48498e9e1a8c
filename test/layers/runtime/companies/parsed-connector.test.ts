/** A company whose results make no sense, and what callers and operators see of it. */

import type { Connector, Session } from '@billhook/core/company/connector';
import { MayHaveTried, NothingTried } from '@billhook/core/company/nothing-tried';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import type { openReach as OpenReach } from '@billhook/runtime/companies/reach';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { fakeKms } from '../../../support/kms.ts';
import { logged } from '../../../support/logged.ts';
import { memoryTable } from '../../../support/memory-table.ts';
import { NOW } from '../../../support/records.ts';
import { firstSubmission } from '../../../support/submission.ts';

let openReach: typeof OpenReach;

// The other tests are silent; the level is read when the logger is made.
beforeAll(async () => {
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO');
  vi.stubEnv('STAGE', 'production');
  vi.resetModules();
  ({ openReach } = await import('@billhook/runtime/companies/reach'));
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});
afterEach(() => vi.restoreAllMocks());

const [company] = sandboxCompanies;
if (!company) throw new Error('The directory is empty');

const SECRET = 'Ada Tester, 4111111111111111';
const session: Session = {
  company,
  form: { username: SECRET, password: SECRET },
  partnerId: 'ptn_1',
  clientId: 'cl_1',
  authId: 'auth_1',
  attended: false,
  partnerNow: NOW,
};
const method = {
  type: 'card',
  cardNumber: SECRET,
  expMonth: '12',
  expYear: '2040',
  zipcode: '10001',
  name: SECRET,
} as const;
const payment = { ...firstSubmission('pay_1'), accountKey: SECRET, amountCents: 10_000, method };
const asked = { ...firstSubmission('pay_1'), amountCents: 10_000 };
const swap = { attemptId: 'att_1', method };
const paid = { kind: 'paid', amountCents: 10_000, paidAt: NOW } as const;
const bill = { accountKey: SECRET, autopay: 'unknown', autopaySource: 'unknown' } as const;

/** The company's connector as callers get it, where the company returns the same to everything. */
function returning(returned: unknown, meanwhile: (given: Session) => void = () => {}) {
  const answers = async (given: Session) => {
    meanwhile(given);
    return returned as never;
  };
  const given: Connector = {
    capabilities: () => ({
      postingDays: 5,
      namesStatements: false,
      needsCardCode: false,
      countsFailedLogins: false,
    }),
    checkForm: () => [{ field: 'form.username', code: 'required', message: 'Required' }],
    loginOf: () => 'ada',
    logIn: answers,
    listBills: answers,
    pay: answers,
    findPayment: answers,
    swap: answers,
    findSwap: answers,
  };
  const reach = openReach({
    table: memoryTable(),
    clock: () => NOW,
    aws: { kms: fakeKms().kms },
    connectorOf: () => given,
  });
  return reach.connectorOf(session.company);
}

type Reached = ReturnType<typeof returning>;

const calls = {
  logIn: (one: Reached) => one.logIn(session),
  listBills: (one: Reached) => one.listBills(session),
  pay: (one: Reached) => one.pay(session, payment),
  findPayment: (one: Reached) => one.findPayment(session, asked),
  swap: (one: Reached) => one.swap(session, swap),
  findSwap: (one: Reached) => one.findSwap(session, 'att_1'),
};

const questions = [{ question: 'Which pet?', identifier: 'pet' }];
const shutOut = {
  kind: 'not-logged-in',
  login: { kind: 'mfa-required', challenge: { kind: 'questions', questions } },
} as const;
const codeEntry = { kind: 'code-entry', question: questions[0], sent: true } as const;
const sentCode = {
  kind: 'not-logged-in',
  login: { kind: 'mfa-required', challenge: codeEntry },
} as const;

describe('sense', () => {
  test.each([
    ['logIn', { kind: 'verified' }],
    ['listBills', [bill]],
    ['pay', paid],
    ['pay', { kind: 'declined' }],
    ['findPayment', paid],
    ['findPayment', { kind: 'never-taken' }],
    ['findPayment', { kind: 'not-known' }],
    ['swap', { kind: 'completed' }],
    ['findSwap', { kind: 'completed' }],
    ['logIn', { kind: 'mfa-required', challenge: codeEntry }],
    ...(['listBills', 'pay', 'findPayment', 'swap', 'findSwap'] as const).flatMap((member) => [
      [member, shutOut] as const,
      [member, { kind: 'not-logged-in', login: { kind: 'authenticate' } }] as const,
    ]),
    ['findSwap', undefined],
  ] as const)('of %s is handed on, and nothing is logged: %j', async (member, returned) => {
    const lines = await logged(async () => {
      expect(await calls[member](returning(returned))).toEqual(returned);
    });
    expect(lines).toEqual([]);
  });

  test('of what reaches no company is handed on', () => {
    const connector = returning(undefined);
    expect(connector.checkForm(session.company, session.form, NOW)).toHaveLength(1);
    expect(connector.loginOf(session.company, session.form)).toBe('ada');
  });
});

const another = { ...paid, amountCents: 10_000.5, note: SECRET };

describe('nonsense', () => {
  test.each([
    ['pay', another, 'amountCents', { paymentId: 'pay_1' }],
    ['pay', undefined, 'all of it', { paymentId: 'pay_1' }],
    ['pay', SECRET, 'all of it', { paymentId: 'pay_1' }],
    ['findPayment', another, 'amountCents', { paymentId: 'pay_1' }],
    ['findPayment', null, 'all of it', { paymentId: 'pay_1' }],
    ['findPayment', undefined, 'all of it', { paymentId: 'pay_1' }],
    ['swap', { kind: SECRET }, 'kind', { attemptId: 'att_1' }],
    ['swap', undefined, 'all of it', { attemptId: 'att_1' }],
    ['findSwap', { kind: 'held', code: SECRET }, 'code', { attemptId: 'att_1' }],
    ['findSwap', null, 'all of it', { attemptId: 'att_1' }],
    // Nobody can answer, and only a login may have a code sent.
    ['pay', sentCode, 'login.challenge.sent', { paymentId: 'pay_1' }],
    ['findPayment', sentCode, 'login.challenge.sent', { paymentId: 'pay_1' }],
    ['swap', sentCode, 'login.challenge.sent', { attemptId: 'att_1' }],
    [
      'pay',
      { kind: 'not-logged-in', login: { kind: 'verified' } },
      'login.kind',
      { paymentId: 'pay_1' },
    ],
  ] as const)('of %s is an unknown outcome: %j', async (member, returned, field, ids) => {
    const lines = await logged(async () => {
      const unclear = member === 'findPayment' ? 'not-known' : 'unknown';
      expect(await calls[member](returning(returned))).toEqual({ kind: unclear });
    });
    expectReport(lines, { member, field, ...ids });
  });

  test.each([
    ['logIn', { kind: SECRET }, 'kind'],
    ['logIn', undefined, 'all of it'],
    ['listBills', [{ ...bill, dueOn: SECRET }], 'bills.0.dueOn'],
    ['listBills', [bill, bill], 'accountKey'],
    ['listBills', undefined, 'all of it'],
    ['listBills', sentCode, 'login.challenge.sent'],
    ['logIn', shutOut, 'kind'],
  ] as const)('of %s fails: %j', async (member, returned, field) => {
    const lines = await logged(async () => {
      const failure = await calls[member](returning(returned)).catch((error) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(`${failure.message} ${failure.stack} ${failure.cause}`).not.toContain(SECRET);
    });
    expectReport(lines, { member, field });
  });

  /** One line, of ids alone, that CloudWatch counts. */
  function expectReport(lines: readonly string[], fields: object): void {
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain(SECRET);
    const { partnerId, clientId, authId } = session;
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'ERROR',
      ...{ companyId: session.company._id, partnerId, clientId, authId, ...fields },
      Stage: 'production',
      CompanyNonsense: 1,
      _aws: {
        Timestamp: NOW,
        CloudWatchMetrics: [
          {
            Namespace: 'Billhook',
            Dimensions: [['Stage']],
            Metrics: [{ Name: 'CompanyNonsense', Unit: 'Count' }],
          },
        ],
      },
    });
  }
});

describe('what a session gives to be kept', () => {
  const expiresAt = NOW + 1000;
  const value = SECRET;
  const live = { handle: SECRET, seconds: 900 };

  /** What is kept of what a company gives, and what is logged. */
  async function keeping(given: unknown) {
    const kept: unknown[] = [];
    const connector = returning(undefined, (one) => one.keep?.(given as never));
    const keep = (one: unknown) => kept.push(one);
    const lines = await logged(async () => {
      expect(await connector.findSwap({ ...session, keep }, 'att_1')).toBeUndefined();
      expect(await connector.findSwap(session, 'att_1')).toBeUndefined();
    });
    return { kept, lines };
  }

  test.each([
    { connection: { value, expiresAt } },
    { connection: { value: 'é'.repeat(8192), expiresAt }, live },
    { connection: null },
    { live },
    {},
  ])('is handed on: %#', async (given) => {
    expect(await keeping(given)).toEqual({ kept: [given], lines: [] });
  });

  test.each([
    [{ connection: { value: `${'é'.repeat(8192)}!`, expiresAt } }, 'connection.value'],
    [{ connection: { value: '', expiresAt } }, 'connection.value'],
    [{ connection: { value, expiresAt: 0 } }, 'connection.expiresAt'],
    [{ connection: { value, expiresAt: Number.NaN } }, 'connection.expiresAt'],
    [{ connection: { value } }, 'connection.expiresAt'],
    [{ live: { ...live, seconds: 901 } }, 'live.seconds'],
    [{ live: { ...live, handle: 'x'.repeat(513) } }, 'live.handle'],
    [undefined, 'all of it'],
  ])('and breaks a limit is not kept: %#', async (given, field) => {
    const { kept, lines } = await keeping(given);
    expect(kept).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ member: 'keep', field, CompanyNonsense: 1 });
    expect(lines[0]).not.toContain(SECRET);
  });
});

test('a company that cannot be reached is no nonsense: the failure is passed on', async () => {
  const away = new Error('away');
  const connector = returning(Promise.reject(away));
  const lines = await logged(async () => {
    const failed = connector.pay(session, payment);
    await expect(failed).rejects.toMatchObject({ name: 'MayHaveTried', cause: away });
  });
  expect(lines).toEqual([]);
});

describe('a call that fails', () => {
  test.each(['logIn', 'listBills', 'pay', 'findPayment', 'swap', 'findSwap'] as const)(
    'of %s may have tried the credentials, unless the connector says otherwise',
    async (member) => {
      const argument = { pay: payment, findPayment: asked, swap, findSwap: 'att_1' };
      const given = member in argument ? argument[member as keyof typeof argument] : undefined;
      for (const [error, name] of [
        [new Error('away'), 'MayHaveTried'],
        [new NothingTried(), 'NothingTried'],
      ] as const) {
        const call = returning(Promise.reject(error))[member] as (...all: unknown[]) => unknown;
        await expect(call(session, given)).rejects.toMatchObject({ name });
      }
    },
  );

  test('keeps where it happened', () => {
    const cause = new Error('away');
    expect(new MayHaveTried(cause).stack).toBe(cause.stack);
  });
});
