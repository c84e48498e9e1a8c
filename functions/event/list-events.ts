import { parseInstant } from '@billhook/core/base/dates';
import { fail, isFailure } from '@billhook/core/base/errors';
import { presentEvent } from '@billhook/core/events/event';
import { serve } from '@billhook/runtime/serve/serve';
import { clientStore } from '@billhook/runtime/stores/client-store';
import { eventStore } from '@billhook/runtime/stores/event-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { listEvents } from './contract.ts';

const open = ({ table }: Outside) => ({ events: eventStore(table), clients: clientStore(table) });

export const handler = serve(listEvents, open, async ({ caller, query }, { events, clients }) => {
  const { clientId, type, createdFrom, createdBefore, ...page } = query;
  if (clientId !== undefined && !(await clients.find(clientId, caller))) {
    return fail('client_not_found');
  }
  const listed = await events.list(
    {
      partnerId: caller.partnerId,
      clientId,
      type,
      from: createdFrom === undefined ? undefined : parseInstant(createdFrom),
      to: createdBefore === undefined ? undefined : parseInstant(createdBefore),
    },
    page,
  );
  if (isFailure(listed)) return listed;
  const { items, nextCursor } = listed;
  return { data: items.map(presentEvent), ...(nextCursor && { nextCursor }) };
});
