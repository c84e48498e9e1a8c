/** A payment is announced where it will be made, and nowhere else. */
import { randomBytes } from 'node:crypto';
import type { EventRecord } from '@billhook/core/events/event';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { takeUpBill } from '@billhook/runtime/sweeps/take-up-bill';
import type { Write } from '@billhook/runtime/table/types';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { beginAnew, table } from '../../../support/lost-answers.ts';
import { billRecord, methodRecord, NOW } from '../../../support/records.ts';

const deps = { ...openStores({ table, random: randomBytes }), workflows: {} as never, aws: {} };
const card = methodRecord();
/** Paid in two days, on the 23rd. */
const due = { dueOn: '2026-11-28' };
const held = { ...billRecord().auth, status: { type: 'hold' as const } };

beforeEach(async () => {
  await beginAnew();
  table.items.clear();
});
afterAll(() => {
  vi.unstubAllEnvs();
});

/** Told to nobody. */
const store = (write: Write) => table.write('put' in write ? [{ put: write.put }] : []);

const told = () =>
  [...table.items.values()]
    .filter(({ sk }) => String(sk).startsWith('event#'))
    .map((event) => (event as unknown as EventRecord).type);

test.each([
  ['a method that can pay', {}, card, ['bill.scheduled-payment-notice']],
  ['no method', {}, undefined, []],
  ['a declined method', {}, { ...card, status: 'declined' as const }, []],
  ['an auth on hold', { auth: held }, card, []],
])('with %s', async (_, change, method, events) => {
  const bill = billRecord({ ...change, methodId: card._id }, due);
  await store(deps.bills.save(bill, undefined));
  if (method) await store(deps.methods.save(method, undefined));
  await takeUpBill(deps, bill._id, NOW);
  expect(told()).toEqual(events);
  // Decided once: no sweep meets it again for that.
  const after = await deps.bills.findAny(bill._id);
  expect(after?.noticed).toEqual({ 'scheduled-payment': '2026-11-23' });
});
