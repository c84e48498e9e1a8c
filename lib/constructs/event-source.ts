/** How Lambda hands a function the records of the table's stream, or the messages of a queue. */
import type { FunctionDeclaration } from '@billhook/core/api/operation';
import { Duration } from 'aws-cdk-lib';
import {
  EventSourceMapping,
  type EventSourceMappingOptions,
  FilterCriteria,
  FilterRule,
  type Function as LambdaFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { BuiltFunction } from '../build/built-functions.ts';
import type { Concurrency } from '../stacks/concurrency.ts';
import { followsStream, type GrantedEvents, readsQueue } from './event-grants.ts';

const STREAM_BATCH = 100;
/** What cannot be handled holds up what comes behind it; the sweep takes it up anyway. */
const STREAM_RETRIES = 5;
const STREAM_MAX_AGE_MINUTES = 60;

/** The most that Lambda hands over without gathering them for a second or longer. */
const MOST_MESSAGES = 10;

export type EventSourceOptions = {
  readonly granted: GrantedEvents;
  readonly streamFailures: IQueue;
  readonly concurrency: Concurrency;
};

/** @throws Error for a declaration that names neither a stream nor a queue. */
export function addEventSource(
  target: LambdaFunction,
  { declaration, path }: Pick<BuiltFunction, 'declaration' | 'path'>,
  { granted, streamFailures, concurrency }: EventSourceOptions,
): void {
  new EventSourceMapping(target, 'Source', {
    target,
    reportBatchItemFailures: true,
    ...sourceOf(declaration, granted, streamFailures),
    ...companyCalls(declaration, path, concurrency),
  });
}

/** What reaches companies keeps to what the stage says of them. */
function companyCalls(declaration: FunctionDeclaration, path: string, { mostOf }: Concurrency) {
  if (!readsQueue(declaration) || declaration.queue !== 'readings') return {};
  return { maxConcurrency: mostOf(path, declaration.maxConcurrency) };
}

function sourceOf(
  declaration: FunctionDeclaration,
  granted: GrantedEvents,
  streamFailures: IQueue,
): EventSourceMappingOptions {
  if (followsStream(declaration)) {
    const sk = { S: FilterRule.beginsWith(declaration.sortKeyPrefix) };
    return {
      eventSourceArn: granted.tableStreamArn,
      // What was written before the function stood is not passed over.
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: STREAM_BATCH,
      bisectBatchOnError: true,
      retryAttempts: STREAM_RETRIES,
      maxRecordAge: Duration.minutes(STREAM_MAX_AGE_MINUTES),
      onFailure: new SqsDlq(streamFailures),
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('INSERT'),
          dynamodb: { Keys: { sk } },
        }),
      ],
    };
  }
  if (!readsQueue(declaration))
    throw new Error('The function declares neither a stream nor a queue');
  if (declaration.batchSize > MOST_MESSAGES) {
    throw new Error('More messages at a time would delay each other');
  }
  return {
    eventSourceArn: granted.queues[declaration.queue].arn,
    batchSize: declaration.batchSize,
    maxConcurrency: declaration.maxConcurrency,
  };
}
