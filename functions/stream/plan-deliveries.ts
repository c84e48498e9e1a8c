import { logInfo } from '@billhook/runtime/aws/logger';
import { handleMessages, type QueueAnswer } from '@billhook/runtime/serve/queue-batch';
import { openTable } from '@billhook/runtime/table/table';
import { beginDeps } from '@billhook/runtime/webhooks/deps';
import { planDeliveries } from '@billhook/runtime/webhooks/plan-deliveries';
import * as v from 'valibot';

const deps = beginDeps(openTable());
const message = v.object({ eventId: v.string(), partnerId: v.string() });

export async function handler(event: unknown): Promise<QueueAnswer> {
  return handleMessages(event, message, async (ids) => {
    const started = Date.now();
    const count = await planDeliveries(deps, ids);
    logInfo('Deliveries planned', { ...ids, count, milliseconds: Date.now() - started });
  });
}
