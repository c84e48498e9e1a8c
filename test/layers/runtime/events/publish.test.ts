/** Events on their way to the bus, with the process killed at each moment, and a bus that fails. */
import { randomBytes } from 'node:crypto';
import { EVENT_SHARDS, type ItemKey } from '@billhook/core/base/table-keys';
import { type EventRecord, newEvent } from '@billhook/core/events/event';
import type { Announcement } from '@billhook/runtime/events/bus';
import {
  type PublishDeps,
  publishEvents,
  publishMissedEvents,
} from '@billhook/runtime/events/publish';
import { beforeEach, describe, expect, test } from 'vitest';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';
import { clientId, NOW, partnerId } from '../../../support/records.ts';

const COUNT = 3;
/** When all that was made at `NOW` is due. */
const LATER = NOW + 61_000;

let table: MemoryTable;
let keys: ItemKey[];
/** What the bus took, each time that it did. */
let announced: Announcement[];
/** The ids that the bus refuses. */
let refused: Set<string>;
let deps: PublishDeps;

beforeEach(async () => {
  table = memoryTable();
  announced = [];
  refused = new Set();
  keys = [];
  for (let number = 0; number < COUNT; number += 1) keys.push(await write());
  deps = {
    table,
    announce: async (all) => {
      announced.push(...all.filter(({ eventId }) => !refused.has(eventId)));
      return all.filter(({ eventId }) => refused.has(eventId));
    },
  };
});

async function write(): Promise<ItemKey> {
  const resource = { type: 'bill', id: 'bill_a' } as const;
  const owner = { partnerId, clientId, sequence: 1, now: NOW };
  const event = newEvent({ type: 'bill.created', resource, data: { a: 1 } }, owner, randomBytes);
  await table.write([{ put: event, when: { absent: true } }]);
  return { pk: event.pk, sk: event.sk };
}

const standing = async () =>
  (await Promise.all(keys.map((key) => table.get<EventRecord>(key)))) as EventRecord[];
const sweep = (now = LATER) =>
  publishMissedEvents(deps, { clock: () => now, deadline: Number.MAX_SAFE_INTEGER });

describe('publishing', () => {
  test('tells the bus ids and the type, and takes the events out of the due index', async () => {
    expect(await publishEvents(deps, keys)).toEqual([]);
    const events = await standing();
    expect(announced).toEqual(
      events.map(({ _id }) => ({ eventId: _id, partnerId, clientId, type: 'bill.created' })),
    );
    for (const event of events) {
      expect(event).toMatchObject({ type: 'bill.created', data: { a: 1 } });
      expect([event.dueShard, event.dueAt, event.dueKind]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  test('does nothing more for what was published, or is gone', async () => {
    await publishEvents(deps, keys);
    table.items.delete(`${keys[0]?.pk} ${keys[0]?.sk}`);
    expect(await publishEvents(deps, keys)).toEqual([]);
    expect(announced).toHaveLength(COUNT);
  });

  test('leaves what the bus refused, and publishes the others', async () => {
    const [first] = await standing();
    refused.add(first?._id ?? '');
    expect(await publishEvents(deps, keys)).toEqual([keys[0]]);
    expect(announced).toHaveLength(COUNT - 1);
    refused.clear();
    expect(await sweep()).toBe(1);
    expect(announced).toHaveLength(COUNT);
  });
});

describe('a process that is killed', () => {
  /** Calls of a batch: each event read, the bus told, each taken out of the due index. */
  const CALLS = COUNT + 1 + COUNT;
  const moments = Array.from({ length: CALLS }, (_, call) => [
    [call, 'before'] as const,
    [call, 'after'] as const,
  ]).flat();

  test.each(moments)(
    'at call %i, %s it, loses nothing and tells twice at most',
    async (at, when) => {
      let calls = 0;
      let dead = false;
      const mortal = async <T>(call: () => Promise<T>): Promise<T> => {
        const own = calls++;
        if (own === at && when === 'before') dead = true;
        if (dead) throw new Error('The process died');
        const result = await call();
        if (own === at) dead = true;
        if (dead) throw new Error('The process died');
        return result;
      };
      const dying: PublishDeps = {
        table: {
          ...table,
          get: (key) => mortal(() => table.get(key)),
          write: (writes) => mortal(() => table.write(writes)),
        },
        announce: (all) => mortal(() => deps.announce(all)),
      };
      await publishEvents(dying, keys).catch(() => {});
      expect(dead).toBe(true);
      // The stream hands the batch over again, or the sweep finds what is left.
      if (at % 2 === 0) expect(await publishEvents(deps, keys)).toEqual([]);
      else await sweep();
      for (const { _id, dueShard } of await standing()) {
        const times = announced.filter(({ eventId }) => eventId === _id).length;
        expect([1, 2]).toContain(times);
        expect(dueShard).toBeUndefined();
      }
    },
  );
});

describe('the sweep', () => {
  test('leaves to the stream what is not a minute old', async () => {
    expect(await sweep(NOW + 59_000)).toBe(0);
    expect(announced).toEqual([]);
  });

  test('costs by what is due, not by what is kept', async () => {
    await publishEvents(deps, keys);
    for (let number = 0; number < 40; number += 1) {
      await publishEvents(deps, [await write()]);
    }
    keys = [await write()];
    Object.assign(table.calls, { get: 0, query: 0, write: 0 });
    expect(await sweep()).toBe(1);
    expect(table.calls).toEqual({ get: 1, query: EVENT_SHARDS, write: 1 });
  });

  test('goes on where one event cannot be published, and tries it again', async () => {
    const [first] = await standing();
    refused.add(first?._id ?? '');
    expect(await sweep()).toBe(COUNT - 1);
    refused.clear();
    expect(await sweep()).toBe(1);
    expect(await sweep()).toBe(0);
    expect(announced).toHaveLength(COUNT);
  });
});
