import { logInfo } from '@billhook/runtime/aws/logger';
import { opened } from '@billhook/runtime/serve/opened';
import { handleMessages, type QueueAnswer } from '@billhook/runtime/serve/queue-batch';
import { openBeginDeps } from '@billhook/runtime/webhooks/deps';
import { planDeliveries } from '@billhook/runtime/webhooks/plan-deliveries';
import * as v from 'valibot';

const message = v.object({ eventId: v.string(), partnerId: v.string() });

export const handler = opened((outside) => {
  const deps = openBeginDeps(outside);
  const { clock } = outside;
  return (event: unknown): Promise<QueueAnswer> =>
    handleMessages(event, message, async (ids) => {
      const started = clock();
      const count = await planDeliveries(deps, ids);
      logInfo('Deliveries planned', { ...ids, count, milliseconds: clock() - started });
    });
});
