import { readFileSync } from 'node:fs';
import type { FunctionDeclaration, QueuedTask } from '@billhook/core/api/operation';
import { MAX_CHALLENGES_PER_LINK, QUESTIONS_WAIT_SECONDS } from '@billhook/core/auth/challenge';
import { HEARTBEAT_SECONDS, MAX_POLL_SECONDS } from '@billhook/core/company/running';
import { WORK_LEASE_MILLISECONDS } from '@billhook/core/company/worker/operation';
import { describe, expect, test } from 'vitest';
import { fileNameOf, workflowTasks } from '../../../functions/contracts.ts';
import { advanceClock, advanceClockTasks } from '../../../lib/workflows/advance-clock.ts';
import type { StateMachine } from '../../../lib/workflows/asl.ts';
import { linkAccount, linkAccountTasks } from '../../../lib/workflows/link-account.ts';
import { payBill, payBillTasks } from '../../../lib/workflows/pay-bill.ts';
import { SEND_AND_WAIT } from '../../../lib/workflows/queued-task.ts';
import { swapCard, swapCardTasks } from '../../../lib/workflows/swap-card.ts';

// biome-ignore lint/suspicious/noExplicitAny: states are JSON of many shapes.
type Json = any;

const declarations: Readonly<Record<string, FunctionDeclaration>> = workflowTasks;
const linkArns = arnsOf(linkAccountTasks);
const payArns = arnsOf(payBillTasks);
const swapArns = arnsOf(swapCardTasks);
const clockArns = arnsOf(advanceClockTasks);

const machines = [
  { name: 'link-account', machine: linkAccount(linkArns), tasks: linkAccountTasks },
  { name: 'pay-bill', machine: payBill(payArns), tasks: payBillTasks },
  { name: 'swap-card', machine: swapCard(swapArns), tasks: swapCardTasks },
  { name: 'advance-clock', machine: advanceClock(clockArns), tasks: advanceClockTasks },
];

test('Every task that is declared stands in one workflow, or is of several', () => {
  const used: string[] = machines.flatMap(({ tasks }) => [...tasks]);
  const shared = used.filter((name, index) => used.indexOf(name) !== index);
  expect(new Set(shared)).toEqual(new Set(['awaitReport']));
  expect([...new Set(used)].sort()).toEqual(Object.keys(declarations).sort());
});

