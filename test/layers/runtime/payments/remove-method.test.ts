/** Deleting a method: what it leaves of its bills, of the default, and of what it was to pay. */
import { randomBytes } from 'node:crypto';
import { clientKey } from '@billhook/core/base/table-keys';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { ClientRecord } from '@billhook/core/client/client';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { paymentMethodStore } from '@billhook/runtime/stores/payment-method-store';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { deletePaymentMethod } from '../../../../functions/payment/contract.ts';
import { handler } from '../../../../functions/payment/delete-payment-method.ts';
import { beginAnew, call, table } from '../../../support/lost-answers.ts';
import {
  billRecord,
  clientId,
  methodRecord,
  NOW,
  partnerId,
  TODAY,
  unnoticed,
} from '../../../support/records.ts';

beforeEach(beginAnew);
afterAll(() => {
  vi.unstubAllEnvs();
});

const BILLS = 45;

test('leaves no bill behind that names it, of so many that one transaction is too little, though one changed meanwhile', async () => {
  const method = methodRecord();
  const bills = Array.from({ length: BILLS }, (_, index) =>
    billRecord({ accountFingerprint: `${index}`, methodId: method._id }),
  );
  const store = billStore(table);
  await table.write([paymentMethodStore(table).save(...unnoticed(method))]);
  for (const bill of bills) await table.write([store.save(...unnoticed(bill))]);
  const { write } = table;
  let others = 1;
  table.write = async (writes) => {
    const [first] = writes.flatMap((one) =>
      'put' in one ? [one.put as unknown as BillRecord] : [],
    );
    if (others > 0 && first?._id.startsWith('bill_')) {
      others -= 1;
      const standing = (await store.findAny(first._id)) as BillRecord;
      const labelled = { ...standing, version: standing.version + 1, customLabel: 'Flat' };
      expect(await write([store.save(labelled, standing)])).toBe('written');
    }
    return write(writes);
  };
  const path = { paymentMethodId: method._id };
  const { outcome } = await call({ operation: deletePaymentMethod, handler, path });
  expect(outcome).toEqual({ success: true });
  expect(others).toBe(0);
  const left = await Promise.all(bills.map(({ _id }) => store.findAny(_id)));
  expect(left.filter((bill) => bill?.methodId !== undefined)).toEqual([]);
  expect(left.filter((bill) => bill?.customLabel === 'Flat')).toHaveLength(1);
});

const stores = openStores({ table, random: randomBytes });

/** A method that is the default, with others, and bills. */
async function standing(
  bills: readonly BillRecord[],
  others: readonly ReturnType<typeof methodRecord>[] = [],
) {
  const method = methodRecord();
  await table.write([
    stores.methods.save(...unnoticed(method)),
    stores.clients.setDefault({ _id: clientId, partnerId }, method._id, true),
    ...bills.map((bill) => stores.bills.save(...unnoticed(bill))),
    ...others.map((other) => stores.methods.save(...unnoticed(other))),
  ]);
  return method;
}

const remove = (paymentMethodId: string, query = {}) =>
  call({ operation: deletePaymentMethod, handler, path: { paymentMethodId }, query });
const defaultOf = async () =>
  ((await table.get<ClientRecord>(clientKey(clientId))) as ClientRecord).defaultMethodId;
const at = (day: number) => ({ created: `2026-10-0${day}T00:00:00.000Z` });
const scheduled = () => ({ scheduled: { paymentId: 'pay_1', payOn: TODAY } });

test('of the default leaves none, unless the next is asked for', async () => {
  const first = methodRecord(at(1));
  const method = await standing([], [methodRecord(at(2)), first]);
  expect((await remove(method._id)).outcome).toEqual({ success: true });
  expect(await defaultOf()).toBeUndefined();
  const again = await standing([], []);
  expect((await remove(again._id, { nextDefault: 'true' })).outcome).toEqual({ success: true });
  expect(await defaultOf()).toBe(first._id);
  // It counts as used: who declines it at this moment learns that it is the default.
  expect(await stores.methods.findAny(first._id)).toMatchObject({ version: 2 });
});

test('with another default changes nothing about that', async () => {
  const method = await standing([], []);
  const other = methodRecord();
  await table.write([stores.methods.save(...unnoticed(other))]);
  await remove(other._id, { nextDefault: 'true' });
  expect(await defaultOf()).toBe(method._id);
});

test('of a method that was not the default makes no other one the default', async () => {
  const method = await standing([], [methodRecord(at(2))]);
  expect((await remove(method._id)).outcome).toEqual({ success: true });
  const other = methodRecord(at(1));
  await table.write([stores.methods.save(...unnoticed(other))]);
  await remove(other._id, { nextDefault: 'true' });
  expect(await defaultOf()).toBeUndefined();
});

test('wakes what waited for a method, once there is another default', async () => {
  const bill = billRecord({ waitsUntil: '2026-11-22' });
  const method = await standing([bill], [methodRecord(at(1))]);
  await remove(method._id, { nextDefault: 'true' });
  expect((await stores.bills.findAny(bill._id))?.waitsUntil).toBeUndefined();
});

test('of one that would make a scheduled payment is refused, and moves it where it is told to', async () => {
  const [own, byDefault] = [billRecord(scheduled()), billRecord(scheduled())];
  const other = methodRecord();
  const method = await standing([own, byDefault], [other]);
  const { bills } = stores;
  await table.write([
    bills.save({ ...own, version: 2, methodId: method._id }, own),
    stores.methods.save({ ...method, version: 2, assignedBills: [own._id] }, method),
  ]);
  expect((await remove(method._id)).outcome).toBe('409 payment_method_scheduled');
  expect((await remove(method._id, { nextDefault: 'true' })).outcome).toBe(
    '409 payment_method_scheduled',
  );
  const moved = await remove(method._id, { moveTo: other._id });
  expect(moved.outcome).toEqual({ success: true });
  for (const { _id } of [own, byDefault]) {
    const { methodId, ...rest } = (await bills.findAny(_id)) as BillRecord;
    expect({ methodId, scheduled: rest.scheduled }).toEqual({
      methodId: other._id,
      ...scheduled(),
    });
  }
  expect((await stores.methods.findAny(other._id))?.assignedBills).toHaveLength(2);
  expect(await stores.methods.findAny(method._id)).toBeUndefined();
});

test('moves nothing to itself, to what is not there, or to what is declined', async () => {
  const declined = methodRecord({ status: 'declined' });
  const method = await standing([billRecord(scheduled())], [declined]);
  const answers = [method._id, 'pm_unknown', declined._id].map((moveTo) => [
    moveTo,
    () => remove(method._id, { moveTo }),
  ]) as [string, () => ReturnType<typeof remove>][];
  const outcomes: unknown[] = [];
  for (const [, ask] of answers) outcomes.push((await ask()).outcome);
  expect(outcomes).toEqual([
    '400 invalid_request',
    '404 payment_method_not_found',
    '409 payment_method_declined',
  ]);
  expect(await stores.methods.findAny(method._id)).toBeDefined();
});

test('of a declined one is not held up by the attempt, but is by a payment', async () => {
  const before = new Date(NOW - 60_000).toISOString();
  const declined = methodRecord({ status: 'declined', declines: 1 });
  const paying = methodRecord({ lastUsedAt: before });
  await standing([], [declined, paying]);
  expect((await remove(declined._id)).outcome).toEqual({ success: true });
  expect((await remove(paying._id)).outcome).toBe('409 payment_method_recently_used');
});
