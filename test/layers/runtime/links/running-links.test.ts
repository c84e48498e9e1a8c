import type { AuthRecord } from '@billhook/core/auth/auth';
import { leasesKey } from '@billhook/core/base/table-keys';
import type { Capabilities } from '@billhook/core/company/capabilities';
import type { LoginOutcome, Running, Session } from '@billhook/core/company/connector';
import { DEFAULT_TIMEOUT_SECONDS } from '@billhook/core/company/running';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { openRuntime, type Runtime } from '@billhook/runtime/companies/runtime';
import { wakeRunning } from '@billhook/runtime/companies/wake-running';
import { runningStore } from '@billhook/runtime/stores/running-store';
import { type Outside, openOutside } from '@billhook/runtime/table/outside';
import { StateMachine as Interpreter } from 'aws-local-stepfunctions';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { handler as awaitReport } from '../../../../functions/workflow/await-report.ts';
import { handler as failLink } from '../../../../functions/workflow/fail-link.ts';
import { handler as logIn } from '../../../../functions/workflow/log-in.ts';
import { handler as openChallenge } from '../../../../functions/workflow/open-challenge.ts';
import { handler as readBills } from '../../../../functions/workflow/read-bills.ts';
import { linkAccount, linkAccountTasks } from '../../../../lib/workflows/link-account.ts';
import { fakeKms } from '../../../support/kms.ts';
import { linkingAuth } from '../../../support/linking.ts';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';
import { account, fakeConnector } from '../../../support/payment-world.ts';
import { clientId, NOW } from '../../../support/records.ts';

/** Seconds that the company takes, and what comes of it. */
type Behavior = { seconds: number; login: LoginOutcome };

let table: MemoryTable;
let now: number;
let behavior: Behavior;
let readingSeconds: number;
/** What was asked: `login` began one, `login?` asked about one; likewise of bills. */
let asked: string[];
let failing: Set<number>;
let capabilities: Partial<Capabilities>;
let outside: Outside;
let runtime: Runtime;
let succeeded: string[];

const bySeconds = async <T>(what: string, { running }: Session, seconds: number, end: () => T) => {
  asked.push(running === undefined ? what : `${what}?`);
  if (failing.has(asked.length)) throw new Error('The connector was not reached');
  const begun = running === undefined ? now : Number(running.split('-')[1]);
  if (now >= begun + seconds * 1000) return end();
  const operation = `${what}-${begun}`;
  return { kind: 'running', operation, askAgainAt: now + 5_000 } satisfies Running;
};

