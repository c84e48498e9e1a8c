/** Requests that several checks make. */
import type { Bill } from '../protocol/bills.ts';
import { parseDateTime } from '../protocol/dates.ts';
import { SUITE_PREFIX } from '../protocol/limits.ts';
import type { Scenario, TestLogin } from '../protocol/manifest.ts';
import type { OperationState, StatefulName } from '../protocol/operations.ts';
import { newNonce } from '../wire/signature.ts';
import { CheckSkipped, must } from './check.ts';
import { unattendedAt } from './directory.ts';
import type { Ask, Probe, Reply } from './probe.ts';

/** In cents: as little as any company takes that takes a part of what is owed. */
export const A_DOLLAR = 100;

export type Result = { readonly kind: string } & Readonly<Record<string, unknown>>;

/** Test numbers that card networks publish, and a routing number that no bank has on file here. */
export const testCard = {
  type: 'card',
  cardNumber: '4111111111111111',
  cardCode: '123',
  expMonth: '12',
  expYear: '2030',
  zipcode: '10001',
  name: 'Ada Tester',
} as const;

export const testBank = {
  type: 'bank',
  routingNumber: '021000021',
  accountNumber: '000123456789',
  accountType: 'checking',
  name: 'Ada Tester',
} as const;

export function loginFor(probe: Probe, scenario: Scenario): TestLogin {
  const login = probe.testLogin(scenario);
  if (!login) throw new CheckSkipped(`The manifest has no test login for ${scenario}`);
  return login;
}

export function sessionOf({ company }: TestLogin, auth = newNonce(), at = new Date()) {
  return { company, auth, attended: true, at: at.toISOString() };
}

export function loginAsk(login: TestLogin, more: Readonly<Record<string, unknown>> = {}): Ask {
  const { answers, ...document } = more;
  return {
    operation: newNonce(),
    document: { ...sessionOf(login), round: 1, purpose: 'bill', ...document },
    secrets: { form: login.form, ...(answers !== undefined && { answers }) },
  };
}

export type Pay = {
  readonly login: TestLogin;
  /** The linked account: of one payment, each request names the same. */
  readonly auth: string;
  readonly payment: string;
  readonly accountKey: string;
  readonly cents: number;
  readonly method: unknown;
  readonly operation?: string;
};

export function payAsk(pay: Pay): Ask {
  const { login, auth, payment, accountKey, cents, method, operation = newNonce() } = pay;
  const session = sessionOf(login, auth);
  const amount = { cents, currency: 'USD' };
  return {
    operation,
    parts: { payment, submission: 1 },
    document: { ...session, payment, submission: 1, accountKey, amount },
    secrets: { form: login.form, method },
  };
}

/** @param at when it is asked, by the user's clock. */
export function findAsk({ login, auth, payment }: Submitted, at?: Date): Ask {
  return {
    parts: { payment, submission: 1 },
    document: { ...sessionOf(login, auth, at), payment, submission: 1 },
    secrets: { form: login.form },
  };
}

export type Submitted = Pick<Pay, 'login' | 'auth' | 'payment'>;

/** Something else of the same form, so that no rule about letters and digits is broken. */
export function otherThan(text: string): string {
  const next = (from: string, to: string) => (one: string) =>
    one === to ? from : String.fromCharCode(one.charCodeAt(0) + 1);
  return text
    .replace(/[0-9]/g, next('0', '9'))
    .replace(/[a-z]/g, next('a', 'z'))
    .replace(/[A-Z]/g, next('A', 'Z'));
}

export function othersThan(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, otherThan(text)]));
}

function newPayment(): string {
  return `${SUITE_PREFIX}${newNonce()}`;
}

/** A payment of an account that nobody has looked for. */
export function anyAccount(login: TestLogin) {
  return { login, auth: newNonce(), payment: newPayment(), accountKey: 'any' };
}

/** The bills of a test login. */
export async function billsOf(
  probe: Probe,
  login: TestLogin,
  auth = newNonce(),
): Promise<readonly Bill[]> {
  const ask: Ask = { document: sessionOf(login, auth), secrets: { form: login.form } };
  const { result } = await done(probe, 'listBills', ask);
  isKind({ result }, 'bills');
  return (result.bills ?? []) as readonly Bill[];
}

/** The first bill of a test login that has something to pay. */
async function billOf(probe: Probe, login: TestLogin, auth: string): Promise<Bill> {
  const bills = await billsOf(probe, login, auth);
  const bill = bills.find(({ balanceCents = 0 }) => balanceCents > 0);
  // Each check pays some of it, or all, so that a company that keeps count runs dry one day.
  const { scenario } = login;
  must(
    bill !== undefined,
    `The login ${scenario} leads to no bill with a balance: give it one again`,
  );
  return bill;
}

export type Done = {
  readonly reply: Reply;
  readonly state: OperationState;
  readonly result: Result;
};

/** Asks, waits until it is done, and wants it signed. */
export async function done(probe: Probe, name: StatefulName, given: Ask): Promise<Done> {
  const ask = (await needsLive(probe, name, given)) ? await letInFirst(probe, given) : given;
  const reply = await probe.call(name, ask);
  must(reply.isSigned, `${name} got a response whose signature does not verify`);
  const refusal = `${name} got the status ${reply.status} (${reply.code ?? 'no code'})`;
  must(reply.state !== undefined, refusal);
  const own = reply.request.headers['billhook-operation'];
  must(reply.state.operation === own, `${name} got the state of another operation`);
  const state = await probe.settled(reply);
  must(state?.state === 'done', `${name} is still running after 90 seconds`);
  return { reply, state, result: state.result as Result };
}

