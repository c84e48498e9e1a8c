import type { AuthRecord } from '@billhook/core/auth/auth';
import type { StoredAuth } from '@billhook/core/auth/stored-auth';
import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import type { LoginOutcome, Session } from '@billhook/core/company/connector';
import { NothingTried } from '@billhook/core/company/nothing-tried';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { openRuntime, type Runtime } from '@billhook/runtime/companies/runtime';
import { type Outside, openOutside } from '@billhook/runtime/table/outside';
import { StateMachine as Interpreter } from 'aws-local-stepfunctions';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { handler as failLink } from '../../../../functions/workflow/fail-link.ts';
import { handler as logIn } from '../../../../functions/workflow/log-in.ts';
import { handler as readBills } from '../../../../functions/workflow/read-bills.ts';
import { linkAccount, linkAccountTasks } from '../../../../lib/workflows/link-account.ts';
import { fakeKms } from '../../../support/kms.ts';
import { linkingAuth } from '../../../support/linking.ts';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';
import { account, fakeConnector } from '../../../support/payment-world.ts';
import { clientId, NOW } from '../../../support/records.ts';

/** What the company does with the password, the first time and from then on. */
type Behavior = (session: Session) => Promise<LoginOutcome>;

const verified: Behavior = async () => ({ kind: 'verified' });
const breaks: Behavior = async () => {
  throw new Error('The connection was lost');
};
const cannotBeReached: Behavior = async () => {
  throw new NothingTried();
};
const hangs: Behavior = () => new Promise(() => {});

let table: MemoryTable;
let now: number;
/** What each login meets, in turn; the last from then on. */
let behaviors: Behavior[];
/** The passwords that the company was given. */
let tried: number;
let outside: Outside;
let runtime: Runtime;

