/** A user's login at a company's website: the browser signs in, reads the bill, and pays it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type LogInResult,
  NothingTried,
  type PaymentOrder,
  type Session,
} from '@billhook/connector-kit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BrowserAuthor, createBrowserAuthor } from '../../../connectors/browser/author.ts';
import { utility } from '../../../connectors/browser/companies/utility.ts';
import { COMPANY as company, PASSWORD } from '../../../connectors/browser/manifest.ts';
import { openSubmissions, type Submissions } from '../../../connectors/browser/submissions.ts';
import { type StandIn, startStandIn } from '../../../connectors/stand-ins/start.ts';
import { isRunning } from '../../../lib/local/is-running.ts';

const folder = mkdtempSync(join(tmpdir(), 'billhook-browser-test-'));
const method = {
  ...{ type: 'card' as const, cardNumber: '4242424242424242', cardCode: '123' },
  ...{ expMonth: '12', expYear: '2031', zipcode: '78701', name: 'Ada Pemberton' },
};

let site: StandIn;
let submissions: Submissions;
let author: BrowserAuthor;
let customers = 0;
let operations = 0;

beforeAll(async () => {
  site = await startStandIn('utility', { folder });
  submissions = openSubmissions(join(folder, 'submissions'));
  author = createBrowserAuthor([utility(site.url)], submissions);
});

afterAll(async () => {
  await author?.close();
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const turn = (name: string, value: string, login: string) =>
  site.admin('/switches', { name, value, login });
const read = async (path: string) => (await fetch(site.url + path)).json();
const booksOf = (login: string): Promise<{ amount: number; confirmation: string }[]> =>
  read(`/books/${login}`);
const messagesTo = (login: string): Promise<{ code: string }[]> => read(`/phone.json/${login}`);

/** With a bill of $84.37, and no code unless it is said. */
async function newCustomer({ asksForCode = false } = {}) {
  customers += 1;
  const login = `customer-${customers}`;
  await site.admin('/customers', { login, password: PASSWORD, cents: 8_437, dueOn: '2027-01-10' });
  if (!asksForCode) await turn('no-code', 'yes', login);
  return login;
}

const sessionOf = (userid: string, more: Partial<Session> = {}): Session => ({
  ...{ company, auth: `auth-${userid}`, attended: true, at: new Date().toISOString() },
  form: { userid, password: PASSWORD },
  ...more,
});

function run(given?: string) {
  operations += 1;
  const operation = given ?? `operation-${operations}`;
  return { signal: new AbortController().signal, caller: 'test', operation };
}

const round = (session: Session, number: number, operation: string, more: object = {}) =>
  author.logIn({ ...session, round: number, purpose: 'bill', ...more }, run(operation)) as Promise<
    LogInResult & { readonly live?: string; readonly connection?: { value: string } }
  >;

const logIn = (session: Session) => round(session, 1, run().operation);

const orderOf = (payment: string, cents = 8_437): PaymentOrder => ({
  ...{ payment, submission: 1, accountKey: 'any', method },
  amount: { cents, currency: 'USD' },
});

const pay = (session: Session, order: PaymentOrder) => author.pay?.(session, order, run());
const find = (session: Session, payment: string) =>
  author.findPayment?.(session, { payment, submission: 1 }, run());

/** Of this process, and of processes that are gone: other tests may have browsers, too. */
const browsersLeft = () =>
  readdirSync(tmpdir()).filter((name) => {
    const [, pid] = /^billhook-browser-(\d+)-/.exec(name) ?? [];
    return pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)));
  });

