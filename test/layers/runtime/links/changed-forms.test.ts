/**
 * A company changes its login form after accounts were linked: who is asked for what, and that nobody is
 * logged in with a form that is known not to do (decision: changed-login-forms).
 */
import { randomBytes } from 'node:crypto';
import type { AuthRecord } from '@billhook/core/auth/auth';
import type { StoredAuth } from '@billhook/core/auth/stored-auth';
import { instantText } from '@billhook/core/base/dates';
import { newOwnedId } from '@billhook/core/base/ids';
import type { CompanyRecord } from '@billhook/core/company/company';
import type { Connector, LoginForm, LoginOutcome, Session } from '@billhook/core/company/connector';
import type { EventRecord } from '@billhook/core/events/event';
import { newPayment } from '@billhook/core/payment/transitions';
import type { LinkedAuth } from '@billhook/core/schemas/auth';
import { remoteRules } from '@billhook/runtime/companies/remote/rules';
import { openRuntime, type Runtime } from '@billhook/runtime/companies/runtime';
import { refreshAuth } from '@billhook/runtime/links/refresh-auth';
import { writeBeginning } from '@billhook/runtime/payments/begin';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as continues } from '../../../../functions/auth/continue-auth.ts';
import { continueAuth, fixHold, getAuth } from '../../../../functions/auth/contract.ts';
import { handler as fixes } from '../../../../functions/auth/fix-hold.ts';
import { handler as gets } from '../../../../functions/auth/get-auth.ts';
import { handler as logIn } from '../../../../functions/workflow/log-in.ts';
import { handler as readBills } from '../../../../functions/workflow/read-bills.ts';
import {
  beginAnew,
  call,
  connectTo,
  outsideHere,
  table,
  world,
} from '../../../support/lost-answers.ts';
import { account, fakeConnector } from '../../../support/payment-world.ts';
import {
  authRecord,
  changedAuth,
  clientId,
  methodRecord,
  NOW,
  TODAY,
  unnoticed,
} from '../../../support/records.ts';

type Field = {
  readonly name: string;
  readonly label?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
};

const companyId = 'co_formchangesformchan';
const stored = { username: 'ada', password: 'old secret' };

function companyOf(...given: readonly Field[]): CompanyRecord {
  const fields = given.map(({ name, label = name, minLength = 1, maxLength = 40 }) => ({
    ...{ name, label, kind: 'text' as const, characters: 'any' as const, minLength, maxLength },
  }));
  return {
    ...{ _id: companyId, name: 'Pinfall Water', connector: 'far', status: 'operational' },
    logo: { url: 'https://logos.example/a.png', background: false },
    ...{ categories: ['utilities'], fullyAutomatedBill: true, fullyAutomatedCardSwap: false },
    ...{ userPresenceRequired: false, products: ['bill', 'payment'], subscription: false },
    acceptedMethods: ['card'],
    auth: { urls: { login: 'https://a.example' }, loginFields: fields },
    remote: { row: { login: { fields, identifiedBy: ['username'] } } },
  } as never;
}

const before = [{ name: 'username' }, { name: 'password' }];
const withPin = companyOf(...before, { name: 'pin', minLength: 4 });

let runtime: Runtime;
/** Each call of the company, with the form that it was given. */
let calls: { readonly member: string; readonly form: LoginForm }[];
let outcome: LoginOutcome;

function reached(): Connector {
  const { checkForm, checkStored, loginOf } = remoteRules;
  const noted =
    <R>(member: string, result: () => R) =>
    async ({ form }: Session) => {
      calls.push({ member, form });
      return result();
    };
  return {
    ...fakeConnector,
    ...{ checkForm, checkStored, loginOf },
    logIn: noted('logIn', () => outcome),
    listBills: noted('listBills', () => [account]),
    pay: noted('pay', () => ({ kind: 'paid', amountCents: 10_000, paidAt: NOW }) as const),
  };
}

