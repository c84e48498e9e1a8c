/** The lock on a partner's settings, also against changes that are under way when it is set. */
import { randomBytes } from 'node:crypto';
import { newPartner } from '@billhook/core/partner/partner';
import { listPauses } from '@billhook/core/partner/payment-pause';
import { openVault } from '@billhook/runtime/aws/vault';
import type { Peppers } from '@billhook/runtime/callers/pepper';
import { issueApiKey, retireApiKey } from '@billhook/runtime/partners/api-keys';
import { listAudit } from '@billhook/runtime/partners/audit';
import { makeEncryptionKey } from '@billhook/runtime/partners/encryption-keys';
import type { EncryptionKms } from '@billhook/runtime/partners/encryption-kms';
import { lockPartner, unlockPartner } from '@billhook/runtime/partners/lock';
import { setModules, uploadFont } from '@billhook/runtime/partners/module-settings';
import { setSigning } from '@billhook/runtime/partners/signing-keys';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { pauseStore } from '@billhook/runtime/stores/pause-store';
import {
  alterEndpoint,
  makeEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
} from '@billhook/runtime/webhooks/endpoints';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeKms } from '../../../support/kms.ts';
import { loggedFields } from '../../../support/logged.ts';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';
import { NOW } from '../../../support/records.ts';
import { pemOf, rsaPair } from '../../../support/signing.ts';

const partnerId = 'ptn_00000000000000000000';
const apiKey = { kind: 'api-key', id: 'key_thief' } as const;
const operator = { kind: 'operator', id: 'ann' } as const;
const pem = pemOf(rsaPair().publicKey);
const names = { resolve: async () => ['93.184.216.34'] };
const newest = { version: 1, pepper: 'p'.repeat(64) };
const peppers: Peppers = {
  newest: async () => newest,
  ofVersion: async () => newest,
  rotate: async () => newest,
};

let table: MemoryTable;
let endpointId: string;
let keyId: string;

const lock = () =>
  lockPartner(table, { partnerId, actor: apiKey, now: NOW + 1, pausePayments: true });
const vault = () => openVault({ kms: fakeKms().kms });
const kms = {
  createKey: async () => ({ kmsKeyArn: 'arn:new', publicKey: '' }),
  scheduleDeletion: vi.fn(async () => true),
} as unknown as EncryptionKms;

beforeEach(async () => {
  vi.stubEnv('STAGE', 'sandbox');
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'ERROR');
  vi.stubEnv('VAULT_KEY_ARN', 'vault');
  table = memoryTable();
  const now = new Date(NOW).toISOString();
  await table.write([partnerStore(table).save(newPartner({ partnerId, name: 'A', now }))]);
  const by = { partnerId, actor: operator, now: NOW };
  const issued = await issueApiKey({ table, peppers }, by);
  if ('record' in issued) keyId = issued.record.keyId;
  const idBytes = () => randomBytes(32);
  const given = { ...by, url: 'https://example.com/hooks', idBytes };
  const made = await makeEndpoint({ table, vault: vault(), names }, given);
  if ('endpoint' in made) endpointId = made.endpoint._id;
});
afterEach(() => {
  vi.unstubAllEnvs();
});

type Change = (by: {
  partnerId: string;
  actor: typeof apiKey | typeof operator;
  now: number;
}) => Promise<unknown>;

const font = Buffer.concat([Buffer.from('wOF2'), randomBytes(40)]).toString('base64');
const changes: Record<string, Change> = {
  'a new API key': (by) => issueApiKey({ table, peppers }, by),
  'the end of an API key': (by) => retireApiKey(table, { ...by, keyId }),
  'a signing key': (by) => setSigning({ table, vault: vault() }, { publicKey: pem }, by),
  'a new encryption key': (by) => makeEncryptionKey({ table, kms }, by),
  'the look of the modules': (by) => setModules(table, { bridgeName: 'app' }, by),
  'a font': (by) => uploadFont(table, { name: 'F', woff2: font }, by),
  'a new endpoint': (by) =>
    makeEndpoint(
      { table, vault: vault(), names },
      { ...by, url: 'https://example.com/more', idBytes: () => randomBytes(32) },
    ),
  'another address of an endpoint': (by) =>
    alterEndpoint({ table, names }, { ...by, endpointId }, { url: 'https://example.com/other' }),
  'another secret of an endpoint': (by) =>
    rotateEndpointSecret({ table, vault: vault() }, { ...by, endpointId }),
  'the end of an endpoint': (by) => removeEndpoint({ table }, { ...by, endpointId }),
};

test.each(Object.entries(changes))(
  'stops %s by a key, and not by the operator',
  async (_, change) => {
    await lock();
    const refused = await change({ partnerId, actor: apiKey, now: NOW });
    expect(refused).toMatchObject({ failure: 'settings_locked' });
    expect(await change({ partnerId, actor: operator, now: NOW })).not.toHaveProperty('failure');
  },
);

test('stops what was under way when it was set: a KMS key that was made for it is given up', async () => {
  const createKey = async () => {
    await lock();
    return kms.createKey(partnerId, 'key');
  };
  const slow = { ...kms, createKey };
  const made = await makeEncryptionKey(
    { table, kms: slow as EncryptionKms },
    { partnerId, actor: apiKey, now: NOW },
  );
  expect(made).toMatchObject({ failure: 'settings_locked' });
  expect(kms.scheduleDeletion).toHaveBeenCalledWith('arn:new');
  expect((await partnerStore(table).get(partnerId)).encryptionKeys).toBeUndefined();
});

test('pauses payments in the same write, or later, and unlocking leaves them paused', async () => {
  const given = { partnerId, actor: apiKey, now: NOW + 1 };
  const paused = async () => listPauses(await pauseStore(table).find());
  await lockPartner(table, { ...given, pausePayments: false });
  expect(await paused()).toEqual([]);
  await lock();
  await unlockPartner(table, { partnerId, actor: operator, now: NOW + 3 });
  const since = new Date(NOW + 1).toISOString();
  expect(await paused()).toEqual([{ kind: 'partner', id: partnerId, since, by: 'key_thief' }]);
  const actions = (await listAudit(table, partnerId)).map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining(['partner-locked', 'payments-paused', 'partner-unlocked']),
  );
});

test('raises the alarm once, with the partner and the key', async () => {
  const lines = await loggedFields(async () => {
    await lock();
    await lock();
  });
  expect(lines).toMatchObject([{ PartnersLocked: 1, partnerId, keyId: 'key_thief' }]);
});

test('is set once: the first key stays on record, until the operator ends it', async () => {
  await lock();
  const other = { kind: 'api-key', id: 'key_other' } as const;
  await lockPartner(table, { partnerId, actor: other, now: NOW + 2, pausePayments: true });
  const locked = await partnerStore(table).get(partnerId);
  expect(locked.lock).toEqual({ at: new Date(NOW + 1).toISOString(), keyId: 'key_thief' });
  await unlockPartner(table, { partnerId, actor: operator, now: NOW + 3 });
  await unlockPartner(table, { partnerId, actor: operator, now: NOW + 4 });
  expect((await partnerStore(table).get(partnerId)).lock).toBeUndefined();
  const entries = (await listAudit(table, partnerId)).filter(({ action }) => /lock/.test(action));
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['partner-locked', apiKey],
    ['partner-unlocked', operator],
  ]);
  const changed = await changes['a signing key']?.({ partnerId, actor: apiKey, now: NOW + 4 });
  expect(changed).not.toHaveProperty('failure');
});
