/**
 * A deliverer as a process of its own, to be killed at any moment: the code of `plan-deliveries`,
 * `deliver-webhooks` and `wake-endpoints`, over a real table and stubs of the queues. `argv[2]` is the
 * address of the queues, `argv[3]` the times that it goes by, as JSON.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryTimes } from '@billhook/core/webhook/delivery';
import type { EndpointMessage } from '@billhook/core/webhook/endpoint-queue';
import { openVault } from '@billhook/runtime/aws/vault';
import { postSafely } from '@billhook/runtime/outbound/safe-post';
import { wakeEndpoints } from '@billhook/runtime/sweeps/wake-endpoints';
import { openTable } from '@billhook/runtime/table/table';
import { deliverWebhooks } from '@billhook/runtime/webhooks/deliver';
import { planDeliveries } from '@billhook/runtime/webhooks/plan-deliveries';
import type { StubMessage, StubQueue } from './queues.ts';

const [, , queuesUrl = '', timesText = '{}'] = process.argv;
const times = JSON.parse(timesText) as DeliveryTimes;
const IDLE_MILLISECONDS = 100;
const PLANNERS = 6;
/** As many endpoints at a time as a test has. */
const DELIVERERS = 6;

const deps = {
  table: openTable(),
  clock: Date.now,
  times,
  random: Math.random,
  post: postSafely,
  vault: openVault(),
  wake: (bodies: readonly EndpointMessage[], delayMilliseconds = 0) =>
    call('/send', { queue: 'endpoints', bodies, delayMilliseconds }),
};

const plan = (body: object) => planDeliveries(deps, body as { eventId: string; partnerId: string });
const deliver = (body: object) =>
  deliverWebhooks(deps, body as EndpointMessage, Date.now() + 4 * times.timeoutMilliseconds);

// Ctrl-C reaches every process of a terminal; this one ends when its parent lets go, or is gone.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

for (let count = 0; count < PLANNERS; count += 1) follow('events', plan);
for (let count = 0; count < DELIVERERS; count += 1) follow('endpoints', deliver);
sweep();
process.send?.('ready');

async function follow(queue: StubQueue, handle: (body: object) => Promise<unknown>): Promise<void> {
  const take = async () => {
    const [message] = (await call('/receive', { queue, limit: 1 })) as StubMessage[];
    if (!message) await pause(IDLE_MILLISECONDS);
    else if (await handled(handle, message.body)) await call('/delete', { id: message.id });
  };
  for (;;) {
    if (!(await handled(take, {}))) await pause(IDLE_MILLISECONDS);
  }
}

/** What fails comes again. */
async function handled(handle: (body: object) => Promise<unknown>, body: object) {
  try {
    await handle(body);
    return true;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    return false;
  }
}

async function sweep(): Promise<void> {
  for (;;) {
    await pause(times.settleMilliseconds);
    const deadline = Date.now() + times.settleMilliseconds;
    const calledMilliseconds = 2 * times.settleMilliseconds;
    await handled(() => wakeEndpoints(deps, { clock: Date.now, deadline, calledMilliseconds }), {});
  }
}

async function call(path: string, input: object): Promise<unknown> {
  const answer = await fetch(`${queuesUrl}${path}`, {
    method: 'POST',
    body: JSON.stringify(input),
  });
  return answer.json();
}
