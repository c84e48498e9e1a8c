import { createHash } from 'node:crypto';
import { callsAtOnce } from '../lambda/function-settings.ts';
import { REGION } from '../template/intrinsics.ts';
import {
  type EventSourcesDeps,
  type Following,
  invokeBatch,
  requireGrants,
  type Source,
} from './event-source.ts';
import type { Message, Queue } from './queue-store.ts';

/** A timer cannot wait longer; it looks again and goes on waiting. */
const MAX_WAIT_MILLISECONDS = 60_000;

/**
 * Hands a function the messages of a queue as they come. What the function does not say it could not
 * handle is deleted; the rest is seen again after its time-out, and in the end among the dead letters.
 */
export function followQueue(deps: EventSourcesDeps, source: Source, queue: Queue): Following {
  requireGrants(deps, source, [
    ['sqs:ReceiveMessage', queue.arn],
    ['sqs:DeleteMessage', queue.arn],
    ['sqs:GetQueueAttributes', queue.arn],
  ]);
  const { store } = deps.queues;
  // No more than can run: what waits does so in the queue, where its time-out does not run.
  const most = callsAtOnce(source.properties);
  let running = 0;
  let stopped = true;
  let timer: NodeJS.Timeout | undefined;
  const handle = async (messages: readonly Message[]) => {
    const records = messages.map((message) => recordOf(message, queue));
    const failed = await invokeBatch(deps.functions.queue, source, records);
    if (stopped) return;
    running -= 1;
    const left = messages.filter(({ messageId }) => failed?.includes(messageId) ?? true);
    if (left.length > 0) deps.log(source.functionName, `${left.length} messages are left.\n`);
    store.remove(messages.filter((message) => !left.includes(message)));
    store.leave(left);
    look();
  };
  const look = () => {
    if (stopped) return;
    clearTimeout(timer);
    while (running < most) {
      const messages = store.take(queue, source.batchSize);
      if (messages.length === 0) break;
      running += 1;
      void handle(messages);
    }
    const next = running < most ? store.nextVisible(queue) : undefined;
    if (next === undefined) return;
    const wait = Math.min(Math.max(next - Date.now(), 1), MAX_WAIT_MILLISECONDS);
    timer = setTimeout(look, wait);
  };
  return {
    start: () => {
      stopped = false;
      // After whoever sent has its answer: looking must not make sending slow.
      deps.queues.onSent(queue.arn, () => setImmediate(look));
      look();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

function recordOf(
  { messageId, body, sender, sent, firstReceived, receives }: Message,
  { arn }: Queue,
) {
  return {
    messageId,
    receiptHandle: messageId,
    body,
    attributes: {
      ApproximateReceiveCount: String(receives),
      SentTimestamp: String(sent),
      SenderId: sender,
      ApproximateFirstReceiveTimestamp: String(firstReceived),
    },
    messageAttributes: {},
    md5OfBody: createHash('md5').update(body).digest('hex'),
    eventSource: 'aws:sqs',
    eventSourceARN: arn,
    awsRegion: REGION,
  };
}
