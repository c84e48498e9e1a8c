import { logInfo } from '@billhook/runtime/aws/logger';
import { postSafely } from '@billhook/runtime/outbound/safe-post';
import { handleMessages, type QueueAnswer } from '@billhook/runtime/serve/queue-batch';
import { openTable } from '@billhook/runtime/table/table';
import { deliverWebhooks } from '@billhook/runtime/webhooks/deliver';
import { beginDeps } from '@billhook/runtime/webhooks/deps';
import * as v from 'valibot';

const deps = { ...beginDeps(openTable()), random: Math.random, post: postSafely };
const message = v.object({
  endpointId: v.string(),
  partnerId: v.string(),
  eventId: v.optional(v.string()),
  again: v.optional(v.number()),
});

/** Leaves room before the function's own timeout for the attempts under way. */
const MAX_MILLISECONDS = 60_000;

export async function handler(event: unknown): Promise<QueueAnswer> {
  return handleMessages(event, message, async (given) => {
    const started = Date.now();
    const count = await deliverWebhooks(deps, given, started + MAX_MILLISECONDS);
    const { endpointId, partnerId } = given;
    const milliseconds = Date.now() - started;
    logInfo('Endpoint worked for', { endpointId, partnerId, count, milliseconds });
  });
}
