/** The bus that events are published on, by ids only. */
import {
  EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
} from '@aws-sdk/client-eventbridge';
import type { EventType } from '@billhook/core/events/event';
import type { AwsClients } from '../aws/clients.ts';
import { environment } from '../aws/environment.ts';
import { inBatches } from '../aws/in-batches.ts';
import { once } from '../aws/once.ts';
import { Sha256 } from '../aws/sha256.ts';

/** What an event is called on the bus: nothing of what it tells. */
export type Announcement = {
  readonly eventId: string;
  readonly partnerId: string;
  readonly clientId?: string;
  readonly type: EventType;
};

/** What rules match by. */
const SOURCE = 'billhook';

const eventBridgeClient = once(() => new EventBridgeClient({ maxAttempts: 4, sha256: Sha256 }));

/** Answers those that the bus did not take, and never throws for an outage. */
export type Announce = (announcements: readonly Announcement[]) => Promise<readonly Announcement[]>;

export function openBus({ eventBridge }: AwsClients = {}): Announce {
  return async (announcements) => {
    const busName = environment('EVENT_BUS_NAME');
    return inBatches(announcements, async (batch) => {
      const command = new PutEventsCommand({
        Entries: batch.map((one) => entryOf(one, busName)),
      });
      const { Entries = [] } = await (eventBridge ?? eventBridgeClient()).send(command);
      return batch.filter((_, index) => Entries[index]?.EventId === undefined);
    });
  };
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
