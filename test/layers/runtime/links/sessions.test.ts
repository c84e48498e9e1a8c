/**
 * The sessions of a link, and of what comes after it, at the sandbox's companies: who is asked, how
 * often a code is sent, and what the next session gets (decisions: connections-and-live-sessions, nobody-logged-in).
 */
import { randomBytes } from 'node:crypto';
import { type AuthRecord, requestLink } from '@billhook/core/auth/auth';
import { answerable } from '@billhook/core/auth/auth-challenge';
import type { Step } from '@billhook/core/auth/security-step';
import { DAY_MILLISECONDS, instantText } from '@billhook/core/base/dates';
import { newOwnedId } from '@billhook/core/base/ids';
import { clientKey } from '@billhook/core/base/table-keys';
import { newClient } from '@billhook/core/client/client';
import type { CompanyBill, Connector, Session } from '@billhook/core/company/connector';
import type { EventRecord } from '@billhook/core/events/event';
import { newPaymentMethod } from '@billhook/core/method/payment-method';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { newPayment } from '@billhook/core/payment/transitions';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { createSandboxConnector } from '@billhook/core/sandbox/connector';
import { attemptIdOf } from '@billhook/core/swap/swap';
import { openRuntime, type Runtime } from '@billhook/runtime/companies/runtime';
import { acceptStep } from '@billhook/runtime/links/accept-step';
import { refreshAuth } from '@billhook/runtime/links/refresh-auth';
import { startLinkedPayment } from '@billhook/runtime/links/start-linked-payment';
import { writeBeginning } from '@billhook/runtime/payments/begin';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { sandboxMemory } from '@billhook/runtime/stores/sandbox-memory';
import { settleSwap } from '@billhook/runtime/swaps/settle';
import { startLinkedSwap } from '@billhook/runtime/swaps/start-linked';
import { submitSwap } from '@billhook/runtime/swaps/submit';
import { type Outside, openOutside } from '@billhook/runtime/table/outside';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as logIn } from '../../../../functions/workflow/log-in.ts';
import { handler as openChallenge } from '../../../../functions/workflow/open-challenge.ts';
import { handler as readBills } from '../../../../functions/workflow/read-bills.ts';
import { fakeKms } from '../../../support/kms.ts';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';
import {
  authRecord,
  clientId,
  methodRecord,
  NOW,
  partnerId,
  TODAY,
  unnoticed,
} from '../../../support/records.ts';

const MINUTE = 60_000;
const company = sandboxCompanies.find(({ name }) => name === 'Regular Company 1');
if (!company) throw new Error('The directory lacks the company');

let table: MemoryTable;
let outside: Outside;
let runtime: Runtime;
let now: number;
/** Codes that users were sent. */
let codes: number;
/** Each call of the company, with its session. */
let calls: { readonly member: string; readonly session: Session }[];

