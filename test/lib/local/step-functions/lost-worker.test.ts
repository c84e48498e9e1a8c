/**
 * A worker that dies amid a payment: the workflow as it is deployed, in the local engine, with what workers
 * say and what is written of it. Only the 45 seconds of a heartbeat are one here.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beatRunning } from '@billhook/runtime/companies/wake-running';
import { runningStore } from '@billhook/runtime/stores/running-store';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openState } from '../../../../lib/local/state.ts';
import { createStepFunctions } from '../../../../lib/local/step-functions/step-functions.ts';
import { payBill, payBillTasks } from '../../../../lib/workflows/pay-bill.ts';
import { payCall, takeWork, toldBy, workWorld } from '../../../support/work-world.ts';

const MACHINE = 'arn:aws:states:us-east-1:000000000000:stateMachine:pay-bill';
const HEARTBEAT_SECONDS = 1;
const input = { paymentId: 'pay_1', billId: 'bill_1', clientId: 'cl_1', companyId: 'co_1' };
const call = payCall('ada', 'first');
const name = { connector: 'browser', operation: call.operation };

let folder: string;
let world: ReturnType<typeof workWorld>;
let engine: ReturnType<typeof openEngine>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billhook-lost-worker-'));
  engine = openEngine();
  world = workWorld({
    beat: (operation) => beatRunning(engine.seen(world.table), 'browser', operation),
  });
});

afterEach(() => {
  engine.close();
  rmSync(folder, { recursive: true });
});

function openEngine() {
  const arnOf = (task: string) => `arn:aws:lambda:us-east-1:000000000000:function:${task}`;
  const arns = Object.fromEntries(payBillTasks.map((task) => [task, arnOf(task)]));
  const definition = JSON.stringify(payBill(arns as never), (key, value) =>
    key === 'HeartbeatSeconds' ? HEARTBEAT_SECONDS : value,
  );
  const machine = {
    ...{ ref: MACHINE, stackName: 'test', logicalId: 'Machine' },
    properties: () => ({ DefinitionString: definition, RoleArn: 'arn:role' }),
  };
  const state = openState(folder);
  /** What the machine asks for, in order, and when. */
  const tasks: { readonly task: string; readonly taskToken: string; readonly at: number }[] = [];
  const noteTask = (task: string, given: unknown) => {
    const { taskToken } = given as { readonly taskToken: string };
    tasks.push({ task: task.split(':').at(-1) ?? '', taskToken, at: performance.now() });
  };
  const service = createStepFunctions({
    model: { ofType: () => [machine] } as never,
    state,
    callers: { authorize: () => {} } as never,
    functions: {
      find: () => undefined,
      invoke: async (task: string, given: { readonly taskToken: string }) => {
        noteTask(task, given);
        if (task.endsWith('awaitReport')) {
          const write = runningStore(world.table).await(name, given.taskToken, Date.now());
          await world.table.write([write]);
        }
        return { payload: '{}' };
      },
    } as never,
    queues: {
      findByUrl: (url: string) => ({ arn: url }),
      send: ({ arn }: { readonly arn: string }, _sender: string, [message]: { body: string }[]) =>
        noteTask(arn, JSON.parse(message?.body ?? '')),
    } as never,
  });
  return {
    tasks,
    run: service.run,
    /** The engine as functions know it. */
    seen: (table: ReturnType<typeof workWorld>['table']) => ({
      table,
      aws: {
        stepFunctions: {
          send: async (command: { readonly input: object }) =>
            service.run(command.constructor.name.replace('Command', ''), command.input as never),
        } as never,
      },
    }),
    close: () => {
      service.stop();
      state.close();
    },
  };
}

/** The task that the machine asks for next. */
async function nextTask(index: number, seconds = 10) {
  await expect
    .poll(() => engine.tasks.length, { timeout: seconds * 1000, interval: 10 })
    .toBeGreaterThan(index);
  return engine.tasks[index] as (typeof engine.tasks)[number];
}

const answer = (taskToken: string, output: object) =>
  engine.run('SendTaskSuccess', { taskToken, output: JSON.stringify(output) });

test('is noticed after a heartbeat and not after the whole wait, and the payment is asked about', async () => {
  engine.run('StartExecution', {
    stateMachineArn: MACHINE,
    name: 'pay_1',
    input: JSON.stringify(input),
  });
  const submit = await nextTask(0);
  await world.asked(call);
  const worker = await takeWork(world, world.attended[0]);
  answer(submit.taskToken, { outcome: 'carried', waitSeconds: 60 });
  expect((await nextTask(1)).task).toBe('awaitReport');

  // It is at it for longer than a heartbeat may be missing, and presses the button.
  const { beat, commit } = toldBy(world, worker?.work as never);
  for (const says of [beat, beat, commit, beat]) {
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await says()).toEqual({ kind: 'go-on' });
  }
  const died = performance.now();
  expect(engine.tasks).toHaveLength(2);

  const ask = await nextTask(2);
  expect(ask.task).toBe('askPayment');
  expect((ask.at - died) / 1000).toBeGreaterThan(HEARTBEAT_SECONDS * 0.9);
  expect((ask.at - died) / 1000).toBeLessThan(HEARTBEAT_SECONDS + 5);

  // It may have been taken: nobody says that it failed.
  world.pass(45_000);
  expect(await world.poll(call.operation)).toMatchObject({ result: { kind: 'unknown' } });
  answer(ask.taskToken, { outcome: 'unknown' });
  const entered = () =>
    JSON.stringify(
      engine.run('GetExecutionHistory', {
        executionArn: `${MACHINE.replace(':stateMachine:', ':execution:')}:pay_1`,
      }),
    );
  await expect.poll(entered).toContain('Wait before asking');
  expect(entered()).not.toContain('Settle payment');
});
