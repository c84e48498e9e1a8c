/**
 * API keys (decision: hashed-api-keys): `bh_<stage>_<keyId>_<secret>`. Only an HMAC of the key is
 * kept, with a pepper from Secrets Manager. The key's id begins with its partner's, so that one
 * read finds both.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { derivedText, ID_BYTES, type IdBytes, randomText } from '@billhook/core/base/ids';
import { rootKey } from '@billhook/core/base/table-keys';
import { isLiveKey, replaceKey } from '@billhook/core/partner/api-key';
import type { ApiKeyRecord, PartnerRecord } from '@billhook/core/partner/partner';
import { environment } from '../aws/environment.ts';
import { logFailure, logInfo } from '../aws/logger.ts';
import type { Table } from '../table/types.ts';
import type { Pepper, Peppers } from './pepper.ts';

const OWN_ID_LENGTH = 8;
/** 43 characters of base 62 are 256 bits. */
const SECRET_LENGTH = 43;

/**
 * A new key. It is shown to its partner once; what is kept is its record. Only its id may follow from
 * a request: its secret follows from nothing.
 */
export function newApiKey(
  partnerId: string,
  idBytes: IdBytes = () => randomBytes(ID_BYTES),
): string {
  const keyId = partnerId.slice('ptn_'.length) + derivedText(OWN_ID_LENGTH, idBytes('api-key'));
  return `bh_${environment('STAGE')}_${keyId}_${randomText(SECRET_LENGTH, randomBytes)}`;
}

export async function apiKeyRecord(
  peppers: Peppers,
  apiKey: string,
  now: string,
): Promise<ApiKeyRecord> {
  const parsed = parseApiKey(apiKey);
  if (!parsed) throw new Error('An API key is malformed');
  return { keyId: parsed.keyId, ...hashedWith(await peppers.newest(), apiKey), created: now };
}

/** What a key says of itself; nothing when it is no key of this stage. It proves nothing yet. */
export function parseApiKey(
  apiKey: string,
): { readonly partnerId: string; readonly keyId: string } | undefined {
  const parts = /^bh_([a-z]{1,16})_(([0-9A-Za-z]{20})[0-9A-Za-z]{8})_[0-9A-Za-z]{43}$/.exec(apiKey);
  if (parts?.[1] !== environment('STAGE')) return undefined;
  return { keyId: `key_${parts[2]}`, partnerId: `ptn_${parts[3]}` };
}

/** The partner's key that this is, if it opens anything: live ones do, others where that is said. */
export async function verifyApiKey(
  peppers: Peppers,
  partner: PartnerRecord,
  apiKey: string,
  now: number,
  opens: (key: ApiKeyRecord, now: number) => boolean = isLiveKey,
): Promise<ApiKeyRecord | undefined> {
  const keyId = parseApiKey(apiKey)?.keyId;
  const record = partner.apiKeys.find((key) => key.keyId === keyId);
  if (!record || !opens(record, now)) return undefined;
  const pepper = await peppers.ofVersion(record.pepperVersion);
  if (!pepper) return undefined;
  const { hash } = hashedWith(pepper, apiKey);
  const stored = Buffer.from(record.hash);
  return stored.length === hash.length && timingSafeEqual(stored, hash) ? record : undefined;
}

/**
 * Rehashes a key that was just verified, if the pepper has been rotated since. Never fails the
 * request: of two that race one loses, and what could not be written is written with the next use.
 */
export async function refreshHash(
  { table, peppers }: { readonly table: Table; readonly peppers: Peppers },
  partner: PartnerRecord,
  record: ApiKeyRecord,
  apiKey: string,
): Promise<void> {
  const { keyId } = record;
  try {
    const newest = await peppers.newest();
    if (newest.version <= record.pepperVersion) return;
    const { version, apiKeys } = replaceKey(partner, { ...record, ...hashedWith(newest, apiKey) });
    const when = { equals: { version: partner.version } };
    const outcome = await table.write([
      { update: rootKey(partner._id), set: { version, apiKeys }, when },
    ]);
    logInfo('A key was rehashed', { partnerId: partner._id, keyId, outcome });
  } catch (error) {
    logFailure('A key could not be rehashed', error, { partnerId: partner._id, keyId });
  }
}

function hashedWith({ version, pepper }: Pepper, apiKey: string) {
  const hash = createHmac('sha256', pepper).update(apiKey).digest();
  return { hash, pepperVersion: version };
}