beforeEach(async () => {
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
  vi.stubEnv('FINGERPRINT_KEY_ARN', 'arn:fingerprint');
  vi.stubEnv('STAGE', 'production');
  [now, asked, failing, capabilities, succeeded] = [NOW, [], new Set(), {}, []];
  behavior = { seconds: 180, login: { kind: 'verified' } };
  readingSeconds = 0;
  table = memoryTable(() => now);
  const connector = {
    ...fakeConnector,
    capabilities: () => ({ ...fakeConnector.capabilities(), ...capabilities }),
    logIn: (session: Session) =>
      bySeconds('login', session, behavior.seconds, () => behavior.login),
    listBills: (session: Session) => bySeconds('bills', session, readingSeconds, () => [account]),
  };
  const stepFunctions = {
    send: async ({ input }: { readonly input: { readonly taskToken: string } }) => {
      succeeded.push(input.taskToken);
    },
  };
  const aws = { kms: fakeKms().kms, stepFunctions: stepFunctions as never };
  outside = openOutside({ table, aws, clock: () => now, connectorOf: () => connector });
  runtime = openRuntime(outside);
  await runtime.companies.merge(sandboxCompanies.slice(0, 1));
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const linking = () => linkingAuth(runtime, now);

const stored = async ({ _id }: AuthRecord) => (await runtime.auths.findAny(_id)) as AuthRecord;

type Task = (input: unknown) => Promise<unknown>;

/** Who is there while the workflow waits, and what the clock says then. */
type During = (seconds: number, auth: AuthRecord) => Promise<void>;

const passes: During = async (seconds) => {
  now += seconds * 1000;
};

async function runLink(auth: AuthRecord, during: During = passes): Promise<AuthRecord> {
  const arns = Object.fromEntries(linkAccountTasks.map((name) => [name, name]));
  const definition = linkAccount(arns as Parameters<typeof linkAccount>[0]);
  let waits = 0;
  const task =
    (handler: { over: (outside: Outside) => unknown }): Task =>
    async (input) => {
      const result = await (handler.over(outside) as Task)(messageOf(input));
      waits = (result as { waitSeconds?: number }).waitSeconds ?? 0;
      return result;
    };
  const report: Task = async (input) => {
    const { Payload } = input as { readonly Payload: object };
    await (awaitReport.over(outside) as Task)(Payload);
    await during(waits, await stored(auth));
    throw Object.assign(new Error('The time is over'), { name: 'States.Timeout' });
  };
  const handlers: Record<string, Task> = {
    'Log in': task(logIn),
    'Read bills': task(readBills),
    'Await the login': report,
    'Await the bills': report,
    'Hold for timeout': failLink.over(outside) as Task,
    'Hold for system issue': failLink.over(outside) as Task,
    'Await security answer': async (input) => {
      await (openChallenge.over(outside) as Task)((input as { Payload: object }).Payload);
      throw new Error('Nobody is asked any further here');
    },
  };
  const states = Object.entries(definition.States).map(
    ([name, { Retry: _, TimeoutSecondsPath: _path, ...state }]) => [name, state],
  );
  const interpreter = new Interpreter(
    { ...definition, States: Object.fromEntries(states) } as never,
    { validationOptions: { noValidate: true } },
  );
  const input = { linkId: auth.link?.linkId, authId: auth._id, clientId, companyId: 'co_1' };
  const { result } = interpreter.run(input as never, {
    context: { Task: { Token: 'task-token' } } as never,
    overrides: { taskResourceLocalHandlers: handlers as never },
  });
  await result;
  return stored(auth);
}

/** What the queue hands on of the message of a workflow; the input of any other task. */
const messageOf = (input: unknown) => {
  const { MessageBody } = input as { readonly MessageBody?: object };
  return MessageBody ?? input;
};

test('a login of three minutes is one login, asked about with growing waits', async () => {
  const linked = await runLink(await linking());
  expect(linked).toMatchObject({ status: 'verified' });
  expect(linked.link).toBeUndefined();
  const waited = [5, 10, 20, 40, 60, 60];
  expect(asked).toEqual(['login', ...waited.map(() => 'login?'), 'bills']);
  expect(now - NOW).toBe(waited.reduce((sum, one) => sum + one, 0) * 1000);
});

test('a reading of minutes is asked about likewise, and nobody logs in again', async () => {
  behavior.seconds = 0;
  readingSeconds = 30;
  expect(await runLink(await linking())).toMatchObject({ status: 'verified' });
  expect(asked).toEqual(['login', 'bills', 'bills?', 'bills?', 'bills?']);
});

test('a login whose end asks the user something belongs to the same round', async () => {
  const questions = [{ question: 'Which pet?', identifier: 'pet' }];
  const challenge = { kind: 'questions', questions } as const;
  behavior = { seconds: 10, login: { kind: 'mfa-required', challenge } };
  const challenged = await runLink(await linking());
  expect(asked).toEqual(['login', 'login?', 'login?']);
  expect(challenged).toMatchObject({ status: 'hold', hold: { subcode: 'issue-unidentified' } });
});

test('a login that never ends is held once its time is over', async () => {
  behavior.seconds = 86_400;
  const held = await runLink(await linking());
  expect(held).toMatchObject({ status: 'hold', hold: { subcode: 'job-timeout' } });
  expect(now - NOW).toBe(DEFAULT_TIMEOUT_SECONDS * 1000);
  expect(asked.filter((one) => one === 'login')).toHaveLength(1);
});

test('its connector says how long that is', async () => {
  behavior.seconds = 86_400;
  capabilities = { timeouts: { login: 20 } };
  expect(await runLink(await linking())).toMatchObject({ hold: { subcode: 'job-timeout' } });
  expect(now - NOW).toBe(20_000);
});

test('a question that fails costs time only', async () => {
  failing = new Set([2, 4]);
  expect(await runLink(await linking())).toMatchObject({ status: 'verified' });
  expect(asked.filter((one) => one === 'login')).toHaveLength(1);
});

test('a report wakes the workflow that waits, whoever sends it how often', async () => {
  const reports: During = async (seconds, auth) => {
    const { operation = '' } = auth.link?.running ?? {};
    expect(await wakeRunning(outside, 'sandbox', operation)).toBe(true);
    expect(await wakeRunning(outside, 'sandbox', operation)).toBe(true);
    expect(await wakeRunning(outside, 'other', operation)).toBe(false);
    expect(await wakeRunning(outside, 'sandbox', 'login-0')).toBe(false);
    await passes(seconds, auth);
  };
  behavior.seconds = 5;
  expect(await runLink(await linking(), reports)).toMatchObject({ status: 'verified' });
  expect(succeeded).toEqual(['task-token', 'task-token']);
});

test('what nobody waits for any more is known, and wakes nobody', async () => {
  const gone = Object.assign(new Error('Gone'), { name: 'TaskTimedOut' });
  const send = async () => {
    throw gone;
  };
  const running = runningStore(table);
  const name = { connector: 'sandbox', operation: 'op' };
  await table.write([running.begin(name, now)]);
  expect(await wakeRunning(outside, 'sandbox', 'op', 0)).toBe(true);
  await table.write([running.await(name, 'spent', now)]);
  const aws = { stepFunctions: { send } as never };
  expect(await wakeRunning({ table, aws }, 'sandbox', 'op')).toBe(true);
});

test('a report of what only messages ask about is not kept waiting for a workflow', async () => {
  const running = runningStore(table);
  const name = { connector: 'sandbox', operation: 'op' };
  await table.write([running.beginByMessages(name, now)]);
  table.calls.get = 0;
  expect(await wakeRunning(outside, 'sandbox', 'op')).toBe(true);
  // Whoever waits looks again and again.
  expect(table.calls.get).toBe(1);
  // A link that takes the operation up is waited for again.
  await table.write([running.begin(name, now)]);
  expect(await running.find(name)).not.toHaveProperty('byMessages');
});

test.each([
  ['the first time', undefined],
  ['again', 'spent'],
])('a report that is faster than the workflow waits for it (%s)', async (_when, before) => {
  const running = runningStore(table);
  const name = { connector: 'sandbox', operation: 'op' };
  if (before) await table.write([running.await(name, before, now)]);
  await table.write([running.begin(name, now)]);
  const woken = wakeRunning(outside, 'sandbox', 'op');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(succeeded).toEqual([]);
  await table.write([running.await(name, 'fresh', now)]);
  expect(await woken).toBe(true);
  expect(succeeded).toEqual(['fresh']);
});

test('a link that was superseded meanwhile asks nothing more', async () => {
  const supersedes: During = async (_seconds, auth) => {
    const { link } = auth;
    const other = { ...auth, version: auth.version + 1, link: link && { ...link, linkId: 'x' } };
    await table.write([runtime.auths.save(other as AuthRecord, auth)]);
  };
  await runLink(await linking(), supersedes);
  expect(asked).toEqual(['login']);
});

test('a session that runs at the company is one of those that it has at once', async () => {
  capabilities = { limits: { sessionsAtOnce: 1, sessionsAMinute: 1 } };
  behavior.seconds = 300;
  const leases: number[] = [];
  const counts: During = async (seconds, auth) => {
    const record = await table.get(leasesKey(auth.company._id));
    const live = Object.entries(record ?? {}).filter(
      ([name, lease]) => name.startsWith('lease_') && lease.until > now + seconds * 1000,
    );
    leases.push(live.length);
    await passes(seconds, auth);
  };
  await runLink(await linking(), counts);
  expect(new Set(leases)).toEqual(new Set([1]));
  expect(asked.filter((one) => one === 'login')).toHaveLength(1);
  expect(asked.filter((one) => one === 'login?').length).toBeGreaterThan(5);
});