test('A code is sent where the user wants it, the bill is read, and paid with the user’s own card', async () => {
  const login = await newCustomer({ asksForCode: true });
  const session = sessionOf(login);
  const { operation } = run();
  const first = await round(session, 1, operation);
  const choices = [
    { label: 'Text message to (***) ***-0142', identifier: 'choice_1', type: 'text' },
    { label: `Email to c***@mail.example`, identifier: 'choice_2', type: 'email' },
  ];
  expect(first).toMatchObject({
    kind: 'mfa-required',
    challenge: { kind: 'code-choice', choices },
  });
  expect(await messagesTo(login)).toEqual([]);

  const second = await round(session, 2, operation, { codeChoice: 'choice_1' });
  expect(second).toMatchObject({ challenge: { kind: 'code-entry', sent: true } });
  const wrong = { codeChoice: 'choice_1', answers: { code: '000000' } };
  expect(await round(session, 3, operation, wrong)).toMatchObject({
    challenge: { kind: 'code-entry', sent: false },
    refused: true,
  });
  const [message, ...others] = await messagesTo(login);
  expect(others).toEqual([]);
  const right = { codeChoice: 'choice_1', answers: { code: message?.code } };
  const verified = await round(session, 4, operation, right);
  expect(verified.kind).toBe('verified');

  const { live, connection } = verified;
  const listed = await author.listBills?.({ ...session, live }, run());
  expect(listed).toMatchObject({
    kind: 'bills',
    bills: [{ balanceCents: 8_437, dueOn: '2027-01-10', accountNumber: expect.any(String) }],
  });

  // Another day, with what the first session left: nobody is asked for a code.
  const later = { ...session, attended: false, connection: connection?.value };
  const paid = await pay(later, orderOf('pay-1'));
  const [payment, ...more] = await booksOf(login);
  expect(more).toEqual([]);
  expect(paid).toMatchObject({
    ...{ kind: 'paid', amount: { cents: 8_437 }, confirmation: payment?.confirmation },
  });
  expect(await messagesTo(login)).toHaveLength(1);
  expect(await find(later, 'pay-1')).toMatchObject({ confirmation: payment?.confirmation });
});

