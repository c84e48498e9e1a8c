/**
 * Rewrites what earlier releases have written, page by page. Where it has come to is kept in the table,
 * so that a run that was killed goes on from there; what a killed run had rewritten is not old any more.
 */
import { isFailure } from '@billhook/core/base/errors';
import { migrationKey } from '@billhook/core/base/table-keys';
import { writeSurely } from '@billhook/runtime/table/intended-writes';
import { conflict, retryConflict } from '@billhook/runtime/table/retry-conflict';
import type { Table } from '@billhook/runtime/table/types';
import { type Item, type Rewrite, rewrites } from './rewrites.ts';

/** One page of the whole table; `after` is where the last one ended. */
export type Scan = (after: Item | undefined) => Promise<{
  readonly items: readonly Item[];
  readonly next?: Item;
}>;

export type Migrated = {
  /** Records looked at, by this run and those that it goes on from. */
  readonly looked: number;
  /** How many were rewritten, by what. */
  readonly rewritten: Readonly<Record<string, number>>;
  /** Records that are still needed as they are. */
  readonly later: number;
};

type Position = Migrated & { readonly after: Item };

const nothing: Migrated = { looked: 0, rewritten: {}, later: 0 };

export async function migrate(
  { table, scan }: { readonly table: Table; readonly scan: Scan },
  machineNow: number,
  tell: (done: Migrated, isGoingOn: boolean) => void,
): Promise<Migrated> {
  const position = await table.get<Position>(migrationKey);
  let { looked, rewritten, later }: Migrated = position ?? nothing;
  let after = position?.after;
  if (position) tell(position, true);
  do {
    const { items, next } = await scan(after);
    const done = await Promise.all(items.map((item) => rewriteOne(table, item, machineNow)));
    for (const name of done.flat()) {
      if (name === 'later') later += 1;
      else rewritten = { ...rewritten, [name]: (rewritten[name] ?? 0) + 1 };
    }
    looked += items.length;
    after = next;
    const standing = { looked, rewritten, later };
    await writeSurely(table, [
      after ? { put: { ...migrationKey, ...standing, after } } : { delete: migrationKey },
    ]);
    tell(standing, false);
  } while (after);
  return { looked, rewritten, later };
}

/** The names of what was rewritten of it. What changes meanwhile is read again. */
async function rewriteOne(table: Table, found: Item, machineNow: number): Promise<string[]> {
  const { pk, sk } = found;
  const done: string[] = [];
  for (const one of rewrites.filter(({ isOld }) => isOld(found))) {
    const outcome = await retryConflict(() => attempt(table, { pk, sk }, one, machineNow));
    if (outcome) done.push(isFailure(outcome) ? 'later' : outcome);
  }
  return done;
}

async function attempt(
  table: Table,
  key: Pick<Item, 'pk' | 'sk'>,
  { name, isOld, rewrite }: Rewrite,
  machineNow: number,
): Promise<string | undefined | typeof conflict> {
  const item = await table.get<Item>(key);
  if (!item || !isOld(item)) return undefined;
  const writes = await rewrite(item, table, machineNow);
  if (writes === 'later') return writes;
  return (await table.write(writes)) === 'written' ? name : conflict;
}
