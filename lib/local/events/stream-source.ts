import { setTimeout as sleep } from 'node:timers/promises';
import { localFailure } from '../failures.ts';
import type { Item } from '../tables/index-lag.ts';
import type { TableKeys } from '../tables/tables.ts';
import { REGION } from '../template/intrinsics.ts';
import {
  type EventSourcesDeps,
  type Following,
  invokeBatch,
  requireGrants,
  type Source,
} from './event-source.ts';
import { type Pattern, readPattern } from './patterns.ts';
import { createStreamReader, type StreamRecord } from './stream-reader.ts';

/** Writes past our endpoint are seen this late; those through it at once. */
const POLL_MILLISECONDS = 2_000;
const FIRST_RETRY_MILLISECONDS = 100;
const MAX_RETRY_MILLISECONDS = 5_000;

type Settings = {
  readonly matches: Pattern;
  /** Whether something written to these keys could match. */
  readonly mayMatch: Pattern;
  readonly retries: number;
  readonly maxAgeMilliseconds: number;
  readonly bisects: boolean;
  readonly failuresArn?: string;
};

/**
 * Hands a function what its filters let through of a table's stream, in order and one batch at a time.
 * Its position is written down after each batch: a process that is killed repeats one.
 */
export function followStream(
  deps: EventSourcesDeps,
  source: Source,
  { name, stream }: TableKeys,
): Following {
  if (!stream) throw localFailure(`${source.where}: the table ${name} has no stream.`);
  const settings = readSettings(source);
  requireGrants(deps, source, [
    ['dynamodb:DescribeStream', stream.arn],
    ['dynamodb:GetRecords', stream.arn],
    ['dynamodb:GetShardIterator', stream.arn],
    ['dynamodb:ListStreams', '*'],
    ...(settings.failuresArn ? [['sqs:SendMessage', settings.failuresArn] as const] : []),
  ]);
  const reader = createStreamReader(deps.state, {
    mapping: source.id,
    url: deps.tableUrl,
    streamArn: stream.serverArn,
  });
  let stopped = true;
  let wake: (() => void) | undefined;
  let woken = false;
  const isStopped = () => stopped;
  const run = async () => {
    while (!stopped) {
      woken = false;
      try {
        await reader.read(isStopped, async (records) => {
          const matched = records.filter(settings.matches);
          for (let from = 0; from < matched.length && !stopped; from += source.batchSize) {
            const batch = matched.slice(from, from + source.batchSize);
            await deliver({ deps, source, settings, isStopped }, batch, stream.arn);
          }
        });
      } catch (error) {
        // Once stopped, table server and state may be gone.
        if (!stopped) complain(deps, source, error);
      }
      if (!woken && !stopped) await idle();
    }
  };
  const idle = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MILLISECONDS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const rouse = () => {
    woken = true;
    wake?.();
  };
  return {
    start: () => {
      stopped = false;
      void run();
    },
    written: (items: readonly Item[]) => {
      if (stopped || !items.some(settings.mayMatch)) return false;
      rouse();
      return true;
    },
    stop: () => {
      stopped = true;
      wake?.();
    },
  };
}

function complain(deps: EventSourcesDeps, source: Source, error: unknown): void {
  deps.log(source.functionName, `The stream cannot be read: ${(error as Error).message}\n`);
}

type Delivery = {
  readonly deps: EventSourcesDeps;
  readonly source: Source;
  readonly settings: Settings;
  readonly isStopped: () => boolean;
};