describe.each(machines)('$name', ({ machine, tasks }) => {
  const states = Object.entries(machine.States) as [string, Json][];
  const taskStates = states.filter(([, state]) => state.Type === 'Task');

  test('calls each of its tasks', () => {
    const called = taskStates.map(([, state]) => functionOf(state));
    expect([...new Set(called)].sort()).toEqual([...tasks].sort());
  });

  test.each(taskStates)('%s is retried, bounded and caught', (_name, state) => {
    const declared = declarations[functionOf(state)] as Partial<QueuedTask>;
    const { timeoutSeconds = 10, patienceSeconds = 0 } = declared;
    if (asks(state))
      expect(state.TimeoutSecondsPath).toMatch(/^\$\.(login|reading|result)\.waitSeconds$/);
    else expect(state.TimeoutSeconds).toBeGreaterThan(timeoutSeconds + patienceSeconds);
    const retried = state.Retry.flatMap((retry: Json) => retry.ErrorEquals);
    // What a queue hands on, Lambda itself hands over until it can.
    const outages = ['Lambda.ServiceException', 'Lambda.TooManyRequestsException'];
    for (const error of [...(isQueued(state) ? [] : outages), 'States.TaskFailed']) {
      expect(retried).toContain(error);
    }
    for (const retry of state.Retry) expect(retry.JitterStrategy).toBe('FULL');
    expect(state.Catch.at(-1).ErrorEquals).toEqual(['States.ALL']);
  });

  test.each(taskStates)('%s passes on ids and words of closed sets only', (_name, state) => {
    const { Payload, MessageBody, 'MessageGroupId.$': turn } = state.Parameters;
    const { 'taskToken.$': taskToken, ...given } = Payload ?? MessageBody ?? state.Parameters;
    expect(taskToken).toBe(waits(state) ? '$$.Task.Token' : undefined);
    if (isQueued(state)) expect(turn).toMatch(/^\$\.(companyId|partnerId)$/);
    for (const [name, value] of Object.entries<string>(given)) {
      expect(name).toMatch(
        /^(linkId|authId|clientId|paymentId|billId|swapId|attemptId|advanceId|partnerId|outcome)\.\$$|^reason$/,
      );
      expect(value).toMatch(/^\$\.(\w+Id|result\.outcome)$|^(job-timeout|issue-unidentified)$/);
    }
  });

  test.each(taskStates)('%s drops what an error says', (_name, state) => {
    for (const one of state.Catch) expect(one.ResultPath).toBeNull();
    expect(JSON.stringify(state)).not.toContain('Cause');
  });

  test('leads from its start to every state, and from every state to an end', () => {
    const reached = reachableFrom(machine, machine.StartAt);
    expect([...reached].sort()).toEqual(Object.keys(machine.States).sort());
    for (const [name, state] of states) {
      const ends = [...reachableFrom(machine, name)].some((one) =>
        ['Succeed', 'Fail'].includes(machine.States[one]?.Type as string),
      );
      expect(ends, `${name} (${state.Type})`).toBe(true);
    }
  });

  test('ends by itself', () => {
    expect(machine.TimeoutSeconds).toBeGreaterThan(0);
  });

  test('has names that AWS takes', () => {
    for (const [name] of states) expect(name).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
  });
});

test.each([
  ['link-account', ['Account linked', 'Needs new credentials', 'On hold', 'Superseded']],
  ['pay-bill', ['Accepted', 'Closed', 'Declined', 'Held', 'Paid', 'Returned', 'Unresolved']],
  ['swap-card', ['Closed', 'Completed', 'Held']],
])('%s has an end for every outcome', (name, ends) => {
  const machine = machines.find((one) => one.name === name)?.machine as StateMachine;
  const succeeding = Object.entries(machine.States).filter(([, { Type }]) => Type === 'Succeed');
  expect(succeeding.map(([state]) => state).sort()).toEqual(ends);
});

test.each([
  [linkAccount(linkArns), 'Log in'],
  [payBill(payArns), 'Submit payment'],
  [payBill(payArns), 'Ask what became of it'],
  [swapCard(swapArns), 'Submit swap'],
])('what may have tried the password is not repeated at once: %#', (machine, name) => {
  const [first] = (machine.States[name] as Json).Retry;
  expect(first.MaxAttempts).toBe(0);
  expect(first.ErrorEquals.toSorted()).toEqual(['MayHaveTried', 'States.Timeout']);
});

test('bills are read again after a failure: the company has just taken the password', () => {
  const { Retry } = linkAccount(linkArns).States['Read bills'] as Json;
  expect(Retry.flatMap(({ ErrorEquals }: Json) => ErrorEquals)).not.toContain('MayHaveTried');
});

test('a task is handed on by a queue exactly where it reaches companies', () => {
  const queued = Object.entries(declarations)
    .filter(([, declared]) => 'patienceSeconds' in declared)
    .map(([name]) => name);
  const states = machines.flatMap(({ machine }) => Object.values(machine.States) as Json[]);
  const tasks = states.filter(({ Resource }) => Resource === SEND_AND_WAIT).map(functionOf);
  expect([...new Set(tasks)].sort()).toEqual(queued.sort());
  const reaching = Object.keys(declarations).filter((name) =>
    /companies\/(reach|runtime)'/.test(sourceOf(name)),
  );
  expect(queued.sort()).toEqual(reaching.sort());
});