beforeEach(async () => {
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
  vi.stubEnv('FINGERPRINT_KEY_ARN', 'arn:fingerprint');
  vi.stubEnv('STAGE', 'production');
  now = NOW;
  tried = 0;
  behaviors = [verified];
  table = memoryTable(() => now);
  let turn = 0;
  const connector = {
    ...fakeConnector,
    logIn: (session: Session) => {
      const behavior = behaviors[Math.min(turn, behaviors.length - 1)] as Behavior;
      turn += 1;
      if (behavior !== cannotBeReached) tried += 1;
      return behavior(session);
    },
    listBills: async () => [account],
  };
  const aws = { kms: fakeKms().kms };
  outside = openOutside({ table, aws, clock: () => now, connectorOf: () => connector });
  runtime = openRuntime(outside);
  await runtime.companies.merge(sandboxCompanies.slice(0, 1));
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const linking = (change: Partial<StoredAuth> = {}) => linkingAuth(runtime, now, change);

const stored = async ({ _id }: AuthRecord) => (await runtime.auths.findAny(_id)) as AuthRecord;

type Task = (input: unknown) => Promise<unknown>;

/** What happens to a run of a task on its way, by what it would have come to. */
type Amid = (run: () => Promise<unknown>) => Promise<unknown>;

/** The whole workflow with its retries, without waiting. */
async function runLink(auth: AuthRecord, amid: Amid = (run) => run()): Promise<AuthRecord> {
  const arns = Object.fromEntries(linkAccountTasks.map((name) => [name, name]));
  const definition = linkAccount(arns as Parameters<typeof linkAccount>[0]);
  const failing = failLink.over(outside) as Task;
  const handlers: Record<string, Task> = {
    'Log in': (input) => amid(() => (logIn.over(outside) as Task)(idsOf(input))),
    'Read bills': (input) => (readBills.over(outside) as Task)(idsOf(input)),
    'Hold for timeout': failing,
    'Hold for system issue': failing,
  };
  // What waits in a state is there at once, and its clock has moved on.
  const passing: Task = async (input) => {
    now += (input as { readonly login: { readonly waitSeconds: number } }).login.waitSeconds * 1000;
    return (input as { readonly login: object }).login;
  };
  handlers['Wait to log in'] = passing;
  const { Type: _wait, SecondsPath: _path, ...waiting } = definition.States['Wait to log in'] ?? {};
  const states = {
    ...definition.States,
    'Wait to log in': { ...waiting, Type: 'Task', Resource: 'clock', ResultPath: '$.login' },
  };
  const intervals = Object.keys(definition.States).map((name) => [name, 0]);
  const interpreter = new Interpreter({ ...definition, States: states } as never, {
    validationOptions: { noValidate: true },
  });
  const input = { linkId: auth.link?.linkId, authId: auth._id, clientId, companyId: 'co_1' };
  const { result } = interpreter.run(input as never, {
    context: { Task: { Token: 'task-token' } } as never,
    overrides: {
      taskResourceLocalHandlers: handlers as never,
      retryIntervalOverrides: Object.fromEntries(intervals),
    },
  });
  await result;
  return stored(auth);
}

/** What the queue hands on of the message of a workflow. */
const idsOf = (input: unknown) => (input as { readonly MessageBody: object }).MessageBody;

function failure(name: string): Error {
  return Object.assign(new Error('See the log'), { name });
}

test('a login that breaks off is one attempt, and a hold that the user can try again', async () => {
  behaviors = [breaks];
  const held = await runLink(await linking());
  expect(tried).toBe(1);
  expect(held).toMatchObject({ status: 'hold', hold: { code: 'system_issue_with_bill' } });
  expect(held.link).toBeUndefined();
});

test('a company that could not be reached is tried again, and once reached is given one password', async () => {
  behaviors = [cannotBeReached, cannotBeReached, breaks];
  expect(await runLink(await linking())).toMatchObject({ status: 'hold' });
  expect(tried).toBe(1);
});

test('a company that could not be reached at first is linked all the same', async () => {
  behaviors = [cannotBeReached, cannotBeReached, verified];
  expect(await runLink(await linking())).toMatchObject({ status: 'verified' });
  expect(tried).toBe(1);
});

test.each(['Sandbox.Timedout', 'Lambda.Unknown', 'Runtime.ExitError', 'Lambda.ServiceException'])(
  'a task that ends as %s while the company has the password is one attempt',
  async (name) => {
    behaviors = [hangs, verified];
    const cutOff: Amid = async (run) => {
      // The function is gone once it is cut off, and what it does then with it.
      const ended = await Promise.race([run(), new Promise((resolve) => setTimeout(resolve, 20))]);
      if (ended) return ended;
      now += 70_000;
      throw failure(name);
    };
    expect(await runLink(await linking(), cutOff)).toMatchObject({ status: 'hold' });
    expect(tried).toBe(1);
  },
);

test('a result that is lost on its way back is not asked for again', async () => {
  let runs = 0;
  const losesFirst: Amid = async (run) => {
    const result = await run();
    runs += 1;
    if (runs === 1) throw failure('Lambda.ServiceException');
    return result;
  };
  expect(await runLink(await linking(), losesFirst)).toMatchObject({ status: 'verified' });
  expect(tried).toBe(1);
});

test('two runs of one task at once are one attempt', async () => {
  const twice: Amid = async (run) => {
    const [first, second] = await Promise.allSettled([run(), run()]);
    const done = [first, second].find(({ status }) => status === 'fulfilled');
    if (done?.status !== 'fulfilled') throw failure('TaskFailed');
    return done.value;
  };
  expect(await runLink(await linking(), twice)).toMatchObject({ status: 'verified' });
  expect(tried).toBe(1);
});

test('a login that another run is at is waited for, however long it takes', async () => {
  let finish = (_outcome: LoginOutcome) => {};
  behaviors = [
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  ];
  let first: Promise<unknown> | undefined;
  const losesTouch: Amid = async (run) => {
    if (!first) {
      first = run();
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw failure('Lambda.Unknown');
    }
    if (now >= NOW + 40_000) {
      finish({ kind: 'verified' });
      await first;
    }
    return run();
  };
  expect(await runLink(await linking(), losesTouch)).toMatchObject({ status: 'verified' });
  expect(now).toBeLessThan(NOW + 65_000);
  expect(tried).toBe(1);
});

test('a login whose run has died is a hold as soon as nobody can be at it', async () => {
  behaviors = [hangs];
  let runs = 0;
  const dies: Amid = async (run) => {
    runs += 1;
    if (runs > 1) return run();
    await Promise.race([run(), new Promise((resolve) => setTimeout(resolve, 20))]);
    throw failure('Lambda.Unknown');
  };
  expect(await runLink(await linking(), dies)).toMatchObject({ status: 'hold' });
  expect(now).toBe(NOW + 65_000);
  expect(runs).toBeLessThan(10);
  expect(tried).toBe(1);
});

test('a write that fails before the company is asked costs no attempt', async () => {
  const auth = await linking();
  const { write } = table;
  const failing = { ...outside, table: { ...table, write: vi.fn(write) } };
  failing.table.write.mockRejectedValueOnce(new Error('The table is away'));
  outside = failing;
  expect(await runLink(auth)).toMatchObject({ status: 'verified' });
  expect(tried).toBe(1);
});

test('after a login that nobody knows the end of, the daily reading waits for hours', async () => {
  behaviors = [breaks];
  const soon = new Date(NOW + 60_000).toISOString();
  const held = await runLink(await linking({ refreshAt: soon, verifiedBefore: true }));
  const wait = Date.parse(held.refresh?.at ?? '') - NOW;
  expect(wait).toBeGreaterThanOrEqual(DAY_MILLISECONDS / 4);
});
