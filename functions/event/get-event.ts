import { fail } from '@billhook/core/errors';
import { presentEvent } from '@billhook/core/event';
import { serve } from '@billhook/runtime/serve';
import { eventStore } from '@billhook/runtime/stores/event-store';
import { openTable } from '@billhook/runtime/table';
import { getEvent } from './contract.ts';

const events = eventStore(openTable());

export const handler = serve(getEvent, async ({ caller, path }) => {
  const found = await events.find(path.eventId, caller);
  return found ? presentEvent(found) : fail('event_not_found');
});
