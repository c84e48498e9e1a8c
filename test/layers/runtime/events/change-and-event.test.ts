/**
 * A process that dies anywhere between request and answer leaves no change without its events, and no
 * event without its change: each request is killed before and after each of its calls of the table.
 */
import type { AuthRecord } from '@billhook/core/auth/auth';
import { instantText } from '@billhook/core/base/dates';
import type { BillRecord } from '@billhook/core/bill/bill';
import { presentBill } from '@billhook/core/bill/present-bill';
import { type EventRecord, subjectOf } from '@billhook/core/events/event';
import { billFields } from '@billhook/core/schemas/event-fields';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAuth, deleteAuth, fixHold } from '../../../../functions/auth/contract.ts';
import { handler as runCreateAuth } from '../../../../functions/auth/create-auth.ts';
import { handler as runDeleteAuth } from '../../../../functions/auth/delete-auth.ts';
import { handler as runFixHold } from '../../../../functions/auth/fix-hold.ts';
import { customizeBill } from '../../../../functions/bill/contract.ts';
import { handler as runCustomizeBill } from '../../../../functions/bill/customize-bill.ts';
import { createApiKey } from '../../../../functions/partner/contract.ts';
import { handler as runCreateApiKey } from '../../../../functions/partner/create-api-key.ts';
import {
  deletePaymentMethod,
  retryPaymentMethod,
  schedulePayment,
  updatePaymentSettings,
} from '../../../../functions/payment/contract.ts';
import { handler as runDeletePaymentMethod } from '../../../../functions/payment/delete-payment-method.ts';
import { handler as runRetryPaymentMethod } from '../../../../functions/payment/retry-payment-method.ts';
import { handler as runSchedulePayment } from '../../../../functions/payment/schedule-payment.ts';
import { handler as runUpdatePaymentSettings } from '../../../../functions/payment/update-payment-settings.ts';
import { createSwap } from '../../../../functions/swap/contract.ts';
import { handler as runCreateSwap } from '../../../../functions/swap/create-swap.ts';
import {
  auth,
  beginAnew,
  bill,
  call,
  card,
  companyId,
  declined,
  held,
  type Request,
  table,
  world,
} from '../../../support/lost-answers.ts';
import { clientId, NOW } from '../../../support/records.ts';

beforeEach(beginAnew);
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const soon = instantText(NOW + 3 * 86_400_000);
const form = { username: 'ada', password: 'secret' };

/** With the events that each leads to. */
const requests: Record<string, Request & { readonly tells: readonly string[] }> = {
  'planning a payment': {
    ...{ operation: schedulePayment, handler: runSchedulePayment },
    body: { billId: bill._id, date: soon },
    tells: ['bill.payment.scheduled', 'bill.update'],
  },
  'paying at once': {
    ...{ operation: schedulePayment, handler: runSchedulePayment },
    body: { billId: bill._id },
    tells: ['bill.payment.scheduled', 'bill.update'],
  },
  'retrying a method': {
    ...{ operation: retryPaymentMethod, handler: runRetryPaymentMethod },
    path: { paymentMethodId: declined._id },
    tells: ['bill.payment.scheduled', 'bill.update'],
  },
  'deleting a method': {
    ...{ operation: deletePaymentMethod, handler: runDeletePaymentMethod },
    path: { paymentMethodId: declined._id },
    tells: ['bill.update', 'payment-method.removed'],
  },
  'changing settings': {
    ...{ operation: updatePaymentSettings, handler: runUpdatePaymentSettings },
    body: { billId: bill._id, recurring: 'disabled', schedule: 'day-before' },
    tells: ['bill.update'],
  },
  'customizing a bill': {
    ...{ operation: customizeBill, handler: runCustomizeBill },
    path: { billId: bill._id },
    body: { customLabel: 'Flat' },
    tells: ['bill.update'],
  },
  'linking an account': {
    ...{ operation: createAuth, handler: runCreateAuth },
    body: { clientId, companyId, items: ['bill'], form },
    tells: ['auth.created'],
  },
  'fixing a hold': {
    ...{ operation: fixHold, handler: runFixHold },
    path: { authId: held._id },
    tells: [],
  },
  'deleting an auth': {
    ...{ operation: deleteAuth, handler: runDeleteAuth },
    path: { authId: auth._id },
    tells: ['auth.deleted'],
  },
  'creating a swap': {
    ...{ operation: createSwap, handler: runCreateSwap },
    body: { authId: auth._id, paymentMethodId: card._id },
    tells: ['swap.created'],
  },
  'making an API key': {
    ...{ operation: createApiKey, handler: runCreateApiKey, body: {}, caller: 'partner' },
    tells: ['partner.settings-changed'],
  },
};

