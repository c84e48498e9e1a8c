import { rootKey } from '@billhook/core/base/table-keys';
import { LOCK_ROUTE } from '@billhook/core/partner/lock';
import { type ApiKeyRecord, newPartner } from '@billhook/core/partner/partner';
import { apiKeyRecord, newApiKey } from '@billhook/runtime/callers/api-keys';
import { authorizePartner } from '@billhook/runtime/callers/authorize-partner';
import { openPeppers, type Peppers } from '@billhook/runtime/callers/pepper';
import { createRateLimiter } from '@billhook/runtime/callers/rate-limiter';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryTable } from '../../../support/memory-table.ts';
import { NOW } from '../../../support/records.ts';
import { fakeSecrets } from '../../../support/secrets.ts';

const partnerId = 'ptn_00000000000000000000';
const secretArn = 'arn:pepper';
let peppers: Peppers;

beforeEach(() => {
  vi.stubEnv('PEPPER_SECRET_ARN', secretArn);
  vi.stubEnv('STAGE', 'sandbox');
  const { secrets } = fakeSecrets({
    [secretArn]: JSON.stringify({ version: 1, pepper: 'p'.repeat(64) }),
  });
  peppers = openPeppers({ aws: { secrets } });
});
afterAll(() => {
  vi.unstubAllEnvs();
});

async function newKey(more: Partial<ApiKeyRecord> = {}) {
  const apiKey = newApiKey(partnerId);
  return { apiKey, record: { ...(await apiKeyRecord(peppers, apiKey, '')), ...more } };
}

/** Calls of a partner that may make two at once, with a key that a thief has revoked and the thief's. */
async function robbed(status: 'active' | 'suspended' = 'active') {
  const thief = await newKey();
  const revokedBy = thief.record.keyId;
  const owner = await newKey({ revoked: new Date(NOW).toISOString(), revokedBy });
  const server = await newKey({ scope: 'service' });
  const apiKeys = [thief, owner, server].map(({ record }) => record);
  const partner = {
    ...newPartner({ partnerId, name: 'A', now: '', apiKeys }),
    ...{ status, rateLimit: { requestsPerSecond: 1, burst: 2 } },
  };
  const table = memoryTable(() => NOW);
  await table.write([{ put: { ...rootKey(partnerId), ...partner } }]);
  const deps = { table, peppers, limiter: createRateLimiter(table) };
  const call = ({ apiKey }: { apiKey: string }, method: string, path: string) => {
    const event = { httpMethod: method, resource: path, multiValueHeaders: {} };
    return authorizePartner(deps, apiKey, event as APIGatewayRequestAuthorizerEvent, NOW);
  };
  const lock = (key: { apiKey: string }) => call(key, LOCK_ROUTE.method, LOCK_ROUTE.path);
  const flood = async (make: () => Promise<unknown>) => {
    let last: unknown;
    for (let count = 0; count < 30; count += 1) last = await make();
    return last;
  };
  return { thief, owner, server, call, lock, flood, look: () => call(thief, 'GET', '/partner') };
}

describe('The call that locks', () => {
  test('goes through though a thief has used up the rate limit', async () => {
    const { owner, lock, flood, look } = await robbed();
    expect(await flood(look)).toHaveProperty('rateWait');
    const granted = await lock(owner);
    expect(granted).toMatchObject({ kind: 'partner', scope: 'lock' });
    expect(granted).not.toHaveProperty('rateWait');
  });

  test('goes through though another key has called it too often', async () => {
    const { owner, server, lock, flood } = await robbed();
    expect(await flood(() => lock(server))).toHaveProperty('rateWait');
    expect(await lock(owner)).not.toHaveProperty('rateWait');
  });

  test('is counted, too', async () => {
    const { owner, lock, flood } = await robbed();
    expect(await flood(() => lock(owner))).toHaveProperty('rateWait');
  });
});

test('A suspended partner is told so, and who has no live key of it learns nothing', async () => {
  const { owner, lock, look, call } = await robbed('suspended');
  const suspended = { failure: 'partner_suspended' };
  expect(await look()).toEqual(suspended);
  expect(await lock(owner)).toEqual(suspended);
  for (const { apiKey } of [owner, await newKey()])
    expect(await call({ apiKey }, 'GET', '/partner')).toEqual({ failure: 'api_key_invalid' });
});
