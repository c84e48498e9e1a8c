/**
 * The table of the model's walks: as `memory-table`, and fast. What is stored is frozen and handed
 * out as it is, so that a change of a record that was read throws instead of going unnoticed.
 */
import { randomBytes } from 'node:crypto';
import type { EventRecord } from '@billhook/core/events/event';
import { withEvents } from '@billhook/runtime/table/telling';
import type { Key, Range, Table, Write } from '@billhook/runtime/table/types';
import { allHold, applied, checkTransaction, keyOf } from '../support/memory-table.ts';
import type { Faults } from './faults.ts';

export type Item = Readonly<Record<string, unknown>>;

export type WalkTable = Table & {
  /** All items of a partition, sorted. */
  readonly partition: (pk: string) => readonly Item[];
  readonly partitions: () => Iterable<string>;
  /** What stands in the due index. */
  readonly due: () => readonly Item[];
  /** Partitions that were written to since the last call of it. */
  readonly takeWritten: () => ReadonlySet<string>;
  /** What partners were told, in order. */
  readonly events: () => readonly EventRecord[];
  /** What queries of the due index answered since the last call of it, in order. */
  readonly takeServed: () => readonly Item[];
  /** All that stands in it now, for another table to begin with. */
  readonly keep: () => KeptTable;
};

export type KeptTable = {
  readonly partitions: ReadonlyMap<string, ReadonlyMap<string, Item>>;
  readonly due: ReadonlyMap<string, Item>;
  readonly events: readonly EventRecord[];
};

/**
 * `base` holds what all walks share and none changes: the directory of companies. `clock` is the
 * machine's time.
 */
type Options = {
  /** What is found where the walk wrote nothing. */
  readonly base?: WalkTable;
  readonly clock?: () => number;
  readonly random?: (count: number) => Uint8Array;
  readonly from?: KeptTable;
};

export function walkTable(
  faults: Faults,
  { base, clock = Date.now, random = randomBytes, from }: Options = {},
): WalkTable {
  const { events, partitions, due } = copyOf(from ?? nothingKept);
  let served: Item[] = [];
  let written = new Set<string>();
  const find = ({ pk, sk }: Key) => partitions.get(pk)?.get(sk);
  const put = ({ pk, sk }: Key, item: Item | undefined) => {
    written.add(pk);
    const rows = partitions.get(pk) ?? new Map<string, Item>();
    partitions.set(pk, rows);
    if (item) rows.set(sk, item);
    else rows.delete(sk);
    if (item?.dueShard !== undefined) due.set(`${pk} ${sk}`, item);
    else due.delete(`${pk} ${sk}`);
  };
  /** Another writer was faster, and changed nothing but the version. */
  const race = (key: Key) => {
    const standing = find(key);
    if (typeof standing?.version !== 'number') return;
    put(key, Object.freeze({ ...standing, version: standing.version + 1 }));
  };
  const partition = (pk: string) =>
    [...(partitions.get(pk)?.values() ?? [])].sort(by((item) => String(item.sk)));
  const table: WalkTable = {
    partition,
    events: () => events,
    partitions: () => partitions.keys(),
    due: () => [...due.values()],
    takeWritten() {
      const taken = written;
      written = new Set();
      return taken;
    },
    takeServed() {
      const taken = served;
      served = [];
      return taken;
    },
    keep: () => copyOf({ partitions, due, events }),
    async get<T>(key: Key) {
      await faults.turn();
      const found = find(key);
      if (found || !base) return found as T | undefined;
      return base.get<T>(key);
    },
    getMany: (keys) => eachOf(table, keys),
    async query<T>({ partition: pk, index, upTo = '\uffff', prefix = '' }: Range) {
      await faults.turn();
      if (index === 'byDue') {
        const found = [...due.values()].filter(
          (item) => item.dueShard === pk && String(item.dueAt) <= upTo,
        );
        found.sort(by((item) => String(item.dueAt)));
        served.push(...found);
        return { items: found as T[] };
      }
      if (index) throw new Error('Only the due index is in memory');
      return { items: partition(pk).filter(({ sk }) => String(sk).startsWith(prefix)) as T[] };
    },
    async write(changes: readonly Write[]) {
      await faults.turn();
      const writes = await withEvents(table, changes, { machineNow: clock(), random });
      checkTransaction(writes);
      const fault = faults.nextWrite();
      if (fault === 'raced') for (const one of writes) race(keyOf(one));
      if (fault === 'crash-before') throw new Crash();
      if (!allHold(writes, find)) return 'conflict';
      for (const one of writes) {
        if ('check' in one) continue;
        const key = keyOf(one);
        // What was told is looked at by itself; the model knows nothing of it.
        if ('put' in one && key.sk.startsWith('event#')) {
          events.push(freeze(one.put) as unknown as EventRecord);
          continue;
        }
        put(key, freeze(applied(find(key), one)));
      }
      if (fault === 'crash-after') throw new Crash();
      return 'written';
    },
  };
  return table;
}

const nothingKept: KeptTable = { partitions: new Map(), due: new Map(), events: [] };

/** Items are frozen, so that both may have them. */
function copyOf({ partitions, due, events }: KeptTable) {
  return {
    partitions: new Map([...partitions].map(([pk, rows]) => [pk, new Map(rows)])),
    due: new Map(due),
    events: [...events],
  };
}

async function eachOf<T>(table: Table, keys: readonly Key[]): Promise<T[]> {
  const items = await Promise.all(keys.map((key) => table.get<T>(key)));
  return items.filter((item) => item !== undefined);
}

/** The process died, or lost its connection: what comes after this point never runs. */
class Crash extends Error {
  override readonly name = 'ServiceUnavailable';
}

function by(text: (item: Item) => string) {
  return (a: Item, b: Item) => (text(a) < text(b) ? -1 : 1);
}

/** A frozen copy without what is `undefined`, as the document client stores it. */
function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return Uint8Array.from(value as unknown as Uint8Array) as T;
  // What is frozen came out of this table.
  if (Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(freeze)) as T;
  const copy: Record<string, unknown> = {};
  for (const name in value) {
    const one = value[name];
    if (one !== undefined) copy[name] = freeze(one);
  }
  return Object.freeze(copy) as T;
}
