/**
 * What comes behind a change: the bus that events are published on, the queues of what is to be
 * delivered, and the functions that follow the table and read the queues.
 */
import type { QueueName } from '@billhook/core/api/operation';
import { Stack, type StackProps } from 'aws-cdk-lib';
import { EventBus, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { type BuiltFunction, functionsOf } from '../build/built-functions.ts';
import {
  BillhookFunction,
  DEFAULT_TIMEOUT_SECONDS,
  type Surroundings,
} from '../constructs/billhook-function.ts';
import { WORKER_TIMEOUT_SECONDS } from '../constructs/browser-worker.ts';
import { type CompanySettings, WayOut } from '../constructs/company-network.ts';
import { followsStream, readsQueue } from '../constructs/event-grants.ts';
import { addEventSource } from '../constructs/event-source.ts';
import { deadLetterQueue, GuardedQueue } from '../constructs/guarded-queue.ts';
import type { Concurrency } from './concurrency.ts';
import type { DataStack } from './data.ts';
import { type Stage, stackName } from './stage.ts';

/** What publishes an event calls itself. */
const EVENT_SOURCE = 'billhook';

/** A call that is refused for want of capacity counts as one. */
const SESSION_RECEIVES = 20;

export type StreamStackProps = StackProps & {
  readonly stage: Stage;
  readonly data: DataStack;
  /** Where `lib/build/build.ts` put functions and layers. */
  readonly builtFolder: string;
  readonly concurrency: Concurrency;
  readonly companies: CompanySettings;
};

export class StreamStack extends Stack {
  /** What other stacks' functions are surrounded by, still without workflows. */
  readonly surroundings: Surroundings;
  readonly queues: Readonly<Record<QueueName, Queue>>;
  /** Whatever could not be handled, by where it was left. */
  readonly deadLetters: Readonly<Record<string, Queue>>;
  /** The functions that follow the table's stream. */
  readonly followers: readonly LambdaFunction[];

  constructor(scope: Construct, id: string, props: StreamStackProps) {
    super(scope, id, props);
    const { stage, data, builtFolder, concurrency, companies } = props;
    const { companyNetwork } = companies;
    // Before the functions that are in it.
    if (companyNetwork) new WayOut(this, 'WayOut', companyNetwork, companies);
    const built = functionsOf(stage).filter(({ group }) => group === 'stream');
    const bus = new EventBus(this, 'Bus', {
      // A bus must be named, and another stage in the same account has another name.
      eventBusName: stackName(stage, 'events'),
      description: 'Billhook: what happened, by ids',
    });
    const events = new GuardedQueue(this, 'Events', timeoutOf('events', built));
    const endpoints = new GuardedQueue(this, 'Endpoints', timeoutOf('endpoints', built));
    const readings = new GuardedQueue(this, 'Readings', timeoutOf('readings', built));
    const { attended, unattended } = this.makeSessionQueues();
    const ruleFailures = deadLetterQueue(this, 'RuleFailures');
    const streamFailures = deadLetterQueue(this, 'StreamFailures');
    this.queues = {
      events: events.queue,
      endpoints: endpoints.queue,
      readings: readings.queue,
      attended: attended.queue,
      unattended: unattended.queue,
    };
    this.deadLetters = {
      Events: events.deadLetters,
      Endpoints: endpoints.deadLetters,
      Readings: readings.deadLetters,
      Attended: attended.deadLetters,
      Unattended: unattended.deadLetters,
      Rule: ruleFailures,
      Stream: streamFailures,
    };
    new Rule(this, 'DeliverEvents', {
      description: 'Sends every event to the delivery queue',
      eventBus: bus,
      eventPattern: { source: [EVENT_SOURCE] },
      targets: [
        new SqsQueue(events.queue, {
          message: RuleTargetInput.fromEventPath('$.detail'),
          deadLetterQueue: ruleFailures,
        }),
      ],
    });
    const granted = {
      ...data.granted,
      stage,
      machineArns: {},
      tableStreamArn: data.tableStreamArn,
      streamFailuresArn: streamFailures.queueArn,
      bus: { name: bus.eventBusName, arn: bus.eventBusArn },
      queues: {
        events: grantedQueue(events),
        endpoints: grantedQueue(endpoints),
        readings: grantedQueue(readings),
        attended: grantedQueue(attended),
        unattended: grantedQueue(unattended),
      },
    };
    const { logKey, alarms } = data;
    const around = { builtFolder, concurrency, companies };
    this.surroundings = { stage, granted, logKey, alarms, ...around };
    const made = built.map((one) => {
      const target = new BillhookFunction(this, one, this.surroundings).function;
      addEventSource(target, one, { granted, streamFailures, concurrency });
      return { target, follows: followsStream(one.declaration) };
    });
    this.followers = made.filter(({ follows }) => follows).map(({ target }) => target);
  }

  /**
   * For the browser, where there is one: without, nothing is sent to them. What is handed out again does
   * nothing, since its ticket was used (decision: one-worker-at-a-time).
   */
  private makeSessionQueues() {
    const options = { timeoutSeconds: WORKER_TIMEOUT_SECONDS, receives: SESSION_RECEIVES } as const;
    return {
      attended: new GuardedQueue(this, 'Attended', { ...options, handedOutAgain: 'soon' }),
      unattended: new GuardedQueue(this, 'Unattended', { ...options, handedOutAgain: 'soon' }),
    };
  }
}

/** The time that the function has which reads a queue. */
function timeoutOf(queue: QueueName, built: readonly BuiltFunction[]): { timeoutSeconds: number } {
  const timeouts = built
    .filter(({ declaration }) => readsQueue(declaration) && declaration.queue === queue)
    .map(({ declaration }) => declaration.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS);
  return { timeoutSeconds: Math.max(DEFAULT_TIMEOUT_SECONDS, ...timeouts) };
}

function grantedQueue({ queue }: GuardedQueue) {
  return { arn: queue.queueArn, url: queue.queueUrl };
}
