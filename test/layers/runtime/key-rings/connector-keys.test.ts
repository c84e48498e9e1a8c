/** Our own keys for connectors, as connectors meet them: signatures, secrets, the published set. */
import { type OpenKeys, openKeySet, signingKey } from '@billhook/connector-kit/wire/keys';
import { decryptSecrets, encryptSecrets } from '@billhook/connector-kit/wire/secrets';
import { signRequest, verifyMessage } from '@billhook/connector-kit/wire/signature';
import { keyRings } from '@billhook/core/key-rings/rings';
import { openConnectorKeys } from '@billhook/runtime/key-rings/connector-keys';
import { openRingKms } from '@billhook/runtime/key-rotation/ring-kms';
import { goOnWithRotation, revokeKeys } from '@billhook/runtime/key-rotation/rotate';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';
import {
  ENCRYPTION_KEY_ARN,
  SIGNING_KEY_ARN,
  type TokenKmsInMemory,
  tokenKms,
} from '../../../support/token-kms.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const operator = { kind: 'operator', id: 'me' } as const;
const operation = 'o'.repeat(20);
const rings = [keyRings.connectorSigning, keyRings.connectorEncryption];

let table: MemoryTable;
let kms: TokenKmsInMemory;
let now: number;

beforeAll(() => {
  vi.stubEnv('CONNECTOR_SIGNING_KEY_ARN', SIGNING_KEY_ARN);
  vi.stubEnv('CONNECTOR_ENCRYPTION_KEY_ARN', ENCRYPTION_KEY_ARN);
  vi.stubEnv('STAGE', 'sandbox');
});
afterAll(() => {
  vi.unstubAllEnvs();
});
beforeEach(() => {
  table = memoryTable();
  kms = tokenKms(undefined, [SIGNING_KEY_ARN, ENCRYPTION_KEY_ARN]);
  now = Date.parse('2026-11-23T12:00:00Z');
});

const opened = () => openConnectorKeys({ table, clock: () => now, aws: { kms: kms.kms } });
const setNow = async () => openKeySet(await opened().published()) as OpenKeys;
const depsOf = (ring: (typeof rings)[number]) => ({
  ...{ table, ring },
  kms: openRingKms(ring, { kms: kms.kms }),
});
/** As the operator's command does, or as the schedule. */
const goOn = async (begin?: boolean) => {
  for (const ring of rings)
    await goOnWithRotation(depsOf(ring), { actor: operator, now, ...(begin && { begin }) });
};

/** Whether a connector that has this set takes a request that is signed now. */
async function isTaken(set: OpenKeys): Promise<boolean> {
  const { signer } = await opened().current();
  const headers = { 'billhook-protocol': '1', 'billhook-connector': 'network' };
  const request = await signRequest(
    {
      method: 'POST',
      url: 'https://connector.example/v1/echo',
      headers: { ...headers, 'billhook-operation': operation },
      body: Buffer.from('{}'),
    },
    { signer, created: Math.floor(now / 1000), nonce: 'n'.repeat(22) },
  );
  const keyOf = (keyid: string) => signingKey(set, keyid);
  return verifyMessage('request', request, undefined, { keyOf, now: now / 1000 }).ok;
}

/** What comes of a secret that a connector encrypts to the first key of this set. */
async function openedOf(set: OpenKeys) {
  const key = set.find(({ use }) => use === 'enc');
  if (!key) throw new Error('The set has no key to encrypt to');
  const { agreements } = await opened().current();
  return decryptSecrets(encryptSecrets({ connection: 'c' }, key, operation), agreements, operation);
}

