/** What has us look up an address of a partner's is done seldom, whoever asks. */
import { limitOutbound } from '@billhook/runtime/callers/limit-outbound';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { refreshSigning, updateSigning } from '../../../../functions/partner/contract.ts';
import { handler as runRefreshSigning } from '../../../../functions/partner/refresh-signing.ts';
import { handler as runUpdateSigning } from '../../../../functions/partner/update-signing.ts';
import {
  createWebhookEndpoint,
  updateWebhookEndpoint,
} from '../../../../functions/webhook-endpoint/contract.ts';
import { handler as runCreateEndpoint } from '../../../../functions/webhook-endpoint/create-webhook-endpoint.ts';
import { handler as runUpdateEndpoint } from '../../../../functions/webhook-endpoint/update-webhook-endpoint.ts';
import { beginAnew, call, type Request, table } from '../../../support/lost-answers.ts';
import { NOW, partnerId } from '../../../support/records.ts';

const BURST = 20;

beforeEach(beginAnew);
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const ask = (now = NOW) => limitOutbound(table, partnerId, now);

test('Twenty at once, and then one a second', async () => {
  const asked = await Promise.all(Array.from({ length: BURST + 10 }, () => ask()));
  expect(asked.filter((refused) => refused === undefined)).toHaveLength(BURST);
  expect(asked.at(-1)).toMatchObject({ failure: 'too_many_requests', retryAfterSeconds: 1 });
  expect(await ask(NOW + 1_000)).toBeUndefined();
  expect(await ask(NOW + 1_000)).toMatchObject({ failure: 'too_many_requests' });
});

const url = 'https://hooks.example/here';
const requests: readonly Request[] = [
  { operation: createWebhookEndpoint, handler: runCreateEndpoint, body: { url } },
  {
    ...{ operation: updateWebhookEndpoint, handler: runUpdateEndpoint, body: { url } },
    path: { endpointId: `we_${'0'.repeat(20)}` },
  },
  {
    ...{ operation: updateSigning, handler: runUpdateSigning },
    body: { jwksUrl: 'https://keys.example/jwks.json' },
  },
  { operation: refreshSigning, handler: runRefreshSigning },
];

test.each(requests)('$operation.method $operation.path is counted', async (request) => {
  for (let count = 0; count < BURST; count += 1) await ask();
  const { outcome } = await call({ ...request, caller: 'partner' });
  expect(outcome).toBe('429 too_many_requests');
});