/** Where a worker of ours may be at it. */
const heartbeatStates = machines.flatMap(({ name, machine }) =>
  Object.entries(machine.States)
    .filter(([, state]) => state.HeartbeatSeconds !== undefined)
    .map(([state, declared]) => [name, state, declared as Json, machine] as const),
);

test('a worker is waited for by its heartbeats at everything that it does', () => {
  const named = heartbeatStates.map(([name, state]) => `${name}: ${state}`);
  expect(named).toEqual([
    'link-account: Await the worker at the login',
    'link-account: Await the worker at the bills',
    'pay-bill: Await the worker at the bills',
    'pay-bill: Await the worker at the payment',
    'swap-card: Await the worker at the swap',
  ]);
});

test.each(heartbeatStates)('%s, %s: silence leads to the question, at once', (...row) => {
  const [, , state, machine] = row;
  expect(state.HeartbeatSeconds).toBe(HEARTBEAT_SECONDS);
  // A worker is taken for gone by then, whatever its last word was; and it has had four to miss.
  expect(state.HeartbeatSeconds * 1000).toBeGreaterThanOrEqual(WORK_LEASE_MILLISECONDS);
  expect(state.HeartbeatSeconds).toBeLessThan(MAX_POLL_SECONDS);
  // It would match States.TaskFailed, and wait again for the one that is gone.
  expect(state.Retry[0]).toMatchObject({
    ErrorEquals: ['States.HeartbeatTimeout'],
    MaxAttempts: 0,
  });
  expect(state.Catch).toEqual([
    { ErrorEquals: ['States.ALL'], ResultPath: null, Next: state.Next },
  ]);
  expect(isQueued(machine.States[state.Next] as Json)).toBe(true);
});

describe('Await security answer', () => {
  const state = linkAccount(linkArns).States['Await security answer'] as Json;

  test('does not take its time being over for a failure that is tried again', () => {
    const retried = state.Retry.flatMap((retry: Json) => retry.ErrorEquals);
    expect(retried).not.toContain('States.Timeout');
    expect(state.Catch[0]).toMatchObject({
      ErrorEquals: ['States.Timeout'],
      Next: 'Close challenge',
    });
  });

  test('keeps nothing of what it is told', () => {
    expect(state.ResultPath).toBeNull();
  });

  test('is outlived by the workflow, however often it is entered', () => {
    const longest = MAX_CHALLENGES_PER_LINK * QUESTIONS_WAIT_SECONDS;
    expect(linkAccount(linkArns).TimeoutSeconds).toBeGreaterThan(longest + 60 * 60);
  });
});

function waits(state: Json): boolean {
  return state.Resource.endsWith('.waitForTaskToken');
}

/** Whether it waits for the user. */
function asks(state: Json): boolean {
  return waits(state) && !isQueued(state);
}

function isQueued(state: Json): boolean {
  return state.Resource === SEND_AND_WAIT;
}

function functionOf(state: Json): string {
  const { QueueUrl, FunctionName } = state.Parameters;
  return (QueueUrl ?? FunctionName ?? state.Resource).split(':').at(-1);
}

function sourceOf(name: string): string {
  const file = `../../../functions/workflow/${fileNameOf(name)}.ts`;
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

function arnsOf<Name extends string>(names: readonly Name[]): Record<Name, string> {
  const prefix = 'arn:aws:lambda:us-east-1:000000000000:function';
  return Object.fromEntries(names.map((name) => [name, `${prefix}:${name}`])) as Record<
    Name,
    string
  >;
}

function reachableFrom(machine: StateMachine, start: string): Set<string> {
  const reached = new Set<string>();
  const visit = (name: string) => {
    if (reached.has(name)) return;
    reached.add(name);
    const state = machine.States[name] as Json;
    expect(state, `a transition to ${name}`).toBeDefined();
    const choices = [...(state.Choices ?? []), ...(state.Catch ?? [])];
    for (const next of [state.Next, state.Default, ...choices.map((one: Json) => one.Next)]) {
      if (next) visit(next);
    }
  };
  visit(start);
  return reached;
}
