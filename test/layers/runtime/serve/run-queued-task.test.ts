/** A task that comes by a queue, and what its workflow is told of it. */
import { MayHaveTried } from '@billhook/core/company/nothing-tried';
import { runQueuedTask } from '@billhook/runtime/serve/run-queued-task';
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';

type Told = { readonly taskToken: string; readonly output?: string; readonly error?: string };

let told: Told[];
/** How Step Functions fails, by the name of its error. */
let refuses: string | undefined;
let runs: number;
let outcome: () => Promise<{ outcome: string }>;

beforeEach(() => {
  told = [];
  refuses = undefined;
  runs = 0;
  outcome = async () => ({ outcome: 'done' });
});

const stepFunctions = {
  send: async ({ input }: { readonly input: Told }) => {
    if (refuses) throw Object.assign(new Error('refused'), { name: refuses });
    told.push(input);
    return {};
  },
} as never;

const input = v.object({ id: v.string() });

const handlerOf = (repeated: 'again' | 'never') =>
  runQueuedTask(
    { task: 'try', input, repeated },
    () => undefined,
    () => {
      runs += 1;
      return outcome();
    },
  ).over({ aws: { stepFunctions }, table: {} as never });

const again = handlerOf('again');
const never = handlerOf('never');

const batch = (body: object, receives = 1) => ({
  Records: [
    {
      messageId: 'm1',
      body: JSON.stringify(body),
      attributes: { ApproximateReceiveCount: String(receives) },
    },
  ],
});
const message = { id: 'one', taskToken: 'token' };
const handled = { batchItemFailures: [] };
const left = { batchItemFailures: [{ itemIdentifier: 'm1' }] };

test('the outcome goes back by the token that came with the message', async () => {
  expect(await again(batch(message))).toEqual(handled);
  expect(told).toEqual([{ taskToken: 'token', output: '{"outcome":"done"}' }]);
});

test.each([
  [new Error('a secret'), 'TaskFailed'],
  [new MayHaveTried(new Error('a secret')), 'MayHaveTried'],
])('a failure goes back by its kind, and says nothing else: %s', async (error, kind) => {
  outcome = () => Promise.reject(error);
  expect(await again(batch(message))).toEqual(handled);
  expect(told).toEqual([{ taskToken: 'token', error: kind }]);
});

test('ids of another form fail the task, and are not handed over again', async () => {
  expect(await again(batch({ taskToken: 'token' }))).toEqual(handled);
  expect(told).toEqual([{ taskToken: 'token', error: 'InvalidTaskInput' }]);
  expect(runs).toBe(0);
});

test('an outcome that cannot be sent leaves the message where it was', async () => {
  refuses = 'ThrottlingException';
  expect(await again(batch(message))).toEqual(left);
});

test.each(['TaskDoesNotExist', 'TaskTimedOut', 'InvalidToken'])(
  'a workflow that waits no longer is told nothing: %s',
  async (name) => {
    refuses = name;
    expect(await again(batch(message))).toEqual(handled);
  },
);

test('a message that comes again is worked on again where the task knows what was done', async () => {
  expect(await again(batch(message, 2))).toEqual(handled);
  expect(runs).toBe(1);
});

test('a message that comes again may have tried the password everywhere else', async () => {
  expect(await never(batch(message))).toEqual(handled);
  expect(await never(batch(message, 2))).toEqual(handled);
  expect(runs).toBe(1);
  expect(told.at(-1)).toEqual({ taskToken: 'token', error: 'MayHaveTried' });
});

test('called with ids alone, it returns what came of them', async () => {
  expect(await again({ id: 'one' })).toEqual({ outcome: 'done' });
  expect(told).toEqual([]);
});