beforeEach(async () => {
  await beginAnew();
  calls = [];
  outcome = { kind: 'verified' };
  connectTo(reached());
  runtime = openRuntime(outsideHere());
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const changeTo = (company: CompanyRecord) => runtime.companies.merge([company]);

/** An account that was linked while the company asked for a username and a password. */
async function linked(
  change: Partial<StoredAuth> = {},
  form: LoginForm = stored,
): Promise<AuthRecord> {
  await changeTo(companyOf(...before));
  const { name, logo } = withPin;
  const record = authRecord({ company: { _id: companyId, name, logo }, verifiedBefore: true });
  const credentials = await runtime.vault.seal({ clientId, recordId: record._id }, form);
  const auth = changedAuth(record, { credentials, refreshAt: instantText(NOW - 1), ...change });
  await table.write([runtime.auths.save(...unnoticed(auth))]);
  return auth;
}

const now = async ({ _id }: Pick<AuthRecord, '_id'>) =>
  (await runtime.auths.findAny(_id)) as AuthRecord;

async function told(auth: AuthRecord) {
  const log = { partition: clientId, prefix: 'event#' };
  const events = (await table.query<EventRecord>(log)).items;
  const inOrder = events.toSorted((one, other) => one.sequence - other.sequence);
  return inOrder.flatMap(({ type, data }) => {
    const { auth: of } = data as { readonly auth?: LinkedAuth };
    return type.startsWith('auth.') && type !== 'auth.created' && of?._id === auth._id
      ? [[type, of.asksFor]]
      : [];
  });
}

async function shown({ _id: authId }: AuthRecord) {
  const { outcome: got } = await call({ operation: getAuth, handler: gets, path: { authId } });
  return (got as { auth: unknown }).auth;
}

const give = ({ _id: authId }: AuthRecord, form?: LoginForm) =>
  call({
    operation: continueAuth,
    handler: continues,
    path: { authId },
    body: { items: ['bill'], form },
  });

async function run(task: typeof logIn, auth: AuthRecord): Promise<string> {
  const { _id: authId, link } = await now(auth);
  const ids = { authId, clientId, linkId: link?.linkId };
  return ((await task.over(outsideHere())(ids as never)) as { outcome: string }).outcome;
}

/** The reading after the company has changed its form. */
async function asked(company: CompanyRecord, form = stored): Promise<AuthRecord> {
  const auth = await linked({}, form);
  await changeTo(company);
  expect(await refreshAuth(runtime, auth._id, NOW)).toBe(false);
  return now(auth);
}

test('a company whose user has to be there is not read without', async () => {
  expect(await asked({ ...companyOf(...before), userPresenceRequired: true })).toMatchObject({
    status: 'verified',
  });
  expect(calls).toEqual([]);
});

describe('a reading after the form has changed', () => {
  test('asks the user for a new field, and logs nobody in', async () => {
    const auth = await asked(withPin);
    expect(calls).toEqual([]);
    expect(auth).toMatchObject({ status: 'authenticate', asksFor: ['pin'] });
    expect(await shown(auth)).toMatchObject({ status: { type: 'authenticate' }, asksFor: ['pin'] });
    expect(await told(auth)).toEqual([['auth.invalid', ['pin']]]);
  });

  test('asks once, and again only for something else', async () => {
    const { _id: authId } = await asked(withPin);
    const readNow = async () => {
      const auth = await now({ _id: authId });
      world.now = Date.parse(auth.refresh?.at ?? '');
      await refreshAuth(runtime, authId, world.now);
      return (await told(auth)).length;
    };
    expect(await readNow()).toBe(1);
    await changeTo(companyOf(...before, { name: 'pin' }, { name: 'zip' }));
    expect(await readNow()).toBe(2);
    expect(calls).toEqual([]);
  });

  test('asks for an answer that breaks the rules by now', async () => {
    const strict = companyOf({ name: 'username' }, { name: 'password', minLength: 12 });
    expect(await asked(strict)).toMatchObject({ status: 'authenticate', asksFor: ['password'] });
    expect(calls).toEqual([]);
  });

  test.each([
    ['another label', companyOf({ name: 'username', label: 'Your name' }, { name: 'password' })],
    ['a looser rule', companyOf({ name: 'username' }, { name: 'password', maxLength: 400 })],
    ['a field less', companyOf({ name: 'username' })],
    ['a field that may be empty', companyOf(...before, { name: 'nick', minLength: 0 })],
    ['another order', companyOf({ name: 'password' }, { name: 'username' })],
  ])('asks nothing because of %s', async (_what, company) => {
    const auth = await linked();
    await changeTo(company);
    expect(await refreshAuth(runtime, auth._id, NOW)).toBe(true);
    expect(await now(auth)).toMatchObject({ status: 'verified' });
    expect(calls.map(({ member }) => member)).toEqual(['logIn', 'listBills']);
  });

  test('goes on by itself once the company asks for it no more', async () => {
    const auth = await asked(withPin);
    await changeTo(companyOf(...before));
    world.now = Date.parse(auth.refresh?.at ?? '');
    expect(await refreshAuth(runtime, auth._id, world.now)).toBe(true);
    const after = await now(auth);
    expect([after.status, after.asksFor]).toEqual(['verified', undefined]);
    expect((await told(auth)).map(([type]) => type)).toEqual(['auth.invalid', 'auth.success']);
  });
});

describe('the missing answers', () => {
  test('are added to the stored ones, and the reading goes on', async () => {
    const auth = await asked(withPin);
    expect((await give(auth, { pin: '1234' })).outcome).toMatchObject({ success: true });
    expect(JSON.stringify([...table.items.values()])).not.toContain('1234');
    expect(await run(logIn, auth)).toBe('verified');
    expect(await run(readBills, auth)).toBe('recorded');
    const after = await now(auth);
    expect(after).toMatchObject({ status: 'verified' });
    expect([after.asksFor, after.link]).toEqual([undefined, undefined]);
    expect(calls.map(({ form }) => form)).toEqual(Array(2).fill({ ...stored, pin: '1234' }));
    world.now = Date.parse(after.refresh?.at ?? '');
    expect(await refreshAuth(runtime, auth._id, world.now)).toBe(true);
  });

  test.each([
    [undefined, ['form.pin']],
    [{}, ['form.pin']],
    [{ pin: '12' }, ['form.pin']],
    [{ pin: '1234', password: 'new' }, ['form.password']],
    [{ pin: '1234', colour: 'green' }, ['form.colour']],
  ])('refused as %j', async (form, fields) => {
    const auth = await asked(withPin);
    const refused = await give(auth, form as LoginForm | undefined);
    expect(refused).toMatchObject({ outcome: '400 invalid_form', fields });
    expect(await now(auth)).toEqual(auth);
    expect(world.started).toEqual([]);
  });

  test('are taken before a reading has noticed that they are needed', async () => {
    const auth = await linked();
    await changeTo(withPin);
    expect((await give(auth, { pin: '1234' })).outcome).toMatchObject({ success: true });
    expect(await run(logIn, auth)).toBe('verified');
    expect(calls.map(({ form }) => form)).toEqual([{ ...stored, pin: '1234' }]);
  });

  test('are not taken where nothing is missing', async () => {
    const auth = await linked();
    expect(await give(auth, { password: 'new' })).toMatchObject({
      ...{ outcome: '400 invalid_form', fields: ['form.password'] },
    });
  });

  test('that the company rejects leave credentials that are wrong: all of them are asked for', async () => {
    const auth = await asked(withPin);
    await give(auth, { pin: '9999' });
    outcome = { kind: 'authenticate' };
    expect(await run(logIn, auth)).toBe('authenticate');
    const after = await now(auth);
    expect([after.status, after.asksFor]).toEqual(['authenticate', undefined]);
    expect((await give(auth, { pin: '1234' })).outcome).toBe('409 auth_not_verified');
    world.now = NOW + 30 * 86_400_000;
    expect(await refreshAuth(runtime, auth._id, world.now)).toBe(false);
    expect(calls).toHaveLength(1);
  });

  test('are added once, although the task dies after it has done so', async () => {
    const auth = await asked(withPin);
    await give(auth, { pin: '1234' });
    const { write } = table;
    // The write of the attempt, after that of the credentials.
    let writes = 0;
    table.write = async (given) => {
      writes += 1;
      if (writes === 2) throw new Error('The process died');
      return write(given);
    };
    await expect(run(logIn, auth)).rejects.toThrow();
    table.write = write;
    expect(await run(logIn, auth)).toBe('verified');
    expect(calls.map(({ form }) => form)).toEqual([{ ...stored, pin: '1234' }]);
  });

  test('need not be given once the company asks for them no more', async () => {
    const auth = await asked(withPin);
    await changeTo(companyOf(...before));
    expect((await give(auth)).outcome).toMatchObject({ success: true });
    expect(await run(logIn, auth)).toBe('verified');
    expect(calls.map(({ form }) => form)).toEqual([stored]);
  });
});

test('a link with the stored credentials ends with the question, and logs nobody in', async () => {
  const hold = { code: 'account_issue_accept_toc' } as const;
  const auth = await linked({ status: 'hold', hold, refreshAt: undefined });
  await changeTo(withPin);
  const path = { authId: auth._id };
  await call({ operation: fixHold, handler: fixes, path });
  expect(await run(logIn, auth)).toBe('authenticate');
  expect(await now(auth)).toMatchObject({ status: 'authenticate', asksFor: ['pin'] });
  expect(calls).toEqual([]);
  expect(await told(auth)).toEqual([['auth.failed', ['pin']]]);
});

/** A bill of the account, and a payment of it that has begun. */
async function paying(auth: AuthRecord) {
  await refreshAuth(runtime, auth._id, NOW);
  calls = [];
  const { billIds } = await now(auth);
  const bill = await runtime.bills.findAny(billIds[0] ?? '');
  if (!bill) throw new Error('The bill was not read');
  const sealedCard = { cardNumber: '4111111111111111' };
  const given = methodRecord();
  const sealed = await runtime.vault.seal({ clientId, recordId: given._id }, sealedCard);
  const method = { ...given, sealed };
  await table.write([runtime.methods.save(...unnoticed(method))]);
  const paymentId = newOwnedId('pay', clientId, randomBytes);
  const payment = newPayment(bill, { paymentId, payOn: TODAY, partnerNow: NOW, automatic: true });
  const begun = await writeBeginning(runtime, { bill, method, payment }, NOW);
  if (typeof begun === 'symbol' || 'failure' in begun) throw new Error('It did not begin');
  return { paymentId, billId: bill._id };
}

test('an automatic payment that falls due waits: it is not made, and not called failed', async () => {
  const auth = await linked();
  const { paymentId, billId } = await paying(auth);
  await changeTo(withPin);
  expect(await submitPayment(runtime, paymentId, NOW)).toBe('closed');
  expect(calls).toEqual([]);
  expect(await now(auth)).toMatchObject({ status: 'authenticate', asksFor: ['pin'] });
  const bill = await runtime.bills.findAny(billId);
  expect(bill).toMatchObject({ waitsUntil: '2026-11-22', auth: { asksFor: ['pin'] } });
  expect(bill?.pendingPaymentId).toBeUndefined();
  const events = (await table.query<EventRecord>({ partition: clientId, prefix: 'event#' })).items;
  expect(events.map(({ type }) => type)).not.toContain('bill.payment.failed');
});
