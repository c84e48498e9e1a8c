/** What functions may do with bus, queues and stream, and what they are told of them. */
import type {
  FunctionDeclaration,
  QueueDeclaration,
  QueueName,
  StreamDeclaration,
  Uses,
} from '@billhook/core/api/operation';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
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

/**
 * What Lambda itself does in a function's name, and its code may not (decision: workers-hold-little): who
 * takes a function over would take other messages of its queue. Only calls of code carry their function's ARN.
 */
export function forLambdaAlone(actions: string[], resources: string[]): PolicyStatement[] {
  const conditions = { Null: { 'lambda:SourceFunctionArn': 'false' } };
  return [
    new PolicyStatement({ actions, resources }),
    new PolicyStatement({ effect: Effect.DENY, actions, resources, conditions }),
  ];
}

/** Of a queue that a function is fed by. */
export function readingStatements(...queueArns: string[]): PolicyStatement[] {
  const actions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
  return forLambdaAlone(actions, queueArns);
}

/** What Lambda does in a function's name to hand it records of the stream, or messages. */
export function sourceStatements(
  declaration: FunctionDeclaration,
  granted: GrantedEvents,
): PolicyStatement[] {
  if (followsStream(declaration)) {
    return [
      ...forLambdaAlone(
        ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        [granted.tableStreamArn],
      ),
      // A list of names, which has no resource.
      new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }),
      new PolicyStatement({
        actions: ['sqs:SendMessage'],
        resources: [granted.streamFailuresArn],
      }),
    ];
  }
  return readsQueue(declaration) ? readingStatements(granted.queues[declaration.queue].arn) : [];
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
