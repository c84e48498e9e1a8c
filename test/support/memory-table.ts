/** A table in memory for unit tests, with the conditions that the runtime's writes have. */
import type { Condition, Key, Range, Table, Write } from '@billhook/runtime/table';

export type MemoryTable = Table & {
  readonly items: Map<string, Record<string, unknown>>;
  /** How many calls were made. */
  readonly calls: { get: number; query: number; write: number };
};

export function memoryTable(): MemoryTable {
  const items = new Map<string, Record<string, unknown>>();
  const calls = { get: 0, query: 0, write: 0 };
  const at = ({ pk, sk }: Key) => `${pk} ${sk}`;
  return {
    items,
    calls,
    async get<T>(key: Key) {
      calls.get += 1;
      return structuredClone(items.get(at(key))) as T | undefined;
    },
    async query<T>({ partition, index, upTo = '\uffff', prefix = '' }: Range) {
      calls.query += 1;
      if (index === 'byDue') {
        const due = [...items.values()].filter(
          ({ dueShard, dueAt }) => dueShard === partition && String(dueAt) <= upTo,
        );
        const sorted = due.toSorted((a, b) => (String(a.dueAt) < String(b.dueAt) ? -1 : 1));
        return { items: sorted as T[] };
      }
      if (index) throw new Error('Only the due index is in memory');
      const found = [...items.values()].filter(
        ({ pk, sk }) => pk === partition && String(sk).startsWith(prefix),
      );
      return { items: found.toSorted((a, b) => (String(a.sk) < String(b.sk) ? -1 : 1)) as T[] };
    },
    async write(writes) {
      calls.write += 1;
      const refused = writes.some((one) => !holds(items.get(at(keyOf(one))), one.when));
      if (refused) return 'conflict';
      for (const one of writes) apply(items, at(keyOf(one)), one);
      return 'written';
    },
  };
}

/** The item that a write is about. */
export function keyOf(write: Write): Key {
  if ('put' in write) return write.put;
  if ('update' in write) return write.update;
  return 'delete' in write ? write.delete : write.check;
}

function apply(items: Map<string, Record<string, unknown>>, at: string, write: Write): void {
  if ('check' in write) return;
  const item = applied(items.get(at), write);
  if (item) items.set(at, structuredClone(item));
  else items.delete(at);
}

/** The item after a write; nothing when it was deleted. */
export function applied(
  standing: Readonly<Record<string, unknown>> | undefined,
  write: Exclude<Write, { readonly check: unknown }>,
): Record<string, unknown> | undefined {
  if ('put' in write) return withoutUndefined(write.put);
  if ('delete' in write) return undefined;
  const item = { ...write.update, ...standing, ...write.set } as Record<string, unknown>;
  for (const [name, value] of Object.entries(write.setOnce ?? {})) item[name] ??= value;
  for (const [name, value] of Object.entries(write.add ?? {})) {
    item[name] = Number(item[name] ?? 0) + value;
  }
  for (const name of write.remove ?? []) delete item[name];
  return item;
}

/** Whether a condition holds of the item that stands. */
export function holds(
  item: Readonly<Record<string, unknown>> | undefined,
  condition: Condition = {},
): boolean {
  const { absent, exists, equals = {}, atMost = {}, atLeast = {}, orAbsent } = condition;
  if (!item) return Boolean(orAbsent || absent || Object.keys(condition).length === 0);
  if (absent && !exists) return false;
  return (
    Object.entries(equals).every(([name, value]) => item[name] === value) &&
    Object.entries(atMost).every(([name, value]) => Number(item[name]) <= value) &&
    Object.entries(atLeast).every(([name, value]) => Number(item[name]) >= value)
  );
}

/** As the document client leaves them out. */
function withoutUndefined(put: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(put).filter(([, value]) => value !== undefined));
}
