import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createApiClient } from '../../lib/api-client.ts';
import { encryptJwe, encryptLayout, publicKeyOf } from '../support/encrypt.ts';
import { addPartner, type Partner } from '../support/partners.ts';
import { expectRefusal, readProblem, sendRaw } from '../support/raw.ts';
import { newName, openWorld, refusal, valueFrom } from '../support/world.ts';

const service = inject('service');
const folder = mkdtempSync(join(tmpdir(), 'billhook-encryption-'));
let partner: Partner;
let kid = '';
let key: ReturnType<typeof publicKeyOf>;

const clientOf = ({ apiKey }: Partner) =>
  createApiClient({ baseUrl: service.baseUrl, apiKey, validate: true });
const newPartner = () => addPartner(service);

beforeAll(async () => {
  partner = await newPartner();
  const made = valueFrom(await clientOf(partner).partner.createEncryptionKey());
  kid = made.kid;
  key = publicKeyOf(made);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const send = (hash: unknown, encrypted: unknown = kid, path = '/client') =>
  sendRaw({
    method: 'POST',
    path,
    apiKey: partner.apiKey,
    body: JSON.stringify({ encrypted, hash }),
  });

const bodyOf = (identifier = newName()) => JSON.stringify({ identifier });

describe('an encrypted body', () => {
  test.each([
    ['the layout with OAEP of SHA-1', () => encryptLayout(key, bodyOf(), 'sha1')],
    ['the layout with OAEP of SHA-256', () => encryptLayout(key, bodyOf(), 'sha256')],
    ['a compact JWE', () => encryptJwe(key, bodyOf())],
  ])('is accepted as %s, and answered in clear', async (_, hash) => {
    const response = await send(hash());
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ clientId: expect.stringMatching(/^cl_/) });
  });

  test('is the same request as in clear', async () => {
    const identifier = newName();
    const { clientId } = valueFrom(await clientOf(partner).client.createClient({ identifier }));
    const response = await send(encryptJwe(key, bodyOf(identifier)));
    expect(await response.json()).toEqual({ clientId });
  });

  test('is validated once it is decrypted', async () => {
    const response = await send(encryptJwe(key, '{"identifier":7}'));
    const { code, errors } = await readProblem(response);
    expect([code, errors?.[0]?.field]).toEqual(['invalid_request', 'identifier']);
  });
});

test('a second key rotates the first, and a deleted one opens nothing', async () => {
  const api = clientOf(await newPartner());
  expect(refusal(await api.partner.getLatestEncryptionKey())).toBe('404 encryption_key_not_found');
  const { pem: _first, ...first } = valueFrom(await api.partner.createEncryptionKey());
  const { pem: _second, ...second } = valueFrom(await api.partner.createEncryptionKey());
  expect(refusal(await api.partner.createEncryptionKey())).toBe('409 key_limit_reached');
  expect(valueFrom(await api.partner.listEncryptionKeys())).toEqual({ keys: [first, second] });
  expect(valueFrom(await api.partner.getLatestEncryptionKey())).toEqual(second);
  valueFrom(await api.partner.deleteEncryptionKey({ keyId: second.kid }));
  expect(valueFrom(await api.partner.getLatestEncryptionKey())).toEqual(first);
  expect(refusal(await api.partner.getEncryptionKey({ keyId: second.kid }))).toBe(
    '404 encryption_key_not_found',
  );
  expect(refusal(await api.partner.deleteEncryptionKey({ keyId: second.kid }))).toBe(
    '404 encryption_key_not_found',
  );
});