describe('The keys of a deployment', () => {
  test('are one of each use, by their thumbprints, and no private half is among them', async () => {
    const { keys } = await opened().published();
    expect(keys.map(({ use }) => use)).toEqual(['sig', 'enc']);
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(2);
    expect(JSON.stringify(keys)).not.toMatch(/"d"|arn:/);
    expect(openKeySet({ keys })).toBeDefined();
  });

  test('sign what connectors verify, and open what they encrypt', async () => {
    const set = await setNow();
    expect(await isTaken(set)).toBe(true);
    expect(await openedOf(set)).toEqual({ value: { connection: 'c' } });
    expect(kms.calls).toContain('DeriveSharedSecretCommand');
  });

  test('open nothing while KMS fails, and everything after it', async () => {
    let isDown = false;
    kms = tokenKms(
      (command) => {
        if (isDown && command === 'DeriveSharedSecretCommand') throw new Error('down');
      },
      [SIGNING_KEY_ARN, ENCRYPTION_KEY_ARN],
    );
    const set = await setNow();
    isDown = true;
    await expect(openedOf(set)).rejects.toThrow('down');
    isDown = false;
    expect(await openedOf(set)).toBeDefined();
  });

  test('are read once in ten seconds, and their public halves once', async () => {
    const keys = opened();
    for (let call = 0; call < 3; call += 1) await keys.current();
    expect(kms.calls).toEqual(['GetPublicKeyCommand', 'GetPublicKeyCommand']);
  });
});

describe('A rotation', () => {
  test('publishes new keys, and uses them only once the operator says so', async () => {
    const before = await setNow();
    await goOn(true);
    now += 30 * DAY;
    for (let look = 0; look < 3; look += 1) await goOn();
    const both = await setNow();
    expect(both.map(({ use }) => use)).toEqual(['sig', 'sig', 'enc', 'enc']);
    expect([both[0]?.kid, both[2]?.kid]).toEqual(before.map(({ kid }) => kid));
    expect(await isTaken(before)).toBe(true);
    // A connector may encrypt to the published one already.
    expect(await openedOf(both.slice(3))).toBeDefined();
    await goOn(true);
    expect(await isTaken(before)).toBe(false);
    expect(await isTaken(both)).toBe(true);
    const after = await setNow();
    expect(after.map(({ kid }) => kid)).toEqual([1, 0, 3, 2].map((index) => both[index]?.kid));
    // What a connector has encrypted before, and repeats.
    expect(await openedOf(before)).toBeDefined();
  });

  test('does not use a key on the day on which it is published', async () => {
    const before = await setNow();
    await goOn(true);
    now += DAY - 1;
    await goOn(true);
    expect(await isTaken(before)).toBe(true);
  });

  test('ends the old keys by itself, 31 days after the new ones are used', async () => {
    const before = await setNow();
    await goOn(true);
    now += DAY;
    await goOn(true);
    now += HOUR;
    await goOn();
    expect(kms.keys.get(SIGNING_KEY_ARN)?.tags).toEqual({ 'billhook:replaced': 'yes' });
    now += 31 * DAY - HOUR - 1;
    await goOn();
    expect(await openedOf(before)).toBeDefined();
    now += 1;
    await goOn();
    expect(await openedOf(before)).toBeUndefined();
    expect((await setNow()).map(({ use }) => use)).toEqual(['sig', 'enc']);
    expect(kms.keys.get(ENCRYPTION_KEY_ARN)?.state).toBe('Disabled');
    // And no other begins by itself.
    now += 800 * DAY;
    await goOn();
    expect(kms.keys.size).toBe(4);
  });

  test('in an emergency uses other keys at once, and ends the old ones', async () => {
    const before = await setNow();
    for (const ring of rings) await revokeKeys(depsOf(ring), { actor: operator, now });
    expect(await isTaken(before)).toBe(false);
    expect(await isTaken(await setNow())).toBe(true);
    expect(await openedOf(before)).toBeUndefined();
    expect([...kms.keys.values()].map(({ state }) => state)).toEqual([
      ...['Disabled', 'Disabled', 'Enabled', 'Enabled'],
    ]);
  });

  test('is in the audit of the deployment', async () => {
    await goOn(true);
    now += DAY;
    await goOn(true);
    const entries = [...table.items.values()].filter(({ pk }) => pk === 'deployment#audit');
    const actions = entries.map(({ action }) => action).sort();
    expect(actions).toEqual(
      ['published', 'rotated'].flatMap((one) => Array(2).fill(`connector-key-${one}`)),
    );
  });
});