type Moment = 'before' | 'after';
const whole = { get: table.get, query: table.query, write: table.write };

/** The process dies at the n-th call of the table; answers how many calls there were. */
function dieAt(number: number, moment: Moment): () => number {
  let calls = 0;
  const dying =
    <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      calls += 1;
      if (calls > number || (calls === number && moment === 'before')) throw new Error('Died');
      const result = await run(...args);
      if (calls >= number) throw new Error('Died');
      return result;
    };
  table.get = dying(whole.get) as typeof table.get;
  table.query = dying(whole.query) as typeof table.query;
  table.write = dying(whole.write);
  return () => calls;
}

function live(): void {
  Object.assign(table, whole);
}

function eventsIn(): EventRecord[] {
  const items = [...table.items.entries()].filter(([, { sk }]) => String(sk).startsWith('event#'));
  return items.map(([, item]) => item as unknown as EventRecord);
}

/** Each record knows how many events there are about it, and the last of them says what it shows. */
function expectTold(): void {
  const told = Map.groupBy(eventsIn(), subjectOf);
  const records = [...table.items.values()] as unknown as (AuthRecord & BillRecord)[];
  const standing = records.filter(
    ({ _id, sequence }) => told.has(_id) || (sequence && !_id.startsWith('evt_')),
  );
  for (const record of standing) {
    const own = (told.get(record._id) ?? []).toSorted((a, b) => a.sequence - b.sequence);
    const numbers = Array.from({ length: record.sequence ?? 0 }, (_, index) => index + 1);
    expect(own.map(({ sequence }) => sequence)).toEqual(numbers);
    if (record._id.startsWith('bill_')) {
      const shown = presentBill(record, { partnerNow: NOW, sandbox: true });
      const { current, bill } = own.at(-1)?.data ?? {};
      const heard = (current ?? bill) as Partial<typeof shown>;
      for (const field of billFields) expect(heard[field], field).toEqual(shown[field]);
    }
  }
  for (const [subject, own] of told) {
    if (standing.some(({ _id }) => _id === subject)) continue;
    const last = own.toSorted((a, b) => a.sequence - b.sequence).at(-1)?.type;
    const gone = ['auth.deleted', 'payment-method.removed'].includes(last ?? '');
    expect(gone || subject.startsWith('bill_'), `${subject}: ${last}`).toBe(true);
  }
}

describe.each(Object.entries(requests))('%s', (_what, request) => {
  const send = () => call(request, 'one-and-the-same');

  test('tells what it does, and once only under its key', async () => {
    const before = new Set(eventsIn().map(({ _id }) => _id));
    const told = () => eventsIn().filter(({ _id }) => !before.has(_id));
    await send();
    expect(
      told()
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(request.tells);
    expectTold();
    if (request.operation.method === 'POST') {
      await send();
      expect(told()).toHaveLength(request.tells.length);
    }
  });

  test.each<Moment>(['before', 'after'])(
    'that dies %s any call leaves both or none',
    async (moment) => {
      const callsOf = dieAt(Number.POSITIVE_INFINITY, moment);
      await send();
      const total = callsOf();
      expect(total).toBeGreaterThan(1);
      for (let number = 1; number <= total; number += 1) {
        live();
        await beginAnew();
        dieAt(number, moment);
        await send();
        live();
        expectTold();
        world.now += 61_000;
        await send();
        expectTold();
      }
    },
  );
});