beforeEach(async () => {
  for (const name of ['VAULT_KEY_ARN', 'FINGERPRINT_KEY_ARN', 'PAY_BILL_ARN', 'SWAP_CARD_ARN'])
    vi.stubEnv(name, `arn:${name}`);
  vi.stubEnv('STAGE', 'sandbox');
  now = NOW;
  codes = 0;
  calls = [];
  table = memoryTable(() => now);
  const stepFunctions = { send: async () => ({}) } as never;
  const aws = { kms: fakeKms().kms, stepFunctions };
  const fingerprint = async (...parts: readonly string[]) => Buffer.from(parts.join());
  const memory = sandboxMemory(table, fingerprint, () => now);
  const onCode = () => {
    codes += 1;
  };
  const connector = watched(createSandboxConnector({ memory, clock: () => NOW, onCode }));
  outside = openOutside({ table, aws, clock: () => now, connectorOf: () => connector });
  runtime = openRuntime(outside);
  await runtime.companies.merge([company]);
  const client = newClient({ identifier: 'u' }, { clientId, partnerId, now: instantText(NOW) });
  await table.write([{ put: { ...clientKey(clientId), ...client } }]);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

function watched(connector: Connector): Connector {
  const watch =
    (member: string, call: (session: Session, more: never) => Promise<unknown>) =>
    (session: Session, more?: unknown) => {
      calls.push({ member, session });
      return call(session, more as never);
    };
  // What needs no call is none.
  const { capabilities, checkForm, checkStored, loginOf, ...others } = connector;
  const members = Object.entries(others).map(([name, call]) => [name, watch(name, call as never)]);
  const rules = { capabilities, checkForm, checkStored, loginOf };
  return { ...rules, ...Object.fromEntries(members) };
}

type Asked = {
  readonly items?: readonly ('bill' | 'payment' | 'swap')[];
  readonly standing?: AuthRecord;
  readonly maxCents?: number;
  readonly chosenCents?: number;
};

const form = (status: string) => ({ balance: '100.00', dueDate: '12/31/2026', status });

/** A link that was asked for: by `POST /auth`, or with the credentials of an auth that stands. */
async function linking(status: string, { items = ['bill'], standing, ...most }: Asked = {}) {
  const linkId = newOwnedId('link', clientId, randomBytes);
  const summary = { ...authRecord().company, _id: company?._id ?? '' };
  const { version: _first, status: _none, ...identity } = authRecord({ company: summary });
  const recordId = identity._id;
  const credentials = await runtime.vault.seal({ clientId, recordId }, form(status));
  const paymentMethodId = items.includes('bill') ? undefined : await cardOf();
  const swaps = items.includes('swap') || undefined;
  const asks = { items, paymentMethodId, swaps, ...most };
  const link = { linkId, requestedAt: instantText(now), ...asks };
  const asked = standing
    ? { ...requestLink(standing, { ...standing, link }), connection: standing.connection }
    : requestLink(undefined, { ...identity, credentials, link });
  await table.write([runtime.auths.save(asked, standing)]);
  return asked;
}

/** A card of the client. */
async function cardOf(): Promise<string> {
  const given = methodRecord();
  const fields = { cardNumber: '4111111111111111', cardCode: '123' };
  const sealed = await runtime.vault.seal({ clientId, recordId: given._id }, fields);
  const method = newPaymentMethod({ ...given, sealed }, now);
  await table.write([runtime.methods.save(...unnoticed(method))]);
  return method._id;
}

const stored = async ({ _id }: Pick<AuthRecord, '_id'>) =>
  (await runtime.auths.findAny(_id)) as AuthRecord;

const right: Readonly<Record<string, string>> = {
  'first-pet': 'answer',
  'city-of-birth': 'answer',
  code: '123456',
};

type Came = { readonly outcome: string };
type Task = { readonly over: (outside: Outside) => (input: never) => Promise<unknown> };

const idsOf = ({ _id: authId, link }: AuthRecord) => ({ linkId: link?.linkId, authId, clientId });

async function run(task: Task, auth: AuthRecord, more: object = {}): Promise<Came> {
  return (await task.over(outside)({ ...idsOf(auth), ...more } as never)) as Came;
}

/** Does what the workflow does, and answers what the user is asked. @returns what came of each task. */
async function follow(auth: AuthRecord, answers = right): Promise<string[]> {
  const came: string[] = [];
  for (let next: 'log in' | 'read' | undefined = 'log in'; next; ) {
    const { outcome } = await run(next === 'read' ? readBills : logIn, auth);
    came.push(outcome);
    if (outcome === 'verified') next = 'read';
    else if (outcome === 'mfa-required') {
      await answer(auth, answers);
      next = 'log in';
    } else next = undefined;
  }
  return came;
}

async function answer(auth: AuthRecord, answers: typeof right): Promise<void> {
  await run(openChallenge, auth, { taskToken: 'task' });
  const asked = await stored(auth);
  const challenge = answerable(asked, now)?.asks;
  if (!challenge) throw new Error('Nobody is asked anything');
  const questions = challenge.kind === 'questions' ? challenge.questions : [];
  const all = challenge.kind === 'code-entry' ? [challenge.question] : questions;
  const step: Step =
    challenge.kind === 'code-choice'
      ? { kind: 'choice', identifier: 'text' }
      : {
          kind: 'answers',
          answers: all.map(({ identifier }) => ({ identifier, answer: answers[identifier] ?? '' })),
        };
  expect(await acceptStep(runtime, asked, step, now)).toBe('task');
}

/** The reading of a day, where it is due. */
async function readOn(auth: AuthRecord, days: number): Promise<AuthRecord> {
  now = NOW + days * DAY_MILLISECONDS;
  await refreshAuth(runtime, auth._id, now);
  return stored(auth);
}

async function told(): Promise<EventRecord[]> {
  const log = { partition: clientId, prefix: 'event#' };
  return (await table.query<EventRecord>(log)).items;
}

/** A payment that was ordered by the API, and has begun. */
async function order(auth: AuthRecord): Promise<PaymentRecord> {
  const [billId = ''] = (await stored(auth)).billIds;
  const bill = await runtime.bills.findAny(billId);
  const method = await runtime.methods.findAny(await cardOf());
  if (!bill || !method) throw new Error('The bill is gone');
  const paymentId = newOwnedId('pay', clientId, randomBytes);
  const payment = newPayment(bill, { paymentId, payOn: TODAY, partnerNow: now });
  const begun = await writeBeginning(runtime, { bill, method, payment }, now);
  if (typeof begun === 'symbol' || 'failure' in begun) throw new Error('It did not begin');
  return begun;
}

describe('a session that ended before the bills were read', () => {
  test('asks in the same link, and then reads', async () => {
    const auth = await linking('session-ended');
    expect(await follow(auth)).toEqual(['verified', 'mfa-required', 'verified', 'recorded']);
    expect(await stored(auth)).toMatchObject({ status: 'verified', verifiedBefore: true });
    expect(calls.map(({ member }) => member)).toEqual(['logIn', 'listBills', 'logIn', 'listBills']);
  });

  test('and whose task is run again, opens no second one', async () => {
    const auth = await linking('session-ended');
    await run(logIn, auth);
    const first = await run(readBills, auth);
    expect(first).toEqual({ outcome: 'mfa-required', waitSeconds: 86_415 });
    expect(await run(readBills, auth)).toEqual(first);
    expect(await run(logIn, auth)).toMatchObject({ outcome: 'mfa-required' });
    expect(calls).toHaveLength(2);
    // Whoever watches the link sees that it is not the bills that are read.
    expect((await stored(auth)).link?.readingBills).toBeUndefined();
  });

  test('holds the account after wrong answers', async () => {
    const auth = await linking('session-ended');
    const wrong = { 'first-pet': 'no', 'city-of-birth': 'no' };
    expect(await follow(auth, wrong)).toEqual(['verified', 'mfa-required', 'hold']);
    expect((await stored(auth)).hold?.subcode).toBe('invalid-mfa');
  });

  test.each([
    [{ kind: 'authenticate' }, 'authenticate'],
    [{ kind: 'hold', code: 'account_issue_verify_identity' }, 'hold'],
  ] as const)('or finds %j, ends the link so', async (login, status) => {
    const refuses = {
      ...outside.connectorOf?.(company),
      listBills: async () => ({ kind: 'not-logged-in', login }),
    };
    outside = { ...outside, connectorOf: () => refuses as never };
    const auth = await linking('upcoming');
    expect(await follow(auth)).toEqual(['verified', status]);
    expect(await stored(auth)).toMatchObject({ status });
    expect(await run(readBills, auth)).toMatchObject({ outcome: status });
  });
});

describe('the live session of a link', () => {
  test('reads its bills and makes its payment: its user is there, and is sent nothing', async () => {
    const auth = await linking('mfa-required-at-payment', { items: ['payment'] });
    expect(await follow(auth)).toEqual(['verified', 'recorded']);
    const linked = await stored(auth);
    const { linkId = '' } = auth.link ?? {};
    expect(await startLinkedPayment(runtime, linked, linkId, now)).toBe('started');
    const bill = await runtime.bills.findAny(linked.billIds[0] ?? '');
    expect(await submitPayment(runtime, bill?.pendingPaymentId ?? '', now)).toBe('paid');
    const paying = calls.filter(({ member }) => member !== 'logIn');
    expect(paying.map(({ member }) => member)).toEqual(['listBills', 'listBills', 'pay']);
    for (const { session } of paying) {
      expect(session).toMatchObject({ attended: true, purpose: 'payment' });
      expect(session.live).toMatch(/^sandbox-session-of-/);
    }
    expect(codes).toBe(0);
  });

  test.each([
    ['owes more than its user was shown: nothing', { maxCents: 9_999 }, 'refused', undefined],
    ['owes what its user was shown: that, never more', { maxCents: 10_000 }, 'started', 10_000],
    ['is paid what was chosen', { chosenCents: 10_000, maxCents: 10_000 }, 'started', 10_000],
    [
      'does not take what was chosen: nothing',
      { chosenCents: 9_999, maxCents: 9_999 },
      'refused',
      undefined,
    ],
  ] as const)('%s', async (_what, shown, came, most) => {
    const auth = await linking('upcoming', { items: ['payment'], ...shown });
    expect(await follow(auth)).toEqual(['verified', 'recorded']);
    const linked = await stored(auth);
    expect(await startLinkedPayment(runtime, linked, auth.link?.linkId ?? '', now)).toBe(came);
    const bill = await runtime.bills.findAny(linked.billIds[0] ?? '');
    const payment = await runtime.payments.findAny(bill?.pendingPaymentId ?? '');
    expect(payment?.agreed?.maxCents).toBe(most);
    // The link is over in either case.
    expect((await stored(auth)).link).toBeUndefined();
  });

  test.each([
    ['what its user chose, of a bill that charges less otherwise', 31_040, 'started', 31_040],
    [
      'nothing, where what was chosen is none of its balances any more',
      31_041,
      'refused',
      undefined,
    ],
  ] as const)('pays %s', async (_what, cents, came, most) => {
    const asked = { chosenCents: cents, maxCents: cents };
    const auth = await linking('upcoming', { items: ['payment'], ...asked });
    expect(await follow(auth)).toEqual(['verified', 'recorded']);
    const linked = await stored(auth);
    const billId = linked.billIds[0] ?? '';
    const bill = await runtime.bills.findAny(billId);
    if (!bill) throw new Error('There is no bill');
    // As a card has it: the balance is its minimum.
    const more = { statementBalanceCents: 31_040, fullBalanceCents: 125_000 };
    const reported = { ...bill.reported, ...more };
    const owing = { ...bill, reported, version: bill.version + 1 };
    await table.write([runtime.bills.save(owing, bill)]);
    expect(await startLinkedPayment(runtime, linked, auth.link?.linkId ?? '', now)).toBe(came);
    const paymentId = (await runtime.bills.findAny(billId))?.pendingPaymentId ?? '';
    const agreed = (await runtime.payments.findAny(paymentId))?.agreed;
    expect([agreed?.cents, agreed?.maxCents, agreed?.chosenCents]).toEqual([most, most, most]);
  });

  test('puts a card on file', async () => {
    const auth = await linking('mfa-required-at-payment', { items: ['swap'] });
    expect(await follow(auth)).toEqual(['verified', 'recorded']);
    const { linkId = '' } = auth.link ?? {};
    expect(await startLinkedSwap(runtime, { authId: auth._id, linkId }, now)).toBe('started');
    const swap = await runtime.swaps.findAny((await stored(auth)).openSwapId ?? '');
    if (!swap) throw new Error('There is no swap');
    const ids = { swapId: swap._id, attemptId: attemptIdOf(swap) };
    expect(await submitSwap(runtime, ids, now)).toBe('completed');
    expect(calls.at(-1)).toMatchObject({ member: 'swap', session: { attended: true } });
  });

  describe('is closed once the link is over', () => {
    let fails: boolean;
    beforeEach(() => {
      fails = false;
      const connector = outside.connectorOf?.(company as never) as Connector;
      const endSession = async (session: Session) => {
        calls.push({ member: 'endSession', session });
        if (fails) throw new Error('away');
      };
      outside = { ...outside, connectorOf: () => ({ ...connector, endSession }) };
      runtime = openRuntime(outside);
    });
    const closed = () =>
      calls.flatMap(({ member, session }) => (member === 'endSession' ? [session.live] : []));
    const handle = expect.stringMatching(/^sandbox-session-of-/);

    test.each([false, true])(
      'by the reading of the bills (its connector fails: %s)',
      async (it) => {
        fails = it;
        const auth = await linking('mfa-required-at-payment');
        expect(await follow(auth)).toEqual(['verified', 'recorded']);
        expect(closed()).toEqual([handle]);
        expect(await stored(auth)).toMatchObject({ status: 'verified' });
      },
    );

    test('by its payment, and not before', async () => {
      const auth = await linking('mfa-required-at-payment', { items: ['payment'] });
      await follow(auth);
      const linked = await stored(auth);
      await startLinkedPayment(runtime, linked, auth.link?.linkId ?? '', now);
      expect(closed()).toEqual([]);
      const bill = await runtime.bills.findAny(linked.billIds[0] ?? '');
      expect(await submitPayment(runtime, bill?.pendingPaymentId ?? '', now)).toBe('paid');
      expect(closed()).toEqual([handle]);
    });

    test('by its swap, and not before', async () => {
      const auth = await linking('mfa-required-at-payment', { items: ['swap'] });
      await follow(auth);
      await startLinkedSwap(runtime, { authId: auth._id, linkId: auth.link?.linkId ?? '' }, now);
      expect(closed()).toEqual([]);
      const swap = await runtime.swaps.findAny((await stored(auth)).openSwapId ?? '');
      const attemptId = swap ? attemptIdOf(swap) : '';
      expect(await submitSwap(runtime, { swapId: swap?._id ?? '', attemptId }, now)).toBe(
        'completed',
      );
      expect(closed()).toEqual([handle]);
    });

    test('unless none was left open', async () => {
      await follow(await linking('upcoming'));
      expect(closed()).toEqual([]);
    });
  });

  test.each([
    ['is over', 10 * MINUTE, 'closed'],
    ['is not', 10 * MINUTE - 1, 'paid'],
  ] as const)('is not used once it %s', async (_is, passed, came) => {
    const auth = await linking('mfa-required-at-payment', { items: ['payment'] });
    await follow(auth);
    const linked = await stored(auth);
    await startLinkedPayment(runtime, linked, auth.link?.linkId ?? '', now);
    const bill = await runtime.bills.findAny(linked.billIds[0] ?? '');
    now += passed;
    expect(await submitPayment(runtime, bill?.pendingPaymentId ?? '', now)).toBe(came);
    expect(calls.at(-1)?.session.attended).toBe(came === 'paid');
  });

  test('is no other payment’s: that finds nobody who could be asked', async () => {
    const auth = await linking('mfa-required-at-payment');
    await follow(auth);
    const payment = await order(auth);
    expect(await submitPayment(runtime, payment._id, now)).toBe('closed');
    expect(calls.at(-1)).toMatchObject({ member: 'listBills', session: { attended: false } });
    expect((await runtime.payments.findAny(payment._id))?.status).toBe('cancelled');
    expect((await told()).map(({ type }) => type)).toContain('auth.needs-resync');
    expect((await stored(auth)).status).toBe('hold');
    expect(codes).toBe(0);
  });
});

describe('a reading of a part of the accounts', () => {
  const bill = (accountKey: string, balanceCents: number): CompanyBill => ({
    ...{ accountKey, balanceCents, dueOn: '2026-12-31' },
    ...{ autopay: 'disabled', autopaySource: 'company' },
  });
  let listed: Awaited<ReturnType<Connector['listBills']>>;
  beforeEach(() => {
    const connector = outside.connectorOf?.(company as never) as Connector;
    outside = {
      ...outside,
      connectorOf: () => ({ ...connector, listBills: async () => listed }),
    };
    runtime = openRuntime(outside);
  });
  const balances = async (auth: AuthRecord) => {
    const { billIds } = await stored(auth);
    const bills = await Promise.all(billIds.map((id) => runtime.bills.findAny(id)));
    return bills.map((one) => one?.reported.balanceCents);
  };

  test('adds and changes what it shows, leaves the rest as it was, and a full one settles it', async () => {
    listed = [bill('a', 1_000), bill('b', 2_000)];
    const auth = await linking('upcoming');
    expect(await follow(auth)).toEqual(['verified', 'recorded']);
    listed = { kind: 'partial', bills: [bill('b', 2_500), bill('c', 3_000)] };
    const partly = await readOn(auth, 2);
    expect(partly).toMatchObject({ status: 'verified', partialSince: instantText(now) });
    expect(partly.refresh?.failures).toBe(0);
    expect(await balances(auth)).toEqual([1_000, 2_500, 3_000]);
    const first = partly.partialSince;
    expect((await readOn(auth, 4)).partialSince).toBe(first);
    listed = [bill('a', 1_100), bill('b', 2_500), bill('c', 3_000)];
    expect((await readOn(auth, 6)).partialSince).toBeUndefined();
    expect(await balances(auth)).toEqual([1_100, 2_500, 3_000]);
  });

  test('links an account, and says so', async () => {
    listed = { kind: 'partial', bills: [bill('a', 1_000)] };
    const auth = await linking('upcoming');
    expect(await follow(auth)).toEqual(['verified', 'recorded']);
    expect(await stored(auth)).toMatchObject({
      status: 'verified',
      partialSince: instantText(now),
    });
    expect(await balances(auth)).toEqual([1_000]);
  });

  test('that shows an account twice is not believed', async () => {
    listed = { kind: 'partial', bills: [bill('a', 1_000), bill('a', 1_100)] };
    const auth = await linking('upcoming');
    await expect(follow(auth)).rejects.toThrow();
    expect((await stored(auth)).billIds).toEqual([]);
  });
});

describe('a connection', () => {
  test('spares the user another code, is told of before it ends, and is renewed in place', async () => {
    const auth = await linking('connection-ends');
    expect(await follow(auth)).toEqual(['mfa-required', 'mfa-required', 'verified', 'recorded']);
    expect(codes).toBe(1);
    const resyncs = async () =>
      (await told())
        .filter(({ type }) => type === 'auth.needs-resync')
        .map(({ data }) => data.resyncBy);
    for (let day = 1; day <= 6; day += 1) expect((await readOn(auth, day)).status).toBe('verified');
    const ends = instantText(NOW + 7 * DAY_MILLISECONDS);
    expect(await resyncs()).toEqual([ends]);
    const payment = await order(auth);
    expect(await submitPayment(runtime, payment._id, now)).toBe('paid');
    // The user comes back with the credentials that are stored.
    const again = await linking('', { standing: await stored(auth) });
    expect(await follow(again)).toEqual(['verified', 'recorded']);
    expect((await stored(auth)).connection).toEqual({
      connector: 'sandbox',
      expiresAt: instantText(now + 7 * DAY_MILLISECONDS),
    });
    expect(codes).toBe(1);
  });

  test('that has ended leaves the reading to the user, who is sent nothing meanwhile', async () => {
    const auth = await linking('connection-ends');
    await follow(auth);
    await readOn(auth, 6);
    const ended = await readOn(auth, 8);
    expect(ended).toMatchObject({ status: 'hold', hold: { subcode: 'no-mfa-response-received' } });
    expect(calls.at(-1)?.session.connection).toBeUndefined();
    expect(codes).toBe(1);
  });

  test('goes with the credentials that it was made with', async () => {
    const auth = await linking('connection-ends');
    await follow(auth);
    const linked = await stored(auth);
    const credentials = await runtime.vault.seal(
      { clientId, recordId: auth._id },
      form('upcoming'),
    );
    const link = { linkId: 'link_2', requestedAt: instantText(now), items: ['bill'] as const };
    const relinked = requestLink(linked, { ...linked, credentials, link });
    expect(relinked.connection).toBeUndefined();
    const kept = () =>
      [...table.items.values()].filter(({ sk }) => String(sk).endsWith('#connection'));
    expect(kept()).toHaveLength(1);
    await table.write([runtime.auths.save(relinked, linked)]);
    expect(kept()).toHaveLength(0);
  });
});

describe('the daily reading', () => {
  test.each([
    ['authenticate-later', 'authenticate', 'auth.invalid'],
    ['mfa-required-later', 'hold', 'auth.needs-resync'],
    ['password-expired-later', 'hold', 'auth.hold'],
    ['page-changed-later', 'hold', 'auth.hold'],
  ])('of an account that says %s', async (status, after, event) => {
    const auth = await linking(status);
    await follow(auth);
    expect(await readOn(auth, 2)).toMatchObject({ status: after });
    expect((await told()).at(-1)?.type).toBe(event);
    expect(codes).toBe(0);
  });

  test('of a page that nobody knows tells nobody that the password is wrong, and is tried again', async () => {
    const auth = await linking('page-changed-later');
    await follow(auth);
    const held = await readOn(auth, 2);
    expect(held.hold).toEqual({ code: 'system_issue_with_bill', subcode: 'selector-not-found' });
    expect(held.refresh?.at).toBeDefined();
  });

  test('finds that the company lets nobody in any more as it shows the bills', async () => {
    const auth = await linking('upcoming');
    await follow(auth);
    const login = { kind: 'authenticate' } as const;
    const connection = { value: 'a device', expiresAt: NOW + 60 * DAY_MILLISECONDS };
    const refuses = {
      ...outside.connectorOf?.(company),
      listBills: async (session: Session) => {
        session.keep?.({ connection });
        return { kind: 'not-logged-in', login };
      },
    };
    runtime = openRuntime({ ...outside, connectorOf: () => refuses as never });
    const read = await readOn(auth, 2);
    expect(read).toMatchObject({ status: 'authenticate', connection: { connector: 'sandbox' } });
    expect(read.refresh?.at).toBeUndefined();
  });

  test('keeps what a session gave that broke off', async () => {
    const auth = await linking('upcoming');
    await follow(auth);
    const connection = { value: 'a device', expiresAt: NOW + 60 * DAY_MILLISECONDS };
    const breaks = {
      ...outside.connectorOf?.(company),
      listBills: async (session: Session) => {
        session.keep?.({ connection });
        throw new Error('away');
      },
    };
    runtime = openRuntime({ ...outside, connectorOf: () => breaks as never });
    const read = await readOn(auth, 2);
    expect(read).toMatchObject({ status: 'verified', refresh: { failures: 1 } });
    expect(read.connection).toBeDefined();
  });
});

describe('a swap without its user', () => {
  async function submitted(status: string) {
    const auth = await linking(status, { items: ['swap'] });
    await follow(auth);
    const { linkId = '' } = auth.link ?? {};
    await startLinkedSwap(runtime, { authId: auth._id, linkId }, now);
    const swap = await runtime.swaps.findAny((await stored(auth)).openSwapId ?? '');
    if (!swap) throw new Error('There is no swap');
    now += 20 * MINUTE;
    const ids = { swapId: swap._id, attemptId: attemptIdOf(swap) };
    const came = [await submitSwap(runtime, ids, now), await settleSwap(runtime, ids, now)];
    const method = await runtime.methods.findAny(swap.paymentMethodId);
    return { came, auth: await stored(auth), swap: await runtime.swaps.findAny(swap._id), method };
  }

  test.each([
    ['authenticate-later', 'authenticate', 'invalid-credentials', 'auth.invalid'],
    ['mfa-required-later', 'hold', 'no-mfa-response-received', 'auth.needs-resync'],
    ['mfa-required-at-payment', 'hold', 'no-mfa-response-received', 'auth.needs-resync'],
    ['password-expired-later', 'hold', undefined, 'auth.hold'],
  ])(
    'at an account that says %s is held, and keeps the code of its card',
    async (status, after, subcode, event) => {
      const { came, auth, swap, method } = await submitted(status);
      expect(came).toEqual(['held', 'hold']);
      expect(swap).toMatchObject({ status: 'hold' });
      expect(swap?.hold?.subcode).toBe(subcode);
      expect(auth).toMatchObject({ status: after });
      expect(auth.openSwapId).toBeUndefined();
      expect(method).toMatchObject({ inFlight: [] });
      expect(method?.codeDropsAt).toBeDefined();
      expect((await told()).map(({ type }) => type)).toContain(event);
      expect(codes).toBe(0);
    },
  );
});