/** Tries a batch until it is handled, or given up. */
async function deliver(
  delivery: Delivery,
  batch: readonly StreamRecord[],
  streamArn: string,
): Promise<void> {
  const { deps, source, settings, isStopped } = delivery;
  let left = batch;
  for (let attempt = 0; left.length > 0 && !isStopped(); attempt += 1) {
    const records = left.map((record) => ({
      ...record,
      awsRegion: REGION,
      eventSourceARN: streamArn,
    }));
    const failed = await invokeBatch(deps.functions.stream, source, records);
    if (isStopped()) return;
    const failedAt = failed ? firstOf(left, failed) : 0;
    if (failedAt === undefined) return;
    // Records before the first failed one are done; the others are handed over again.
    const done = failedAt > 0;
    left = left.slice(failedAt);
    if (attempt >= settings.retries || isTooOld(left, settings)) {
      giveUp(delivery, left, streamArn);
      return;
    }
    await sleep(Math.min(FIRST_RETRY_MILLISECONDS * 2 ** attempt, MAX_RETRY_MILLISECONDS));
    if (settings.bisects && !done && left.length > 1) {
      const half = Math.ceil(left.length / 2);
      await deliver(delivery, left.slice(0, half), streamArn);
      left = left.slice(half);
    }
  }
}

/** The position of the first failed record; Lambda takes an unknown name to mean the whole batch. */
function firstOf(batch: readonly StreamRecord[], failed: readonly string[]): number | undefined {
  if (failed.length === 0) return undefined;
  const at = batch.findIndex(({ dynamodb }) => failed.includes(dynamodb.SequenceNumber));
  return Math.max(at, 0);
}

function isTooOld([first]: readonly StreamRecord[], { maxAgeMilliseconds }: Settings): boolean {
  const made = (first?.dynamodb.ApproximateCreationDateTime ?? 0) * 1000;
  return Date.now() - made > maxAgeMilliseconds;
}

/** What cannot be handled is reported where the template says, and skipped. */
function giveUp(
  { deps, source, settings }: Delivery,
  batch: readonly StreamRecord[],
  streamArn: string,
): void {
  deps.log(source.functionName, `${batch.length} records of the stream were given up.\n`);
  const queue = deps.queues.find(settings.failuresArn ?? '');
  if (!queue) return;
  const body = JSON.stringify({
    requestContext: { functionArn: source.functionName, condition: 'RetryAttemptsExhausted' },
    DDBStreamBatchInfo: {
      streamArn,
      batchSize: batch.length,
      startSequenceNumber: batch.at(0)?.dynamodb.SequenceNumber,
      endSequenceNumber: batch.at(-1)?.dynamodb.SequenceNumber,
    },
  });
  deps.queues.send(queue, source.functionName, [{ body }]);
}

function readSettings({ where, properties }: Source): Settings {
  const { FilterCriteria, DestinationConfig, StartingPosition } = properties as {
    FilterCriteria?: { readonly Filters?: readonly { readonly Pattern: string }[] };
    DestinationConfig?: { readonly OnFailure?: { readonly Destination?: string } };
    StartingPosition?: string;
  };
  if (StartingPosition !== 'TRIM_HORIZON') {
    throw localFailure(
      `${where}: the local runtime reads a stream only from its beginning (TRIM_HORIZON).`,
    );
  }
  const patterns = (FilterCriteria?.Filters ?? []).map(({ Pattern: text }) => JSON.parse(text));
  const filters = patterns.map((pattern) => readPattern(pattern, where));
  const ofKeys = patterns.map((pattern) => readPattern(pattern.dynamodb?.Keys ?? {}, where));
  const retries = Number(properties.MaximumRetryAttempts ?? -1);
  const maxAge = Number(properties.MaximumRecordAgeInSeconds ?? -1);
  return {
    matches: anyOf(filters),
    mayMatch: anyOf(ofKeys),
    retries: retries < 0 ? Number.POSITIVE_INFINITY : retries,
    maxAgeMilliseconds: maxAge < 0 ? Number.POSITIVE_INFINITY : maxAge * 1000,
    bisects: properties.BisectBatchOnFunctionError === true,
    failuresArn: DestinationConfig?.OnFailure?.Destination,
  };
}

/** Without filters everything matches. */
function anyOf(patterns: readonly Pattern[]): Pattern {
  return (value) => patterns.length === 0 || patterns.some((matches) => matches(value));
}
