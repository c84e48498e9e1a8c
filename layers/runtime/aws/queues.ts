/** Sending to the queues. A message says where there is something to do, by ids, and holds nothing of it. */
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { QueueName } from '@billhook/core/api/operation';
import type { AwsClients } from './clients.ts';
import { environment } from './environment.ts';
import { inBatches } from './in-batches.ts';
import { once } from './once.ts';
import { Sha256 } from './sha256.ts';

const variables = {
  events: 'EVENTS_QUEUE_URL',
  endpoints: 'ENDPOINTS_QUEUE_URL',
  readings: 'READINGS_QUEUE_URL',
  attended: 'ATTENDED_QUEUE_URL',
  unattended: 'UNATTENDED_QUEUE_URL',
} as const satisfies Record<QueueName, string>;

// The address of a queue names AWS's own host, wherever the client was told to go.
const sqsClient = once(
  () => new SQSClient({ maxAttempts: 4, sha256: Sha256, useQueueUrlAsEndpoint: false }),
);

export type Sending<T> = {
  /** At most 900. */
  readonly delaySeconds?: number;
  /** Whose message it is: groups with many take turns with the others. */
  readonly groupOf?: (body: T) => string;
};

/**
 * Sends each body as a message, to be seen after `delaySeconds`. Answers the bodies that could not be
 * sent, and never throws for an outage: what is in no queue is found by a sweep.
 */
export type SendTo = <T extends object>(
  queue: QueueName,
  bodies: readonly T[],
  sending?: Sending<T>,
) => Promise<readonly T[]>;

export function openQueues({ sqs }: AwsClients = {}): SendTo {
  return async (queue, bodies, { delaySeconds = 0, groupOf } = {}) => {
    const QueueUrl = environment(variables[queue]);
    return inBatches(bodies, async (batch) => {
      const Entries = batch.map((body, index) => ({
        Id: String(index),
        MessageBody: JSON.stringify(body),
        ...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
        ...(groupOf && { MessageGroupId: groupOf(body) }),
      }));
      const command = new SendMessageBatchCommand({ QueueUrl, Entries });
      const { Successful = [] } = await (sqs ?? sqsClient()).send(command);
      const sent = new Set(Successful.map(({ Id }) => Id));
      return batch.filter((_, index) => !sent.has(String(index)));
    });
  };
}
