/** A table in memory for unit tests of work over few items: conditions on versions and absence only. */
import type { Condition, Key, Range, Table, Write, WriteResult } from '@billhook/runtime/table';

type Item = Key & Record<string, unknown>;

export type MemoryTable = Table & { readonly items: Map<string, Item> };

export function memoryTable(): MemoryTable {
  const items = new Map<string, Item>();
  return {
    items,
    get: async <T>({ pk, sk }: Key) => structuredClone(items.get(`${pk} ${sk}`)) as T | undefined,
    query: async <T>(range: Range) => ({ items: queryItems([...items.values()], range) as T[] }),
    write: async (writes) => writeAll(items, writes),
  };
}

function queryItems(all: readonly Item[], { index, partition, upTo, prefix }: Range): Item[] {
  const [partitionKey, sortKey] = index === 'byDue' ? ['dueShard', 'dueAt'] : ['pk', 'sk'];
  const sortOf = (item: Item) => String(item[sortKey as string]);
  return all
    .filter((item) => item[partitionKey as string] === partition)
    .filter((item) => upTo === undefined || sortOf(item) <= upTo)
    .filter((item) => prefix === undefined || sortOf(item).startsWith(prefix))
    .toSorted((a, b) => (sortOf(a) < sortOf(b) ? -1 : 1));
}

function writeAll(items: Map<string, Item>, writes: readonly Write[]): WriteResult {
  const puts = writes.map((write) => {
    if (!('put' in write)) throw new Error('Only puts are known here');
    return write;
  });
  const holds = ({ put, when }: (typeof puts)[number]) =>
    meets(items.get(`${put.pk} ${put.sk}`), when);
  if (!puts.every(holds)) return 'conflict';
  for (const { put } of puts) items.set(`${put.pk} ${put.sk}`, withoutUndefined(put));
  return 'written';
}

function meets(item: Item | undefined, when: Condition | undefined): boolean {
  if (when?.absent) return item === undefined;
  return Object.entries(when?.equals ?? {}).every(([name, value]) => item?.[name] === value);
}

/** As the document client leaves them out. */
function withoutUndefined(put: Item): Item {
  const entries = Object.entries(put).filter(([, value]) => value !== undefined);
  return structuredClone(Object.fromEntries(entries)) as Item;
}
