import type { LocalState } from '../state.ts';
import { createTableCaller } from '../tables/table-calls.ts';

export type StreamRecord = {
  readonly eventName: string;
  readonly dynamodb: {
    readonly SequenceNumber: string;
    /** Seconds since the epoch. */
    readonly ApproximateCreationDateTime?: number;
  };
};

export type StreamReader = {
  /**
   * Hands on all that was written behind the last position, and writes down the new one when
   * `handle` is through with a page of it.
   */
  readonly read: (
    isStopped: () => boolean,
    handle: (records: readonly StreamRecord[]) => Promise<void>,
  ) => Promise<void>;
};

export type Reading = {
  /** Whose position it is. */
  readonly mapping: string;
  readonly url: string;
  readonly streamArn: string;
};

/** The most that DynamoDB hands over at once. */
const PAGE_SIZE = 1_000;

/** Reads a stream of the table server; where it got to stands in the state folder. */
export function createStreamReader({ db }: LocalState, reading: Reading): StreamReader {
  const { mapping, url, streamArn } = reading;
  const call = createTableCaller(url, 'DynamoDBStreams');
  const find = db.prepare('SELECT sequence FROM stream_positions WHERE mapping = ? AND shard = ?');
  const save = db.prepare(
    'INSERT OR REPLACE INTO stream_positions (mapping, shard, sequence) VALUES (?, ?, ?)',
  );
  /** Where to read on, by shard, while the process lives. */
  const iterators = new Map<string, string>();
  const listShards = async (): Promise<readonly string[]> => {
    const { StreamDescription } = (await call('DescribeStream', { StreamArn: streamArn })) as {
      StreamDescription: { Shards?: readonly { readonly ShardId: string }[] };
    };
    return (StreamDescription.Shards ?? []).map(({ ShardId }) => ShardId);
  };
  const openShard = async (shard: string): Promise<string> => {
    const known = find.get(mapping, `${streamArn}/${shard}`) as { sequence: string } | undefined;
    const iteratorFrom = async (from: object) =>
      String((await call('GetShardIterator', { ...at, ...from })).ShardIterator);
    const at = { StreamArn: streamArn, ShardId: shard };
    const beginning = { ShardIteratorType: 'TRIM_HORIZON' };
    if (!known) return iteratorFrom(beginning);
    const behind = {
      ShardIteratorType: 'AFTER_SEQUENCE_NUMBER',
      SequenceNumber: known.sequence,
    };
    // A stream keeps a day: after a longer pause it is followed from where it begins now.
    return iteratorFrom(behind).catch(() => iteratorFrom(beginning));
  };
  let shards: readonly string[] = [];
  return {
    read: async (isStopped, handle) => {
      if (shards.length === 0) shards = await listShards();
      // The table server has one shard; another DynamoDB ends some and begins others.
      let ended = false;
      for (const shard of shards) {
        while (!isStopped()) {
          const iterator = iterators.get(shard) ?? (await openShard(shard));
          // Not kept until the page is handled: what fails on the way is read again.
          iterators.delete(shard);
          const input = { ShardIterator: iterator, Limit: PAGE_SIZE };
          const page = (await call('GetRecords', input)) as {
            Records?: readonly StreamRecord[];
            NextShardIterator?: string;
          };
          const records = page.Records ?? [];
          if (records.length > 0) await handle(records);
          // What was not handled for that is read again by whoever comes next.
          if (isStopped()) return;
          const last = records.at(-1)?.dynamodb.SequenceNumber;
          if (last !== undefined) save.run(mapping, `${streamArn}/${shard}`, last);
          if (page.NextShardIterator) iterators.set(shard, page.NextShardIterator);
          else ended = true;
          // A page that is not full was the last; who writes meanwhile wakes the reader again.
          if (records.length < PAGE_SIZE) break;
        }
      }
      if (ended) shards = [];
    },
  };
}
