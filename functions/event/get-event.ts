import { fail } from '@billhook/core/base/errors';
import { presentEvent } from '@billhook/core/events/event';
import { presentDeliveries } from '@billhook/core/schemas/delivery';
import { serve } from '@billhook/runtime/serve/serve';
import { deliveryStore } from '@billhook/runtime/stores/delivery-store';
import { eventStore } from '@billhook/runtime/stores/event-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { getEvent } from './contract.ts';

const open = ({ table }: Outside) => ({
  events: eventStore(table),
  deliveries: deliveryStore(table),
});

export const handler = serve(getEvent, open, async ({ caller, path }, { events, deliveries }) => {
  const found = await events.find(path.eventId, caller);
  if (!found) return fail('event_not_found');
  return { ...presentEvent(found), ...presentDeliveries(await deliveries.listOfEvent(found)) };
});
