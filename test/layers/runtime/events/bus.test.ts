import { type Announcement, openBus } from '@billhook/runtime/events/bus';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

type Entry = { readonly Detail: string; readonly DetailType: string; readonly Source: string };

/** The entries of each call, and how often each event is refused before it is taken. */
let calls: Entry[][];
let refusals: Map<string, number>;
let down: boolean;

beforeEach(() => {
  calls = [];
  refusals = new Map();
  down = false;
  vi.stubEnv('EVENT_BUS_NAME', 'bus');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const send = async ({ input: { Entries } }: { readonly input: { readonly Entries: Entry[] } }) => {
  calls.push(Entries);
  if (down) throw new Error('The bus is gone');
  return { FailedEntryCount: 0, Entries: Entries.map(answer) };
};
const announce = openBus({ eventBridge: { send } as never });

function answer({ Detail }: Entry) {
  const { eventId } = JSON.parse(Detail);
  const left = refusals.get(eventId) ?? 0;
  refusals.set(eventId, left - 1);
  return left > 0 ? { ErrorCode: 'ThrottlingException' } : { EventId: 'id' };
}

const announcements: Announcement[] = Array.from({ length: 23 }, (_, number) => ({
  eventId: `evt_${number}`,
  partnerId: 'ptn_a',
  type: 'bill.created',
}));

test('The bus is told in calls of ten, by ids and the type', async () => {
  expect(await announce(announcements)).toEqual([]);
  expect(calls.map(({ length }) => length).sort()).toEqual([10, 10, 3]);
  expect(calls[0]?.[0]).toEqual({
    EventBusName: 'bus',
    Source: 'billhook',
    DetailType: 'bill.created',
    Detail: '{"eventId":"evt_0","partnerId":"ptn_a","type":"bill.created"}',
  });
});

test('What the bus refuses now is told again by itself', async () => {
  refusals.set('evt_4', 2);
  expect(await announce(announcements.slice(0, 10))).toEqual([]);
  expect(calls.map(({ length }) => length)).toEqual([10, 1, 1]);
});

test('What the bus refuses to the end is answered, and nothing else', async () => {
  refusals.set('evt_4', 100);
  expect(await announce(announcements)).toEqual([announcements[4]]);
});

test('A bus that is gone is no failure of the caller’s', async () => {
  down = true;
  expect(await announce(announcements)).toEqual(announcements);
  // The SDK tries such calls again, beneath what is replaced here.
  expect(calls).toHaveLength(3);
});

test('Nothing to tell is no call', async () => {
  expect(await announce([])).toEqual([]);
  expect(calls).toEqual([]);
});
