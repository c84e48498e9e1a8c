/** A webhook endpoint whose address has answered its test: from then on it gets everything. */

import { until } from '../../lib/base/until.ts';
import { accepted } from '../../lib/client/accepted.ts';
import type { ApiClient } from '../../lib/client/api-client.ts';

type Given = Parameters<ApiClient['webhook-endpoint']['createWebhookEndpoint']>[0];

/** Its receiver has to answer tests with 2xx. */
export async function createVerifiedEndpoint(api: ApiClient, given: Given) {
  const made = accepted(await api['webhook-endpoint'].createWebhookEndpoint(given));
  await untilVerified(api, made._id);
  return made;
}

export async function untilVerified(api: ApiClient, endpointId: string): Promise<void> {
  await until(`the test of ${endpointId}`, async () => {
    const endpoint = accepted(await api['webhook-endpoint'].getWebhookEndpoint({ endpointId }));
    return endpoint.status === 'enabled';
  });
}
