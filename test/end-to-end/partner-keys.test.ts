/** A partner's own keys: made, used, rotated and revoked over the API. */
import { describe, expect, inject, test } from 'vitest';
import { addPartner, type Partner } from '../support/partners.ts';
import { expectRefusal, sendRaw } from '../support/raw.ts';
import { scanTable } from '../support/table-server.ts';
import { openWorld, refusal, valueFrom } from '../support/world.ts';

const { baseUrl, tableUrl } = inject('service');
const request = { method: 'GET', path: '/partner' };

async function newPartner() {
  const partner = await addPartner(inject('service'));
  return { ...partner, api: apiOf(partner) };
}

function apiOf({ apiKey }: Pick<Partner, 'apiKey'>) {
  return openWorld({ baseUrl, apiKey }).api.partner;
}

const keyIdOf = (apiKey: string) => `key_${apiKey.split('_')[2]}`;

describe('A key', () => {
  test('is rotated: create, use, revoke', async () => {
    const { apiKey, api } = await newPartner();
    const created = valueFrom(await api.createApiKey());
    expect(created.keyId).toBe(keyIdOf(created.apiKey));
    const next = apiOf(created);
    expect(valueFrom(await next.getPartner()).status).toBe('active');
    valueFrom(await next.revokeApiKey({ keyId: keyIdOf(apiKey) }));
    await expectRefusal({ ...request, apiKey }, 'api_key_invalid');
    expect((await sendRaw({ ...request, apiKey: created.apiKey })).status).toBe(200);
    const { data } = valueFrom(await next.listApiKeys());
    expect(data).toMatchObject([
      { keyId: keyIdOf(apiKey), revoked: expect.any(String) },
      { keyId: created.keyId },
    ]);
    expect(data[1]?.revoked).toBeUndefined();
  });

  test('can be revoked by itself while another lives', async () => {
    const { api, apiKey } = await newPartner();
    valueFrom(await api.createApiKey());
    valueFrom(await api.revokeApiKey({ keyId: keyIdOf(apiKey) }));
    await expectRefusal({ ...request, apiKey }, 'api_key_invalid');
  });

  test('opens nothing from the moment on that it expires', async () => {
    const { api } = await newPartner();
    const expires = new Date(Date.now() + 1_500).toISOString();
    const created = valueFrom(await api.createApiKey({ expires }));
    expect(created.expires).toBe(expires);
    expect((await sendRaw({ ...request, apiKey: created.apiKey })).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, Date.parse(expires) - Date.now() + 5));
    await expectRefusal({ ...request, apiKey: created.apiKey }, 'api_key_invalid');
    // Its place is free again.
    valueFrom(await api.createApiKey());
  });

  test('is the second at most, also when several are asked for at once', async () => {
    const { api } = await newPartner();
    const results = await Promise.all(Array.from({ length: 5 }, () => api.createApiKey()));
    const codes = results.map((result) => (result.ok ? 'created' : refusal(result)));
    expect(codes.filter((code) => code === 'created')).toHaveLength(1);
    const { data } = valueFrom(await api.listApiKeys());
    expect(data).toHaveLength(2);
  });

  test('and the other cannot both be revoked, also not at once', async () => {
    const { api, apiKey } = await newPartner();
    const created = valueFrom(await api.createApiKey());
    const both = [created.keyId, keyIdOf(apiKey)].map((keyId) => api.revokeApiKey({ keyId }));
    const results = await Promise.all(both);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('is shown once, and kept as a hash only', async () => {
    const { api } = await newPartner();
    const { apiKey } = valueFrom(await api.createApiKey());
    const secret = apiKey.split('_')[3] as string;
    expect(JSON.stringify(await scanTable(tableUrl))).not.toContain(secret);
    expect(JSON.stringify(await api.listApiKeys())).not.toContain(secret);
  });
});

test('Each change of a key has its audit entry, by the key that made it', async () => {
  const { api, apiKey, partnerId } = await newPartner();
  const { keyId } = valueFrom(await api.createApiKey());
  valueFrom(await api.revokeApiKey({ keyId }));
  // Neither a refusal nor a repetition changes anything.
  valueFrom(await api.revokeApiKey({ keyId }));
  await api.revokeApiKey({ keyId: keyIdOf(apiKey) });
  const entries = (await scanTable(tableUrl)).filter(({ pk }) => pk?.S === `${partnerId}#audit`);
  const actor = { M: { kind: { S: 'api-key' }, id: { S: keyIdOf(apiKey) } } };
  expect(entries.toSorted((a, b) => (String(a.sk?.S) < String(b.sk?.S) ? -1 : 1))).toMatchObject([
    { actor, action: { S: 'api-key-created' }, detail: { M: { keyId: { S: keyId } } } },
    { actor, action: { S: 'api-key-revoked' }, detail: { M: { keyId: { S: keyId } } } },
  ]);
});

test('A partner sees its own settings', async () => {
  const { api, partnerId } = await newPartner();
  expect(valueFrom(await api.getPartner())).toMatchObject({
    _id: partnerId,
    status: 'active',
    authEvents: false,
  });
});
