import type { AuthRecord } from '@billhook/core/auth/auth';
import { instantText } from '@billhook/core/base/dates';
import type { Running, Session } from '@billhook/core/company/connector';
import type { CompanyLimits } from '@billhook/core/company/gate/limits';
import { DEFAULT_TIMEOUT_SECONDS } from '@billhook/core/company/running';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { openRuntime, type Runtime } from '@billhook/runtime/companies/runtime';
import type { ReadingMessage } from '@billhook/runtime/links/queue-readings';
import { goOnReading, refreshAuth } from '@billhook/runtime/links/refresh-auth';
import { gateStore } from '@billhook/runtime/stores/gate-store';
import { openOutside } from '@billhook/runtime/table/outside';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { fakeKms } from '../../../support/kms.ts';
import { linkedAuth } from '../../../support/linking.ts';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';
import { account, fakeConnector } from '../../../support/payment-world.ts';
import { NOW } from '../../../support/records.ts';

type Sent = { readonly message: ReadingMessage; readonly delay: number; readonly group: string };

let table: MemoryTable;
let runtime: Runtime;
let now: number;
let seconds: { login: number; bills: number };
let limits: CompanyLimits | undefined;
/** `login` began one, `login?` asked about one; likewise of bills. */
let asked: string[];
let sent: Sent[];

beforeEach(async () => {
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
  vi.stubEnv('FINGERPRINT_KEY_ARN', 'arn:fingerprint');
  vi.stubEnv('READINGS_QUEUE_URL', 'https://readings');
  vi.stubEnv('STAGE', 'production');
  [now, asked, sent, limits] = [NOW, [], [], undefined];
  seconds = { login: 40, bills: 0 };
  table = memoryTable(() => now);
  const connector = {
    ...fakeConnector,
    capabilities: () => ({ ...fakeConnector.capabilities(), ...(limits && { limits }) }),
    logIn: (session: Session) =>
      bySeconds('login', session, seconds.login, { kind: 'verified' as const }),
    listBills: (session: Session) => bySeconds('bills', session, seconds.bills, [account]),
  };
  const sqs = { send: async ({ input }: SendInput) => keepSent(input) };
  const aws = { kms: fakeKms().kms, sqs: sqs as never };
  const outside = openOutside({ table, aws, clock: () => now, connectorOf: () => connector });
  runtime = openRuntime(outside);
  await runtime.companies.merge(sandboxCompanies.slice(0, 1));
});
afterAll(() => {
  vi.unstubAllEnvs();
});

async function bySeconds<T>(what: string, { running }: Session, takes: number, end: T) {
  asked.push(running === undefined ? what : `${what}?`);
  const begun = running === undefined ? now : Number(running.split('-')[1]);
  if (now >= begun + takes * 1000) return end;
  const operation = `${what}-${begun}`;
  return { kind: 'running', operation, askAgainAt: now + 5_000 } satisfies Running;
}

type Entry = {
  readonly Id: string;
  readonly MessageBody: string;
  readonly DelaySeconds?: number;
  readonly MessageGroupId?: string;
};
type SendInput = { readonly input: { readonly Entries: Entry[] } };

function keepSent({ Entries }: SendInput['input']) {
  for (const { MessageBody, DelaySeconds = 0, MessageGroupId = '' } of Entries)
    sent.push({ message: JSON.parse(MessageBody), delay: DelaySeconds, group: MessageGroupId });
  return { Successful: Entries.map(({ Id }) => ({ Id })) };
}

const due = async () => (await linkedAuth(runtime, { refreshAt: instantText(NOW) }))._id;

const stored = async (id: string) => (await runtime.auths.findAny(id)) as AuthRecord;

/** Handles what is in the queue, each when its time has come, until nothing is. */
async function runQueue(): Promise<boolean> {
  let read = false;
  for (let next = sent.shift(); next; next = sent.shift()) {
    now += next.delay * 1000;
    const { authId, asked: count = -1 } = next.message;
    read = (await goOnReading(runtime, { authId, asked: count }, now)) || read;
  }
  return read;
}

test('a login of less than a minute is one login, and its bills are read', async () => {
  const id = await due();
  expect(await refreshAuth(runtime, id, now)).toBe(false);
  expect(sent).toEqual([
    { message: { authId: id, asked: 0 }, delay: 5, group: sandboxCompanies[0]?._id },
  ]);
  expect(await runQueue()).toBe(true);
  expect(asked).toEqual(['login', 'login?', 'login?', 'login?', 'login?', 'bills']);
  const { at = '', running, unended } = (await stored(id)).refresh ?? {};
  expect([running, unended]).toEqual([undefined, undefined]);
  expect(Date.parse(at)).toBeGreaterThan(now);
});

test('bills that take long are asked about, and nobody logs in again', async () => {
  seconds = { login: 0, bills: 12 };
  const id = await due();
  await refreshAuth(runtime, id, now);
  expect(await runQueue()).toBe(true);
  expect(asked).toEqual(['login', 'bills', 'bills?', 'bills?']);
});

test('what never ends is left to the reading that was planned before, and is asked no more', async () => {
  seconds.login = 86_400;
  const id = await due();
  await refreshAuth(runtime, id, now);
  expect(await runQueue()).toBe(false);
  expect(now - NOW).toBe(DEFAULT_TIMEOUT_SECONDS * 1000);
  const { at, running, unended } = (await stored(id)).refresh ?? {};
  expect([running, unended]).toEqual([undefined, 1]);
  expect(at).toBe(instantText(NOW + 60 * 60 * 1000));
  // An hour later it begins anew.
  now = NOW + 60 * 60 * 1000;
  await refreshAuth(runtime, id, now);
  expect(asked.filter((one) => one === 'login')).toHaveLength(2);
});

test('of two messages one asks', async () => {
  const id = await due();
  await refreshAuth(runtime, id, now);
  const [first] = sent;
  if (first) sent.push({ ...first, delay: 0 });
  await runQueue();
  expect(asked).toEqual(['login', 'login?', 'login?', 'login?', 'login?', 'bills']);
});

test('a message of the day before begins nothing', async () => {
  const id = await due();
  await refreshAuth(runtime, id, now);
  expect(await refreshAuth(runtime, id, now)).toBe(false);
  expect(asked).toEqual(['login']);
});

test('a link of the account takes its place', async () => {
  const id = await due();
  await refreshAuth(runtime, id, now);
  const auth = await stored(id);
  const link = { linkId: 'link_1', requestedAt: instantText(now), items: ['bill' as const] };
  await table.write([runtime.auths.save({ ...auth, version: auth.version + 1, link }, auth)]);
  expect(await runQueue()).toBe(false);
  expect(asked).toEqual(['login']);
});

test('a gate that shuts meanwhile is waited for, and the login is not begun again', async () => {
  const id = await due();
  await refreshAuth(runtime, id, now);
  const gate = { kind: 'company', id: sandboxCompanies[0]?._id ?? '' } as const;
  const shut = { version: 1, coolUntil: now + 30_000 };
  await table.write([gateStore(table).save(gate, shut, undefined, now)]);
  now += 6_000;
  expect(await runQueue()).toBe(true);
  expect(asked.filter((one) => one === 'login')).toHaveLength(1);
});

test('it is one reading of the day, and one session of the minute', async () => {
  limits = { readingsPerLoginADay: 1, sessionsAMinute: 1, sessionsAtOnce: 1 };
  const id = await due();
  await refreshAuth(runtime, id, now);
  expect(await runQueue()).toBe(true);
});
