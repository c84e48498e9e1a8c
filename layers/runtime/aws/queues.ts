/** Sending to the queues. A message holds ids, and says where there is something to do. */
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { QueueName } from '@billhook/core/operation';
import { environment } from './environment.ts';
import { inBatches } from './in-batches.ts';

const variables = {
  events: 'EVENTS_QUEUE_URL',
  endpoints: 'ENDPOINTS_QUEUE_URL',
} as const satisfies Record<QueueName, string>;

let client: SQSClient | undefined;

/**
 * Sends each body as a message, to be seen after `delaySeconds` (at most 900). Answers the bodies that
 * could not be sent, and never throws for an outage: what is in no queue is found by a sweep.
 */
export async function sendTo<T extends object>(
  queue: QueueName,
  bodies: readonly T[],
  delaySeconds = 0,
): Promise<readonly T[]> {
  const QueueUrl = environment(variables[queue]);
  // The address of a queue names AWS's own host, wherever the client was told to go.
  client ??= new SQSClient({ maxAttempts: 4, useQueueUrlAsEndpoint: false });
  const sqs = client;
  return inBatches(bodies, async (batch) => {
    const Entries = batch.map((body, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify(body),
      ...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
    }));
    const { Successful = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    const sent = new Set(Successful.map(({ Id }) => Id));
    return batch.filter((_, index) => !sent.has(String(index)));
  });
}
