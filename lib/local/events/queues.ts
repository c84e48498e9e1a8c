import { createHash } from 'node:crypto';
import { type AwsService, type Input, isRefused, textOf } from '../endpoint/aws-service.ts';
import { awsFailure, localFailure } from '../failures.ts';
import type { LocalState } from '../state.ts';
import type { Model, Resource } from '../template/model.ts';
import { createQueueStore, type Queue, type QueueStore, type Sending } from './queue-store.ts';

/** SQS over SQLite: sending, and what a mapping takes. Nobody receives by a call of his own. */
export type Queues = AwsService & {
  readonly find: (queueArn: string) => Queue | undefined;
  /** @throws AwsFailure when there is none. */
  readonly findByUrl: (queueUrl: string) => Queue;
  readonly store: QueueStore;
  /** Puts messages into a queue and wakes its reader. */
  readonly send: (queue: Queue, sender: string, messages: readonly Sending[]) => readonly string[];
  /** Calls when messages were put into a queue. One reader a queue. */
  readonly onSent: (queueArn: string, wake: () => void) => void;
};

const KNOWN_PROPERTIES = new Set([
  'DelaySeconds',
  'MessageRetentionPeriod',
  'QueueName',
  'RedrivePolicy',
  'SqsManagedSseEnabled',
  'Tags',
  'VisibilityTimeout',
]);
const DEFAULT_VISIBILITY_SECONDS = 30;
const DEFAULT_RETENTION_SECONDS = 4 * 24 * 60 * 60;
const MAX_BATCH = 10;
const MAX_BATCH_BYTES = 1024 * 1024;
const MAX_DELAY_SECONDS = 900;

export function createQueues(model: Model, state: LocalState): Queues {
  const readers = new Map<string, () => void>();
  const store = createQueueStore(state, { onMoved: (queueArn) => readers.get(queueArn)?.() });
  const resources = model.ofType('AWS::SQS::Queue');
  const byUrl = new Map(resources.map((resource) => [resource.ref, readQueue(resource)]));
  const byArn = new Map([...byUrl.values()].map((queue) => [queue.arn, queue]));
  const findByUrl = (queueUrl: string): Queue => {
    const queue = byUrl.get(queueUrl);
    if (queue) return queue;
    throw awsFailure('com.amazonaws.sqs#QueueDoesNotExist', 'The specified queue does not exist.');
  };
  const queueOf = (input: Input) => findByUrl(textOf(input, 'QueueUrl') ?? '');
  const send: Queues['send'] = (queue, sender, messages) => {
    const ids = store.put(queue, sender, messages);
    readers.get(queue.arn)?.();
    return ids;
  };
  const operations: Record<string, (queue: Queue, input: Input, partly?: boolean) => unknown> = {
    SendMessage: (queue, input) => {
      const sending = readSending(input);
      const [MessageId] = send(queue, SENDER, [sending]);
      return { MessageId, MD5OfMessageBody: md5(sending.body) };
    },
    SendMessageBatch: (queue, input, partly) => {
      const entries = readEntries(input).map((entry) => ({ Id: entry.Id, ...readSending(entry) }));
      const size = entries.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
      if (size > MAX_BATCH_BYTES) throw refused('BatchRequestTooLong', 'The batch is too large.');
      const taken = entries.filter((_, index) => !isRefused(index, partly));
      const ids = send(queue, SENDER, taken);
      return {
        Successful: taken.map(({ Id, body }, index) => ({
          Id,
          MessageId: ids[index],
          MD5OfMessageBody: md5(body),
        })),
        Failed: entries
          .filter((_, index) => isRefused(index, partly))
          .map(({ Id }) => ({ Id, SenderFault: false, Code: 'ServiceUnavailable' })),
      };
    },
  };
  return {
    access: (operation, input) => [
      { action: `sqs:${operation.replace(/Batch$/, '')}`, resource: queueOf(input).arn },
    ],
    run: (operation, input, partly) => {
      const run = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
      if (!run)
        throw awsFailure(
          'UnknownOperationException',
          `sqs:${operation} is not supported by the local runtime`,
        );
      return run(queueOf(input), input, partly);
    },
    find: (queueArn) => byArn.get(queueArn),
    findByUrl,
    store,
    send,
    onSent: (queueArn, wake) => readers.set(queueArn, wake),
  };
}

/** What AWS shows for the role that sent a message. */
const SENDER = 'AROALOCAL';

function readQueue(resource: Resource): Queue {
  const properties = resource.properties();
  const unknown = Object.keys(properties).filter((name) => !KNOWN_PROPERTIES.has(name));
  if (unknown.length > 0) {
    const where = `${resource.stackName}/${resource.logicalId}`;
    throw localFailure(
      `${where}: ${unknown.join(', ')} of a queue is not supported by the local runtime.`,
    );
  }
  const redrive = properties.RedrivePolicy as
    | { readonly deadLetterTargetArn: string; readonly maxReceiveCount: number }
    | undefined;
  const milliseconds = (name: string, otherwise: number) =>
    Number(properties[name] ?? otherwise) * 1000;
  return {
    arn: resource.arn,
    visibilityMilliseconds: milliseconds('VisibilityTimeout', DEFAULT_VISIBILITY_SECONDS),
    delayMilliseconds: milliseconds('DelaySeconds', 0),
    retentionMilliseconds: milliseconds('MessageRetentionPeriod', DEFAULT_RETENTION_SECONDS),
    ...(redrive && {
      redrive: {
        targetArn: redrive.deadLetterTargetArn,
        maxReceives: Number(redrive.maxReceiveCount),
      },
    }),
  };
}

function readEntries(input: Input): readonly Input[] {
  const entries = (input.Entries ?? []) as readonly Input[];
  if (entries.length === 0) throw refused('EmptyBatchRequest', 'The batch has no entries.');
  if (entries.length > MAX_BATCH) {
    throw refused('TooManyEntriesInBatchRequest', `A batch can have at most ${MAX_BATCH} entries.`);
  }
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length) {
    throw refused('BatchEntryIdsNotDistinct', 'Two entries have the same Id.');
  }
  return entries;
}

function readSending(input: Input): Sending {
  const body = textOf(input, 'MessageBody') ?? '';
  const { DelaySeconds: delay } = input;
  const group = textOf(input, 'MessageGroupId');
  if (body === '') throw refused('MissingParameter', 'A message must have a body.');
  if (input.MessageAttributes !== undefined) {
    throw refused('UnsupportedOperation', 'The local runtime does not support message attributes.');
  }
  if (delay === undefined || delay === null) return { body, group };
  if (typeof delay !== 'number' || !(delay >= 0 && delay <= MAX_DELAY_SECONDS)) {
    throw refused('InvalidParameterValue', `DelaySeconds must be from 0 to ${MAX_DELAY_SECONDS}.`);
  }
  return { body, group, delayMilliseconds: delay * 1000 };
}

function refused(code: string, message: string) {
  return awsFailure(`com.amazonaws.sqs#${code}`, message);
}

/** By which the client checks that what it sent is what arrived. */
function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
