/** A phone company whose app is one page, and a streaming service that has a card on file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogInResult, Session } from '@billhook/connector-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserAuthor, createBrowserAuthor } from '../../../connectors/browser/author.ts';
import { companiesAt } from '../../../connectors/browser/companies/all.ts';
import { PASSWORD, SWAPS } from '../../../connectors/browser/manifest.ts';
import { openSubmissions } from '../../../connectors/browser/submissions.ts';
import { type StandIn, startStandIn } from '../../../connectors/stand-ins/start.ts';

const folder = mkdtempSync(join(tmpdir(), 'billhook-companies-'));
const card = {
  ...{ type: 'card' as const, cardNumber: '4242424242424242', cardCode: '123' },
  ...{ expMonth: '12', expYear: '2031', zipcode: '78701', name: 'Ada Pemberton' },
};

let mobile: StandIn;
let streaming: StandIn;
let author: BrowserAuthor;
let customers = 0;
let operations = 0;

beforeAll(async () => {
  [mobile, streaming] = await Promise.all([
    startStandIn('mobile', { folder }),
    startStandIn('streaming', { folder }),
  ]);
  const addresses = { utility: mobile.url, mobile: mobile.url, streaming: streaming.url };
  const submissions = openSubmissions(join(folder, 'done'));
  author = createBrowserAuthor(companiesAt(addresses), submissions, { pageSeconds: 6 });
});

afterAll(async () => {
  await author?.close();
  await Promise.all([mobile?.stop(), streaming?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const read = async (address: string) => (await fetch(address)).json();

function run(given?: string) {
  operations += 1;
  const operation = given ?? `operation-${operations}`;
  return { signal: new AbortController().signal, caller: 'test', operation };
}

function sessionOf(company: string, form: Record<string, string>): Session {
  const auth = `auth-${Object.values(form)[0]}`;
  return { company, auth, attended: true, at: new Date().toISOString(), form };
}

type LoggedIn = LogInResult & {
  readonly live?: string;
  readonly connection?: { readonly value: string };
};

const round = (session: Session, number: number, operation: string, more: object = {}) =>
  author.logIn(
    { ...session, round: number, purpose: 'bill', ...more },
    run(operation),
  ) as Promise<LoggedIn>;

describe('A phone company', () => {
  async function newCustomer() {
    customers += 1;
    const login = `51255501${String(customers).padStart(2, '0')}`;
    await mobile.admin('/customers', {
      login,
      password: PASSWORD,
      cents: 6_250,
      dueOn: '2027-01-10',
    });
    return { login, session: sessionOf('larkspur-mobile', { phone: login, password: PASSWORD }) };
  }

  async function letIn({ login, session }: Awaited<ReturnType<typeof newCustomer>>) {
    const { operation } = run();
    expect(await round(session, 1, operation)).toMatchObject({
      challenge: { kind: 'code-entry', sent: true },
    });
    const [{ code }] = await read(`${mobile.url}/phone.json/${login}`);
    const verified = await round(session, 2, operation, { answers: { code } });
    expect(verified.kind).toBe('verified');
    return { ...session, live: verified.live };
  }

  test('whose app forgets its user when it is reloaded is read and paid within one session', async () => {
    const customer = await newCustomer();
    const session = await letIn(customer);
    const listed = await author.listBills?.(session, run());
    expect(listed).toMatchObject({ bills: [{ balanceCents: 6_250, dueOn: '2027-01-10' }] });
    const { live } = listed as { live?: string };
    const order = { payment: 'pay-1', submission: 1, accountKey: 'any', method: card };
    const amount = { cents: 6_250, currency: 'USD' as const };
    const paid = await author.pay?.({ ...session, live }, { ...order, amount }, run());
    const [own, ...others] = await read(`${mobile.url}/books/${customer.login}`);
    expect(others).toEqual([]);
    expect(paid).toMatchObject({ kind: 'paid', confirmation: own.confirmation });
  });

  test('asks again after a wrong code', async () => {
    const { session } = await newCustomer();
    const { operation } = run();
    await round(session, 1, operation);
    expect(await round(session, 2, operation, { answers: { code: '0000' } })).toMatchObject({
      ...{ kind: 'mfa-required', refused: true },
    });
  });

  test('is not signed in at while its user is away: it sends a code each time', async () => {
    const { login, session } = await newCustomer();
    const alone = { ...session, attended: false };
    const asked = { kind: 'not-logged-in', login: { challenge: { kind: 'prompt' } } };
    expect(await author.listBills?.(alone, run())).toMatchObject(asked);
    expect(await mobile.admin(`/logins/${login}`)).toMatchObject({ logins: [], codes: [] });
  });

  test('says that the password is wrong', async () => {
    const { session } = await newCustomer();
    const form = { ...session.form, password: 'wrong' };
    expect(await round({ ...session, form }, 1, run().operation)).toMatchObject({
      kind: 'authenticate',
    });
  });

  test('that loses its last answer has its payment found in the list', async () => {
    const customer = await newCustomer();
    const session = await letIn(customer);
    const { login } = customer;
    await mobile.admin('/switches', { name: 'confirmation-lost', value: 'yes', login });
    const order = { payment: 'pay-2', submission: 1, accountKey: 'any', method: card };
    const amount = { cents: 1_000, currency: 'USD' as const };
    const paid = await author.pay?.(session, { ...order, amount }, run());
    const [own, ...others] = await read(`${mobile.url}/books/${login}`);
    expect(others).toEqual([]);
    expect(paid).toMatchObject({ kind: 'paid', confirmation: own.confirmation });
  });
});

describe('A streaming service', () => {
  async function newCustomer(...switches: readonly string[]) {
    customers += 1;
    const login = `ada${customers}@mail.example`;
    await streaming.admin('/customers', { login, password: PASSWORD });
    for (const name of switches) await streaming.admin('/switches', { name, value: 'yes', login });
    return { login, session: sessionOf(SWAPS.company, { email: login, password: PASSWORD }) };
  }

  /** As whoever signs in and then puts a card on file. */
  async function letIn(session: Session) {
    const { live, connection } = (await round(session, 1, run().operation)) as LoggedIn;
    return { ...session, live, connection: connection?.value };
  }

  const swap = (session: Session, name: string, method = card) =>
    author.swap?.(session, { swap: name, submission: 1, method }, run());
  const find = (session: Session, name: string) =>
    author.findSwap?.(session, { swap: name, submission: 1 }, run());
  const cardsOf = (login: string) =>
    streaming.admin(`/cards/${encodeURIComponent(login)}`) as Promise<{ last4: string }[]>;

  test('has its card replaced, which its account page shows', async () => {
    const { login, session } = await newCustomer();
    expect(await find(session, 'swap-1')).toEqual({ kind: 'never-taken' });
    const own = await letIn(session);
    expect(await swap(own, 'swap-1')).toEqual({ kind: 'completed' });
    expect((await cardsOf(login))[0]).toMatchObject({ last4: '4242', expires: '12/31' });
    // Later, with what that session left.
    const later = { ...own, live: undefined, attended: false };
    expect(await find(later, 'swap-1')).toEqual({ kind: 'completed' });
  });

  test('that loses its last answer is looked at again', async () => {
    const { login, session } = await newCustomer('confirmation-lost');
    expect(await swap(await letIn(session), 'swap-2')).toEqual({ kind: 'completed' });
    expect(await cardsOf(login)).toHaveLength(1);
  });

  test('that takes no such card keeps none', async () => {
    const { login, session } = await newCustomer('declines');
    expect(await swap(await letIn(session), 'swap-3')).toMatchObject({ kind: 'held' });
    expect(await cardsOf(login)).toEqual([]);
  });

  test.each([
    ['captcha', { kind: 'hold', subcode: 'captcha-failure' }],
    ['locked', { code: 'account_issue_account_locked' }],
    ['maintenance', { code: 'provider_system_issue' }],
  ])('with the switch %s lets nobody in, and says why', async (name, outcome) => {
    const { session } = await newCustomer(name);
    expect(await round(session, 1, run().operation)).toMatchObject(outcome);
  });

  test('that may send a code is signed in at by nobody whose user is away', async () => {
    const { login, session } = await newCustomer('asks-code');
    const alone = { ...session, attended: false };
    expect(await swap(alone, 'swap-5')).toMatchObject({
      ...{ kind: 'not-logged-in', login: { challenge: { kind: 'prompt' } } },
    });
    const whose = encodeURIComponent(login);
    expect(await read(`${streaming.url}/phone.json/${whose}`)).toEqual([]);
    expect(await streaming.admin(`/logins/${whose}`)).toMatchObject({ logins: [], codes: [] });
  });

  test('that was taken over reaches nothing', async () => {
    const { login, session } = await newCustomer('hostile');
    expect(await round(session, 1, run().operation)).toMatchObject({
      ...{ kind: 'hold', subcode: 'selector-not-found' },
    });
    expect(await cardsOf(login)).toEqual([]);
    expect(await streaming.admin(`/hostile/${encodeURIComponent(login)}`)).toEqual([]);
  });
});
