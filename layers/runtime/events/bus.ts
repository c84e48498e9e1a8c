/** The bus that events are published on, by ids only. */
import {
  EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
} from '@aws-sdk/client-eventbridge';
import type { EventType } from '@billhook/core/events/event';
import { environment } from '../aws/environment.ts';
import { inBatches } from '../aws/in-batches.ts';

/** What an event is called on the bus: nothing of what it tells. */
export type Announcement = {
  readonly eventId: string;
  readonly partnerId: string;
  readonly clientId?: string;
  readonly type: EventType;
};

/** What rules match by. */
const SOURCE = 'billhook';

let client: EventBridgeClient | undefined;

/** Answers those that the bus did not take, and never throws for an outage. */
export async function announce(
  announcements: readonly Announcement[],
): Promise<readonly Announcement[]> {
  const busName = environment('EVENT_BUS_NAME');
  client ??= new EventBridgeClient({ maxAttempts: 4 });
  const bridge = client;
  return inBatches(announcements, async (batch) => {
    const entries = batch.map((one) => entryOf(one, busName));
    const { Entries = [] } = await bridge.send(new PutEventsCommand({ Entries: entries }));
    return batch.filter((_, index) => Entries[index]?.EventId === undefined);
  });
}

function entryOf(announcement: Announcement, busName: string): PutEventsRequestEntry {
  const { eventId, partnerId, clientId, type } = announcement;
  return {
    EventBusName: busName,
    Source: SOURCE,
    DetailType: type,
    Detail: JSON.stringify({ eventId, partnerId, clientId, type }),
  };
}
