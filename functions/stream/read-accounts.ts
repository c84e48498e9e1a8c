import { openReach } from '@billhook/runtime/companies/reach';
import { goOnReading, refreshAuth } from '@billhook/runtime/links/refresh-auth';
import { opened } from '@billhook/runtime/serve/opened';
import { handleMessages, type QueueAnswer } from '@billhook/runtime/serve/queue-batch';
import { openStores } from '@billhook/runtime/stores/open-stores';
import * as v from 'valibot';

const message = v.object({ authId: v.string(), asked: v.optional(v.number()) });

/**
 * A reading that fails has planned the next one before it began: its message comes again only where not
 * even that was written.
 */
export const handler = opened((outside) => {
  const { clock, aws, limitTime } = outside;
  const deps = { ...openStores(outside), ...openReach(outside), aws, limitTime };
  return (event: unknown): Promise<QueueAnswer> =>
    handleMessages(event, message, ({ authId, asked }) =>
      asked === undefined
        ? refreshAuth(deps, authId, clock())
        : goOnReading(deps, { authId, asked }, clock()),
    );
});
