/** What functions may do with bus, queues and stream, and what they are told of them. */
import type {
  FunctionDeclaration,
  QueueDeclaration,
  QueueName,
  StreamDeclaration,
  Uses,
} from '@billhook/core/api/operation';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Allowance } from './allowance.ts';

export type GrantedQueue = { readonly arn: string; readonly url: string };

export type GrantedEvents = {
  readonly tableStreamArn: string;
  /** The queue of what a function that follows the stream could not handle. */
  readonly streamFailuresArn: string;
  readonly bus: { readonly name: string; readonly arn: string };
  readonly queues: Readonly<Record<QueueName, GrantedQueue>>;
};

const queueVariables: Record<QueueName, string> = {
  events: 'EVENTS_QUEUE_URL',
  endpoints: 'ENDPOINTS_QUEUE_URL',
  readings: 'READINGS_QUEUE_URL',
  attended: 'ATTENDED_QUEUE_URL',
  unattended: 'UNATTENDED_QUEUE_URL',
};

export function eventAllowances(uses: Uses, { bus, queues }: GrantedEvents): Allowance[] {
  const publishing: Allowance = {
    actions: ['events:PutEvents'],
    resources: [bus.arn],
    environment: { EVENT_BUS_NAME: bus.name },
  };
  const sending = (uses.sends ?? []).map((name) => ({
    actions: ['sqs:SendMessage'],
    resources: [queues[name].arn],
    environment: { [queueVariables[name]]: queues[name].url },
  }));
  return [...(uses.publishes ? [publishing] : []), ...sending];
}

/** What Lambda does in a function's name to hand it records of the stream, or messages. */
export function sourceStatements(
  declaration: FunctionDeclaration,
  granted: GrantedEvents,
): PolicyStatement[] {
  if (followsStream(declaration)) {
    return [
      new PolicyStatement({
        actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        resources: [granted.tableStreamArn],
      }),
      // A list of names, which has no resource.
      new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }),
      new PolicyStatement({
        actions: ['sqs:SendMessage'],
        resources: [granted.streamFailuresArn],
      }),
    ];
  }
  if (!readsQueue(declaration)) return [];
  return [
    new PolicyStatement({
      actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      resources: [granted.queues[declaration.queue].arn],
    }),
  ];
}

export function followsStream(declaration: FunctionDeclaration): declaration is StreamDeclaration {
  return 'sortKeyPrefix' in declaration;
}

export function readsQueue(declaration: FunctionDeclaration): declaration is QueueDeclaration {
  return 'queue' in declaration;
}

/** Whether a function goes on with its work by a message to the queue that it reads. */
export function sendsToItself(declaration: FunctionDeclaration): boolean {
  return readsQueue(declaration) && (declaration.uses.sends ?? []).includes(declaration.queue);
}
