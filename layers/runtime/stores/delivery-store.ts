/** Deliveries: each stored next to its event, and in the due index while it waits or is set aside. */
import { deliverySortKey, eventKey } from '@billhook/core/events/event-id';
import { type DeliveryRecord, deliveryDue, deliveryKey } from '@billhook/core/webhook/delivery';
import type { Key, Table, Write } from '../table/types.ts';
import { notDue } from './records.ts';

export type DeliveryStore = {
  find(eventId: string, endpointId: string): Promise<DeliveryRecord | undefined>;
  /** The delivery at a row of the due index. */
  findAt(key: Key): Promise<DeliveryRecord | undefined>;
  /** Every delivery of an event, one an endpoint. */
  listOfEvent(event: { readonly _id: string }): Promise<DeliveryRecord[]>;
  /** Inserts a record of version 1; replaces the version before it otherwise. */
  save(delivery: DeliveryRecord): Write;
};

export function deliveryStore(table: Table): DeliveryStore {
  const findAt = ({ pk, sk }: Key) => table.get<DeliveryRecord>({ pk, sk });
  return {
    findAt,
    async find(eventId, endpointId) {
      const key = deliveryKey({ eventId, endpointId });
      return key && findAt(key);
    },
    async listOfEvent({ _id }) {
      const event = eventKey(_id);
      if (!event) return [];
      const collection = { partition: event.pk, prefix: deliverySortKey(event) };
      const deliveries: DeliveryRecord[] = [];
      let after: Record<string, string> | undefined;
      do {
        const rows = await table.query<DeliveryRecord>({ ...collection, after });
        deliveries.push(...rows.items);
        after = rows.next;
      } while (after);
      return deliveries;
    },
    save(delivery) {
      const key = deliveryKey(delivery);
      if (!key) throw new Error('A delivery cannot be stored: its event has no Billhook id');
      const { version } = delivery;
      const when = version === 1 ? { absent: true as const } : { equals: { version: version - 1 } };
      return {
        put: { ...delivery, ...notDue, ...deliveryDue(delivery), dueAt: delivery.dueAt, ...key },
        when,
      };
    },
  };
}
