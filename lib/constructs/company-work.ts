/**
 * What reaches companies: a queue in front of each such task, and the function that reads it, so many
 * calls at a time. A company that is slow keeps its own messages waiting: the queue is fair by company.
 */
import type { QueuedTask } from '@billhook/core/api/operation';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { BuiltFunction } from '../build/built-functions.ts';
import {
  BillhookFunction,
  DEFAULT_TIMEOUT_SECONDS,
  type Surroundings,
} from './billhook-function.ts';
import { readingStatements } from './event-grants.ts';
import { GuardedQueue } from './guarded-queue.ts';

/** A call that is refused for want of capacity counts as one: that may last for a while. */
const RECEIVES = 20;

export type BuiltTask = BuiltFunction & { readonly declaration: QueuedTask };

export function isQueued(built: BuiltFunction): built is BuiltTask {
  return 'patienceSeconds' in built.declaration;
}

export class CompanyWork {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly built: BuiltTask;

  constructor(scope: Construct, built: BuiltTask) {
    this.built = built;
    const { timeoutSeconds = DEFAULT_TIMEOUT_SECONDS } = built.declaration;
    const guarded = new GuardedQueue(scope, `${built.name}-work`, {
      timeoutSeconds,
      receives: RECEIVES,
      // Whoever waits for it hears soon that a run died; the tasks know what may be repeated.
      handedOutAgain: 'soon',
    });
    this.queue = guarded.queue;
    this.deadLetters = guarded.deadLetters;
  }

  /** @param scope where the function has always been. */
  read(scope: Construct, surroundings: Surroundings, machine: StateMachine): void {
    const { built, queue } = this;
    const target = new BillhookFunction(scope, built, surroundings, [
      ...readingStatements(queue.queueArn),
      new PolicyStatement({
        actions: ['states:SendTaskSuccess', 'states:SendTaskFailure'],
        resources: [machine.stateMachineArn],
      }),
    ]).function;
    const { maxConcurrency } = built.declaration;
    new EventSourceMapping(target, 'Source', {
      target,
      eventSourceArn: queue.queueArn,
      reportBatchItemFailures: true,
      // By itself: who waits for a company that hangs waits for no other.
      batchSize: 1,
      maxConcurrency: surroundings.concurrency.mostOf(built.path, maxConcurrency),
    });
  }
}
