/** Whoever follows the events of a client knows what the service shows of it, and nothing else. */
import { isDeepStrictEqual } from 'node:util';
import type { Bill } from '@billhook/core/schemas/bill';
import { event, eventBodyOf } from '@billhook/core/schemas/event';
import { billFields } from '@billhook/core/schemas/event-fields';
import * as v from 'valibot';
import { expect } from 'vitest';
import { until } from '../../lib/base/until.ts';
import type { ApiClient } from '../../lib/client/api-client.ts';
import { valueFrom } from './world.ts';

type Told = {
  readonly type: string;
  readonly sequence: number;
  readonly subject: string;
  readonly payload: Payload;
};
type Payload = {
  readonly resource: { readonly type: string; readonly id: string };
  readonly data: Readonly<Record<string, unknown>>;
};

/**
 * All events of a client, the oldest first, each as published. What an earlier release recorded, up to
 * `keptAt`, is as that one published it.
 */
async function eventsOf(api: ApiClient, clientId: string, keptAt = ''): Promise<Told[]> {
  const events: Told[] = [];
  let cursor: string | undefined;
  do {
    const page = valueFrom(await api.event.listEvents({ clientId, limit: '100', cursor }));
    for (const one of page.data) {
      const isEarlier = one.event.created <= keptAt;
      const schema = isEarlier ? v.object({ event }) : eventBodyOf(one.event.type);
      expect(v.parse(schema, one)).toEqual(one);
      events.unshift(one.event as Told);
    }
    cursor = page.nextCursor;
  } while (cursor);
  return events;
}

async function shownOf(api: ApiClient, clientId: string) {
  const { data: auths } = valueFrom(await api.auth.listAuths({ clientId }));
  const { data: bills } = valueFrom(await api.bill.listBills({ clientId }));
  return { auths, bills };
}

/** What is shown and told at one moment: what is under way, be it unasked, moves on between two reads. */
async function readAtRest(api: ApiClient, clientId: string, keptAt?: string) {
  return await until(`${clientId} to be at rest`, async () => {
    const before = await shownOf(api, clientId);
    const events = await eventsOf(api, clientId, keptAt);
    const shown = await shownOf(api, clientId);
    return isDeepStrictEqual(before, shown) && { ...shown, events };
  });
}

/** Compares the events of a client with what the interface shows of it. */
export async function expectMirrored(
  api: ApiClient,
  clientId: string,
  keptAt?: string,
): Promise<void> {
  const { auths, bills, events } = await readAtRest(api, clientId, keptAt);
  const told = Map.groupBy(events, ({ subject }) => subject);
  for (const own of told.values()) {
    expect(own.map(({ sequence }) => sequence)).toEqual(own.map((_one, index) => index + 1));
  }
  for (const auth of auths) {
    const last = told.get(auth._id)?.at(-1);
    expect(last?.payload.data.auth).toMatchObject({ _id: auth._id, status: auth.status });
  }
  for (const { bill, payments } of bills) {
    const { current, bill: first } = told.get(bill._id)?.at(-1)?.payload.data ?? {};
    const heard = (current ?? first) as typeof bill;
    // The day of a payment that waits for a method moves on with each day, which is not told.
    // Nor does an event know what is wrong with the client's methods.
    const unknown = bill.withheld && bill.withheld.reason !== 'amount-limit';
    const fields = billFields.filter(
      (field) => field !== 'payDate' && !(unknown && field === 'withheld'),
    );
    const read = { ...heard, settings: settingsOf(heard) };
    for (const field of fields) expect(read[field], field).toEqual(bill[field]);
    const ofBill = [...told.values()].filter(([first]) => {
      const payment = first?.payload.data.payment as { billId?: string } | undefined;
      return payment?.billId === bill._id;
    });
    const sent = ofBill.filter((own) => own.at(-1)?.type === 'bill.payment.sent');
    expect(sent).toHaveLength(payments.length);
    for (const [first, ...rest] of ofBill) {
      expect(first?.type).toBe('bill.payment.scheduled');
      expect(rest.length).toBeLessThanOrEqual(1);
    }
  }
}

/** Events from before consent was recorded say nothing of it: what was recurring is `legacy`. */
function settingsOf({ settings }: Pick<Bill, 'settings'>): Bill['settings'] {
  const older = settings.recurring === 'enabled' && !settings.consent;
  return older ? { ...settings, consent: { by: 'legacy' } } : settings;
}
