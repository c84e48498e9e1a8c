/** Proving the address of an endpoint (decision: addresses-are-proven-first). */
import type { Clock } from '@billhook/core/base/dates';
import type { EndpointRecord } from '@billhook/core/webhook/endpoint';
import { prove } from '@billhook/core/webhook/proving';
import { endpointQueueStore } from '../stores/endpoint-queue-store.ts';
import { webhookEndpointStore } from '../stores/webhook-endpoint-store.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import type { Table } from '../table/types.ts';

/** Its address answered a test: it is verified, and what was put aside meanwhile is taken up. */
export async function proveEndpoint(
  { table, clock }: { readonly table: Table; readonly clock: Clock },
  { _id: endpointId, partnerId, url }: EndpointRecord,
): Promise<void> {
  const endpoints = webhookEndpointStore(table);
  await retryOrThrow('An endpoint could not be verified', async () => {
    const standing = await endpoints.find(partnerId, endpointId);
    const proven = standing && prove(standing, url);
    if (!proven) return 'known';
    const resume = endpointQueueStore(table).resume({ endpointId, partnerId }, clock());
    const written = await table.write([endpoints.save(proven), resume]);
    return written === 'conflict' ? conflict : 'known';
  });
}
