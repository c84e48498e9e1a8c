/** The schedule looks after all keys that are replaced. What it does of each is tested with the rotation. */
import { keyRings } from '@billhook/core/key-rings/rings';
import { keyRingStore } from '@billhook/runtime/stores/key-ring-store';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { handler } from '../../../functions/schedule/rotate-token-key.ts';
import { memoryTable } from '../../support/memory-table.ts';
import { NOW } from '../../support/records.ts';
import {
  ENCRYPTION_KEY_ARN,
  SIGNING_KEY_ARN,
  TEMPLATE_KEY_ARN,
  tokenKms,
} from '../../support/token-kms.ts';

beforeAll(() => {
  vi.stubEnv('TOKEN_KEY_ARN', TEMPLATE_KEY_ARN);
  vi.stubEnv('CONNECTOR_SIGNING_KEY_ARN', SIGNING_KEY_ARN);
  vi.stubEnv('CONNECTOR_ENCRYPTION_KEY_ARN', ENCRYPTION_KEY_ARN);
  vi.stubEnv('STAGE', 'sandbox');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const rings = Object.values(keyRings);
const YEAR = 365 * 86_400_000;

test('each ring is noted, and the token key alone is replaced unasked', async () => {
  const table = memoryTable();
  const { kms, keys } = tokenKms(undefined, [
    ...[TEMPLATE_KEY_ARN, SIGNING_KEY_ARN, ENCRYPTION_KEY_ARN],
  ]);
  const look = (now: number) => handler.over({ table, aws: { kms }, clock: () => now })();
  await look(NOW);
  const signing = await Promise.all(rings.map(async (ring) => keyRingStore(table, ring).find()));
  expect(signing.map((record) => record?.signing.keyArn)).toEqual([
    ...[TEMPLATE_KEY_ARN, SIGNING_KEY_ARN, ENCRYPTION_KEY_ARN],
  ]);
  await look(NOW + YEAR);
  const left = await Promise.all(rings.map(async (ring) => keyRingStore(table, ring).find()));
  expect(left.map((record) => record?.next !== undefined)).toEqual([true, false, false]);
  expect([...keys.values()].at(-1)?.tags).toMatchObject({ 'billhook:use': 'token-signing' });
});

test('a ring that fails holds up no other', async () => {
  const table = memoryTable();
  const { kms } = tokenKms(undefined, [TEMPLATE_KEY_ARN]);
  const failing = {
    ...table,
    get: async (key: { pk: string; sk: string }) => {
      if (key.sk === keyRings.token.item.sk && key.pk === keyRings.token.item.pk)
        throw new Error('down');
      return table.get(key);
    },
  } as typeof table;
  const look = handler.over({ table: failing, aws: { kms }, clock: () => NOW });
  await expect(Promise.resolve().then(() => look())).rejects.toThrow('down');
  const { connectorSigning, connectorEncryption } = keyRings;
  for (const ring of [connectorSigning, connectorEncryption])
    expect(await keyRingStore(table, ring).find(), ring.use).toBeDefined();
});
