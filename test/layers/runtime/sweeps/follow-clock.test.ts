/** How a test clock goes from one thing that is due to the next. */
import { clockKey } from '@billhook/core/base/table-keys';
import { enrollInClock } from '@billhook/runtime/sweeps/enroll-clock';
import { followClock, saveClock } from '@billhook/runtime/sweeps/follow-clock';
import { findClock } from '@billhook/runtime/table/partner-time';
import type { Key, Range } from '@billhook/runtime/table/types';
import { afterAll, expect, test } from 'vitest';
import { closePaymentWorld, linkOne, openPaymentWorld } from '../../../support/payment-world.ts';
import { NOW, partnerId } from '../../../support/records.ts';

/** The due date of the bill has passed by then. */
const GOAL = Date.parse('2026-12-07T00:00:00Z');

afterAll(closePaymentWorld);

test('a clock that is moved on its way is followed to its new goal, and read again only then', async () => {
  const { runtime } = await openPaymentWorld();
  const { bill } = await linkOne(runtime, { bill: { recurring: 'disabled' } });
  const listed = { ...runtime.bills, listByPartner: async () => ({ items: [bill] }) };
  const goal = { advanceId: 'advance_1', instant: NOW + 1 };
  await saveClock(runtime.table, { version: 1, partnerId, ahead: 0, goal });
  const enrolled = await enrollInClock({ ...runtime, bills: listed }, partnerId);
  const further = { advanceId: 'advance_2', instant: GOAL };
  let steps = 0;
  let reads = 0;
  const query = async <T>(range: Range) => {
    steps += 1;
    const now = await findClock(runtime.table, partnerId);
    if (steps === 1 && now)
      await saveClock(runtime.table, { ...now, version: now.version + 1, goal: further });
    return runtime.table.query<T>(range);
  };
  const get = async <T>(key: Key) => {
    reads += Number(key.pk === clockKey(partnerId).pk && key.sk === clockKey(partnerId).sk);
    return runtime.table.get<T>(key);
  };
  const watched = { ...runtime, table: { ...runtime.table, query, get } };
  const run = { clock: () => NOW, deadline: NOW + 1, enrolled };
  expect(await followClock(watched, partnerId, run)).toBe('arrived');
  expect(await findClock(runtime.table, partnerId)).toMatchObject({ ahead: further.instant - NOW });
  // At the start and where it was moved; the other four are of the two notices that were due.
  expect({ steps, reads }).toEqual({ steps: 4, reads: 6 });
});
