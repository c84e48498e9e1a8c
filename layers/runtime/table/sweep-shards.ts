/**
 * Sweeping shards of the due index: each shard is worked by itself, several records at a time. What
 * it costs follows what is due, never what exists.
 *
 * The index lags and a run may come twice, so whoever takes a record up reads it again.
 */
import { type Clock, instantText } from '@billhook/core/base/dates';
import type { DueKind } from '@billhook/core/base/table-keys';
import type { Table } from './types.ts';

const PAGE_SIZE = 200;

export type DueRow = {
  readonly pk: string;
  readonly sk: string;
  readonly dueAt: string;
  readonly dueKind: DueKind | 'jwks';
};

export type Sweep = {
  readonly shards: readonly string[];
  /** Records at a time in each shard. */
  readonly workers: number;
  readonly clock: Clock;
  /** Milliseconds since the epoch; nothing is begun after it. */
  readonly deadline: number;
  /** The order in which a page of what is due is taken up; what is due first comes first without. */
  readonly order?: (rows: readonly DueRow[]) => readonly DueRow[];
};

/**
 * Takes up what is due now, until all is or the deadline has come. Answers how many were taken up.
 * `takeUp` must not throw for a record that fails: it is still due, and the next sweep meets it.
 */
export async function sweepShards(
  table: Table,
  sweep: Sweep,
  takeUp: (row: DueRow) => Promise<boolean>,
): Promise<number> {
  const done = await Promise.allSettled(
    sweep.shards.map((shard) => sweepShard(table, sweep, shard, takeUp)),
  );
  const failed = done.find(({ status }) => status === 'rejected');
  // Only when the others are through: a shard that cannot be read holds up no other.
  if (failed) throw (failed as PromiseRejectedResult).reason;
  return done.reduce((sum, one) => sum + ('value' in one ? one.value : 0), 0);
}

/** Every `parts`-th of so many shards, beginning with the part's own. */
export function shardsOf(
  part: { readonly part: number; readonly parts: number; readonly shards: number },
  name: (number: number) => string,
): string[] {
  const numbers = Array.from({ length: part.shards }, (_, number) => number);
  return numbers.filter((number) => number % part.parts === part.part).map(name);
}

async function sweepShard(
  table: Table,
  sweep: Sweep,
  shard: string,
  takeUp: (row: DueRow) => Promise<boolean>,
): Promise<number> {
  const rows = dueIn(table, shard, sweep);
  let count = 0;
  const work = async () => {
    // Workers take turns at one iterator: who is done takes the next.
    for await (const row of rows) {
      if (sweep.clock() >= sweep.deadline) return;
      if (await takeUp(row)) count += 1;
    }
  };
  await Promise.all(Array.from({ length: sweep.workers }, work));
  return count;
}

async function* dueIn(
  table: Table,
  partition: string,
  { clock, order = (rows) => rows }: Sweep,
): AsyncGenerator<DueRow> {
  const upTo = instantText(clock());
  let after: Record<string, string> | undefined;
  do {
    const range = { index: 'byDue' as const, partition, upTo, after, limit: PAGE_SIZE };
    const page = await table.query<DueRow>(range);
    yield* order(page.items);
    after = page.next;
  } while (after);
}
