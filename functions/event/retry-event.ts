import { isFailure } from '@billhook/core/errors';
import { retryEvent } from '@billhook/runtime/events/retry';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { openTable } from '@billhook/runtime/table/table';
import { beginDeps } from '@billhook/runtime/webhooks/deps';
import { retryEvent as operation } from './contract.ts';

const deps = beginDeps(openTable());

export const handler = serve(operation, async ({ caller, path, body }) => {
  const { partnerId } = caller;
  const retried = await retryEvent(deps, { ...body, eventId: path.eventId, partnerId });
  return isFailure(retried) ? retried : { success: true as const, endpointIds: [...retried] };
});
