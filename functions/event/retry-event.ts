import { isFailure } from '@billhook/core/base/errors';
import { retryEvent } from '@billhook/runtime/events/retry';
import { serve } from '@billhook/runtime/serve/serve';
import { openBeginDeps } from '@billhook/runtime/webhooks/deps';
import { retryEvent as operation } from './contract.ts';

export const handler = serve(operation, openBeginDeps, async ({ caller, path, body }, deps) => {
  const { partnerId } = caller;
  const retried = await retryEvent(deps, { ...body, eventId: path.eventId, partnerId });
  return isFailure(retried) ? retried : { success: true as const, endpointIds: [...retried] };
});