describe('A login', () => {
  test.each([
    ['wrong credentials', {}, { kind: 'authenticate' }],
    ['locked', { locked: 'yes' }, { kind: 'hold', code: 'account_issue_account_locked' }],
    ['captcha', { captcha: 'yes' }, { kind: 'hold', subcode: 'captcha-failure' }],
    [
      'a password that is too old',
      { 'password-expired': 'yes' },
      { code: 'account_issue_verify_identity' },
    ],
  ])('ends as the page says: %s', async (what, switches, outcome) => {
    const login = await newCustomer();
    for (const [name, value] of Object.entries(switches)) await turn(name, value, login);
    const password = what === 'wrong credentials' ? 'wrong' : PASSWORD;
    expect(await logIn(sessionOf(login, { form: { userid: login, password } }))).toMatchObject(
      outcome,
    );
    const { logins } = (await site.admin(`/logins/${login}`)) as { logins: unknown[] };
    expect(logins.length).toBeLessThanOrEqual(1);
  });

  test('leaves a session to its own account, and to no other', async () => {
    const [login, other] = [await newCustomer(), await newCustomer()];
    const { live } = await logIn(sessionOf(login));
    const stranger = sessionOf(other, { form: { userid: other, password: 'wrong' }, live });
    expect(await author.listBills?.(stranger, run())).toMatchObject({
      ...{ kind: 'not-logged-in', login: { kind: 'authenticate' } },
    });
    const own = { ...sessionOf(login, { form: { userid: login, password: 'wrong' } }), live };
    expect(await author.listBills?.(own, run())).toMatchObject({ kind: 'bills' });
  });

  test('at a website that is not there has tried nothing', async () => {
    const gone = createBrowserAuthor([utility('http://127.0.0.1:1')], submissions, {
      pageSeconds: 1,
    });
    const asked = { ...sessionOf('nobody'), round: 1, purpose: 'bill' as const };
    await expect(gone.logIn(asked, run())).rejects.toThrow(NothingTried);
    await gone.close();
  });

  test('for which no browser can be opened has tried nothing, nor has a reading', async () => {
    const login = await newCustomer();
    const session = sessionOf(login);
    vi.stubEnv('CHROMIUM', '/not/there');
    try {
      await expect(round(session, 1, run().operation)).rejects.toThrow(NothingTried);
      await expect(author.listBills?.(session, run())).rejects.toThrow(NothingTried);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('without its user sends no code', async () => {
    const login = await newCustomer({ asksForCode: true });
    const listed = await author.listBills?.(sessionOf(login, { attended: false }), run());
    expect(listed).toMatchObject({
      kind: 'not-logged-in',
      login: { kind: 'mfa-required', challenge: { kind: 'code-choice' } },
    });
    expect(await messagesTo(login)).toEqual([]);
  });
});

describe('A payment', () => {
  test('whose confirmation page was lost is found in the history', async () => {
    const login = await newCustomer();
    await turn('confirmation-lost', 'yes', login);
    const paid = await pay(sessionOf(login), orderOf('pay-lost'));
    const [payment, ...others] = await booksOf(login);
    expect(others).toEqual([]);
    expect(paid).toMatchObject({ kind: 'paid', confirmation: payment?.confirmation });
  });

  test('is sent once, though the connection ends amid it and the website would charge again', async () => {
    const login = await newCustomer();
    await turn('confirmation-lost', 'yes', login);
    await turn('charges-twice', 'yes', login);
    expect(await pay(sessionOf(login), orderOf('pay-cut'))).toMatchObject({ kind: 'paid' });
    expect(await booksOf(login)).toHaveLength(1);
  });

  test('that is declined is so, and charges nothing', async () => {
    const login = await newCustomer();
    await turn('declines', 'yes', login);
    expect(await pay(sessionOf(login), orderOf('pay-declined'))).toMatchObject({
      kind: 'declined',
    });
    expect(await booksOf(login)).toEqual([]);
    expect(await find(sessionOf(login), 'pay-declined')).toEqual({ kind: 'never-taken' });
  });

  test('is charged once, though a website would charge twice', async () => {
    const login = await newCustomer();
    await turn('charges-twice', 'yes', login);
    await turn('slow-payment', '1500', login);
    expect(await pay(sessionOf(login), orderOf('pay-slow'))).toMatchObject({ kind: 'paid' });
    expect(await booksOf(login)).toHaveLength(1);
  });

  test('of a bill that was paid before is told from the earlier one', async () => {
    const login = await newCustomer();
    await turn('posts-late', '60000', login);
    const first = await pay(sessionOf(login), orderOf('pay-first', 1_000));
    const second = await pay(sessionOf(login), orderOf('pay-second', 1_000));
    const [newest, oldest] = await booksOf(login);
    expect([first, second]).toMatchObject([
      { confirmation: oldest?.confirmation },
      { confirmation: newest?.confirmation },
    ]);
  });

  test('at a website that was made anew is held, and never taken for wrong credentials', async () => {
    const login = await newCustomer();
    await turn('markup', 'yes', '*');
    const impatient = createBrowserAuthor([utility(site.url)], submissions, { pageSeconds: 3 });
    const asked = { ...sessionOf(login), round: 1, purpose: 'bill' as const };
    try {
      expect(await impatient.logIn(asked, run())).toMatchObject({
        ...{ kind: 'hold', subcode: 'selector-not-found' },
      });
    } finally {
      await turn('markup', '', '*');
      await impatient.close();
    }
  });
});

test('No browser and no profile is left, not even of those that were killed', async () => {
  // Each session removes what an earlier process left.
  await logIn(sessionOf(await newCustomer()));
  await author.close();
  expect(browsersLeft()).toEqual([]);
  const running = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  const own = running.matchAll(/user-data-dir=\S*billhook-browser-(\d+)-/g);
  const pids = [...own].map(([, pid]) => Number(pid));
  expect(pids.filter((pid) => pid === process.pid || !isRunning(pid))).toEqual([]);
});