/** What is not done while the user is away is done within a login's own session. */
async function needsLive(probe: Probe, name: StatefulName, { document }: Ask): Promise<boolean> {
  const { reads, pays } = await unattendedAt(probe, document?.company);
  return name === 'listBills' ? !reads : name !== 'logIn' && !pays;
}

/** Signs in as the user, and asks within that session. */
async function letInFirst(probe: Probe, ask: Ask): Promise<Ask> {
  const { company, auth } = ask.document ?? {};
  const { form } = ask.secrets as Pick<TestLogin, 'form'>;
  const isOwn = (one: TestLogin) =>
    one.company === company && JSON.stringify(one.form) === JSON.stringify(form);
  const login = probe.manifest.testLogins?.find(isOwn);
  if (!login) return ask;
  const { result } = await done(probe, 'logIn', loginAsk(login, { auth }));
  const { live } = result;
  return live === undefined ? ask : { ...ask, document: { ...ask.document, live } };
}

/** @throws CheckFailed if the result is of no such kind. */
export function isKind({ result }: Pick<Done, 'result'>, ...kinds: readonly string[]): void {
  const why = result.kind === 'failed' ? ". The connector's log should say why" : '';
  must(kinds.includes(result.kind), `The result is ${result.kind}${why}`);
}

/** What a payment of a test login's bill needs, but for the method. */
export async function payOf(
  probe: Probe,
  scenario: Scenario,
): Promise<Omit<Pay, 'method'> & { readonly bill: Bill }> {
  const login = loginFor(probe, scenario);
  const auth = newNonce();
  const bill = await billOf(probe, login, auth);
  const { accountKey, balanceCents = 0 } = bill;
  const cents = login.amount === 'balance' ? balanceCents : A_DOLLAR;
  return { login, auth, payment: newPayment(), accountKey, cents, bill };
}

export type Paid = Awaited<ReturnType<typeof paid>>;

/** A payment of a test login's bill. */
export async function paid(probe: Probe, scenario: Scenario, method: unknown) {
  const pay = { ...(await payOf(probe, scenario)), operation: newNonce(), method };
  const { login } = pay;
  return { login, pay, ...(await done(probe, 'pay', payAsk(pay))) };
}

/** A method that the connector takes. */
export function methodOf({ manifest }: Probe) {
  return manifest.capabilities.pays.includes('card') ? testCard : testBank;
}

/**
 * A payment at a test login that comes to this, with one of the methods that the connector takes: at many
 * companies, a card is paid at once, and only what is paid from a bank account settles later or comes back.
 * @param comesTo what a payment that was just made comes to; without it, what its response said.
 * @throws CheckFailed if it comes to something else with each of them.
 */
export async function paidAs(
  probe: Probe,
  scenario: Scenario,
  kind: string,
  comesTo: (made: Paid) => Promise<Result> = async ({ result }) => result,
): Promise<{ readonly pay: Pay; readonly result: Result }> {
  const seen: string[] = [];
  for (const method of [testBank, testCard]) {
    if (!probe.manifest.capabilities.pays.includes(method.type)) continue;
    const made = await paid(probe, scenario, method);
    const result = await comesTo(made);
    if (result.kind === kind) return { pay: made.pay, result };
    seen.push(`${result.kind} with a ${method.type === 'bank' ? 'bank account' : 'card'}`);
  }
  return must(false, `The result is ${seen.join(', and ')}`) as never;
}

/**
 * Asks what became of a payment, until it is of this kind: at first now, and from then on at a later time
 * of the user's clock. A company that lives by that clock has settled it by then; any other has had
 * ten seconds.
 */
export async function foundAs(
  probe: Probe,
  pay: Pay,
  { kind, at }: { readonly kind: string; readonly at: Date },
): Promise<Result> {
  let result: Result = { kind: 'none' };
  for (let time = 0; time < 10; time += 1) {
    // What was accepted names its time.
    const later = parseDateTime(String(result.askAgainAt)) ?? 0;
    const ask = findAsk(pay, time === 0 ? undefined : new Date(Math.max(at.getTime(), later)));
    ({ result } = await done(probe, 'findPayment', ask));
    if (result.kind === kind) return result;
    await probe.pause(1);
  }
  return result;
}

/** Days from now, by the user's clock. */
export function inDays(days: number): Date {
  return new Date(Date.now() + days * 24 * 60 * 60 * 1000);
}

/** What the company or network calls a payment. */
export function nameOf({ confirmation, reference }: Result): unknown {
  return confirmation ?? reference;
}

/** The test login that pays with what the connector takes. */
export function scenarioOf({ manifest }: Probe): 'pays-card' | 'pays-bank' {
  return manifest.capabilities.pays.includes('card') ? 'pays-card' : 'pays-bank';
}

/** A request that does nothing. */
export const echo = { document: { text: 'hello' } };

/** @throws CheckFailed if it was not refused like this. */
export function isRefused(
  { status, code }: Reply,
  wanted: number,
  ...codes: readonly string[]
): void {
  must(status === wanted, `The status is ${status}, and not ${wanted}`);
  must(codes.length === 0 || codes.includes(code ?? ''), `The code is ${code ?? 'missing'}`);
}
