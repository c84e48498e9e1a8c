import { logInfo } from '@billhook/runtime/aws/logger';
import { openVault } from '@billhook/runtime/aws/vault';
import { postSafely } from '@billhook/runtime/outbound/safe-post';
import { opened } from '@billhook/runtime/serve/opened';
import { handleMessages, type QueueAnswer } from '@billhook/runtime/serve/queue-batch';
import { deliverWebhooks } from '@billhook/runtime/webhooks/deliver';
import { openBeginDeps } from '@billhook/runtime/webhooks/deps';
import * as v from 'valibot';

const message = v.object({
  endpointId: v.string(),
  partnerId: v.string(),
  eventId: v.optional(v.string()),
  again: v.optional(v.number()),
});

/** Leaves room before the function's own timeout for the attempts under way. */
const MAX_MILLISECONDS = 60_000;

export const handler = opened((outside) => {
  const { clock, aws } = outside;
  const vault = openVault(aws);
  const deps = { ...openBeginDeps(outside), vault, random: Math.random, post: postSafely };
  return (event: unknown): Promise<QueueAnswer> =>
    handleMessages(event, message, async (given) => {
      const started = clock();
      const count = await deliverWebhooks(deps, given, started + MAX_MILLISECONDS);
      const { endpointId, partnerId } = given;
      const milliseconds = clock() - started;
      logInfo('Endpoint processed', { endpointId, partnerId, count, milliseconds });
    });
});
