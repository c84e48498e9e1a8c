/** Several partners with all that can be set for them: keys, signatures, limits, a clock, a look. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operate } from '../../../lib/base/operate.ts';
import { until } from '../../../lib/base/until.ts';
import { accepted } from '../../../lib/client/accepted.ts';
import { type ApiClient, createApiClient } from '../../../lib/client/api-client.ts';
import type { Credentials, Manifest } from '../../../test/support/kept/manifest.ts';
import { dueDate, openHousehold } from './household.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
/** Three statements fall due in that time. */
const AHEAD_DAYS = 75;
const EXPIRES_AFTER_MILLISECONDS = 4_000;

export type Service = {
  readonly baseUrl: string;
  readonly stateDir: string;
  readonly partnerId: string;
  readonly apiKey: string;
};

type Partner = { readonly _id: string; readonly apiKey: string };

export type KeptPartners = {
  readonly partners: Manifest['partners'];
  readonly moved: Manifest['moved'];
  readonly fontId: string;
  readonly encryptionKeyId: string;
  readonly credentials: Pick<
    Credentials,
    'moved' | 'signed' | 'suspended' | 'slow' | 'second' | 'revoked' | 'expired' | 'signingKey'
  >;
};

export async function keepPartners(service: Service): Promise<KeptPartners> {
  const create = (name: string): Promise<Partner> => operate(service, 'partner', 'create', name);
  const unhurried = ['--rate-limit', '1000', '--burst', '5000', '--auth-events', 'on'];
  await operate(service, 'partner', 'set', service.partnerId, ...unhurried);
  const moved = await create('Moved Bank');
  const signed = await create('Signed Bank');
  const suspended = await create('Suspended Bank');
  const slow = await create('Slow Bank');
  await operate(service, 'partner', 'set', slow._id, '--rate-limit', '1', '--burst', '1');
  const { api } = openHousehold(service.baseUrl, service.apiKey);
  const keys = await keepKeys(api, openHousehold(service.baseUrl, slow.apiKey).api, service, slow);
  const clock = await keepClock(service, moved);
  const signingKey = await keepSigning(service, signed);
  const { fontId } = await keepLook(api);
  const { kid: encryptionKeyId } = accepted(await api.partner.createEncryptionKey());
  const gone = accepted(await api.partner.createEncryptionKey());
  accepted(await api.partner.deleteEncryptionKey({ keyId: gone.kid }));
  // The key that signs tokens is amid its rotation: one signs, and the next is published.
  await operate(service, 'token-key', 'rotate');
  return {
    partners: {
      first: service.partnerId,
      moved: moved._id,
      signed: signed._id,
      suspended: suspended._id,
      slow: slow._id,
    },
    moved: clock,
    fontId,
    encryptionKeyId,
    credentials: {
      ...keys,
      moved: moved.apiKey,
      signed: signed.apiKey,
      suspended: suspended.apiKey,
      slow: slow.apiKey,
      signingKey,
    },
  };
}

/** A key that was revoked, one that is live beside the first, and one that ended by itself. */
async function keepKeys(api: ApiClient, slow: ApiClient, service: Service, other: Partner) {
  const revoked = accepted(await api.partner.createApiKey({}));
  accepted(await api.partner.revokeApiKey({ keyId: revoked.keyId }));
  const second = accepted(await api.partner.createApiKey({}));
  const expires = new Date(Date.now() + EXPIRES_AFTER_MILLISECONDS).toISOString();
  const expired: { apiKey: string } = await operate(
    service,
    ...['key', 'create', other._id, '--expires', expires],
  );
  await until('requests that are too many', async () => !(await slow.partner.getPartner()).ok);
  return { revoked: revoked.apiKey, second: second.apiKey, expired: expired.apiKey };
}

async function keepClock(service: Service, { apiKey }: Partner): Promise<Manifest['moved']> {
  const home = openHousehold(service.baseUrl, apiKey);
  const { billId } = await home.newBill('moved', { balance: '25.00', dueDate: dueDate(10) });
  const now = new Date(Date.now() + AHEAD_DAYS * DAY_MILLISECONDS).toISOString();
  accepted(await home.api.sandbox.setClock({ now }));
  const patience = 180;
  await until(
    'the clock to arrive',
    async () => !accepted(await home.api.sandbox.getClock()).advancing,
    patience,
  );
  await keepKeysOfAddress(home.api);
  const { payments } = accepted(await home.api.bill.getBill({ billId }));
  return { billId, aheadDays: AHEAD_DAYS, payments: payments.length };
}

/** Signing keys that were fetched from an address, where nothing is any more. */
async function keepKeysOfAddress(api: ApiClient): Promise<void> {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'kept' };
  const server = createServer((_request, response) => {
    response.end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
  accepted(await api.partner.updateSigning({ jwksUrl, headers: { 'X-Partner': 'kept' } }));
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

async function keepSigning({ baseUrl }: Service, { apiKey }: Partner): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const api = createApiClient({ baseUrl, apiKey, validate: true });
  const pem = publicKey.export({ format: 'pem', type: 'spki' }) as string;
  accepted(await api.partner.updateSigning({ publicKey: pem, required: true }));
  return privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
}

async function keepLook(api: ApiClient): Promise<{ fontId: string }> {
  // What begins as a font does: nothing but a page reads more of it.
  const woff2 = Buffer.from('wOF2 of a kept state').toString('base64');
  const { fontId } = accepted(await api.partner.uploadFont({ name: 'Kept', woff2 }));
  accepted(
    await api.partner.updateModules({
      appName: 'Kept Bank',
      origins: ['https://kept.example'],
      theme: { brandColor: '#0a7f5c', colorScheme: 'dark', font: { name: 'Kept', fontId } },
      links: { help: 'https://kept.example/help' },
      hideAttribution: true,
    }),
  );
  return { fontId };
}
