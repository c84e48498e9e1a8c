/** A table in memory for unit tests, with the conditions that the runtime's writes have. */
import { randomBytes } from 'node:crypto';
import { withEvents } from '@billhook/runtime/table/telling';
import type { Condition, Key, Range, Table, Write } from '@billhook/runtime/table/types';

export type MemoryTable = Table & {
  readonly items: Map<string, Record<string, unknown>>;
  /** How many calls were made. */
  readonly calls: { get: number; query: number; write: number };
};

export function memoryTable(clock: () => number = () => Date.now()): MemoryTable {
  const items = new Map<string, Record<string, unknown>>();
  const calls = { get: 0, query: 0, write: 0 };
  const at = ({ pk, sk }: Key) => `${pk} ${sk}`;
  const table: MemoryTable = {
    items,
    calls,
    async get<T>(key: Key) {
      calls.get += 1;
      return structuredClone(items.get(at(key))) as T | undefined;
    },
    async getMany<T>(keys: readonly Key[]) {
      calls.get += 1;
      return keys.flatMap((key) => structuredClone(items.get(at(key))) ?? []) as T[];
    },
    async query<T>(range: Range) {
      const { partition, index, upTo = '\uffff', prefix = '' } = range;
      calls.query += 1;
      if (index === 'byDue') {
        const due = [...items.values()].filter(
          ({ dueShard, dueAt }) => dueShard === partition && String(dueAt) <= upTo,
        );
        const sorted = due.toSorted((a, b) => (String(a.dueAt) < String(b.dueAt) ? -1 : 1));
        return pageOf<T>(range.descending ? sorted.toReversed() : sorted, range);
      }
      const found = [...items.values()].filter(
        (item) =>
          (index ? item.partnerShard : item.pk) === partition &&
          String(item.sk).startsWith(prefix) &&
          String(item.sk) >= (range.from ?? '') &&
          String(item.sk) <= upTo,
      );
      const sorted = found.toSorted((a, b) => (String(a.sk) < String(b.sk) ? -1 : 1));
      return pageOf<T>(range.descending ? sorted.toReversed() : sorted, range);
    },
    async write(changes) {
      calls.write += 1;
      const writes = await withEvents(table, changes, { machineNow: clock(), random: randomBytes });
      checkTransaction(writes);
      if (!allHold(writes, (key) => items.get(at(key)))) return 'conflict';
      for (const one of writes) apply(items, at(keyOf(one)), one);
      return 'written';
    },
  };
  return table;
}

/** A page, behind the row that the one before ended with. */
function pageOf<T>(
  rows: readonly Record<string, unknown>[],
  { after, limit = rows.length }: Range,
): { items: T[]; next?: Record<string, string> } {
  const isLast = ({ pk, sk }: Record<string, unknown>) => pk === after?.pk && sk === after?.sk;
  const begin = after ? rows.findIndex(isLast) + 1 : 0;
  const items = structuredClone(rows.slice(begin, begin + limit)) as T[];
  const last = items.at(-1) as Record<string, string> | undefined;
  return { items, ...(begin + limit < rows.length && last && { next: last }) };
}

/** As DynamoDB refuses it: an item twice, too many, the events among them, or a condition of nothing. */
export function checkTransaction(writes: readonly Write[]): void {
  const items = new Set(writes.map((one) => `${keyOf(one).pk} ${keyOf(one).sk}`));
  if (items.size < writes.length) throw new Error('A transaction names an item twice');
  if (writes.length > 100) throw new Error(`A transaction is of ${writes.length} items`);
  if (writes.some(({ when }) => when && isEmpty(when)))
    throw new Error('A condition is of nothing');
}

function isEmpty({ absent, exists, equals, atMost, atLeast }: Condition): boolean {
  return !absent && !exists && Object.keys({ ...equals, ...atMost, ...atLeast }).length === 0;
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

/** Whether the conditions of all writes hold of the items that stand. */
export function allHold(
  writes: readonly Write[],
  find: (key: Key) => Readonly<Record<string, unknown>> | undefined,
): boolean {
  const [only, ...others] = writes;
  // What was to be deleted is gone. It may be gone by our own call, whose response was lost.
  if (only && 'delete' in only && others.length === 0 && !find(only.delete)) return true;
  return writes.every((one) => holds(find(keyOf(one)), one.when));
}

/** Whether a condition holds of the item that stands. */
function holds(
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
