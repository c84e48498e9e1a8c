/**
 * API keys (C8): `bh_<stage>_<keyId>_<secret>`. Only an HMAC of the key is kept, with a pepper from
 * Secrets Manager. The key's id begins with its partner's, so that one read finds both.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { randomText } from '@billhook/core/ids';
import type { ApiKeyRecord, PartnerRecord } from '@billhook/core/partner';
import * as v from 'valibot';
import { environment } from './environment.ts';
import { readSecret } from './secrets.ts';

const OWN_ID_LENGTH = 8;
/** 43 characters of base 62 are 256 bits. */
const SECRET_LENGTH = 43;

const pepperSecret = v.object({ version: v.number(), pepper: v.pipe(v.string(), v.minLength(32)) });

/** A new key. It is shown to its partner once; what is kept is its record. */
export function newApiKey(partnerId: string): string {
  const keyId = partnerId.slice('ptn_'.length) + randomText(OWN_ID_LENGTH, randomBytes);
  return `bh_${environment('STAGE')}_${keyId}_${randomText(SECRET_LENGTH, randomBytes)}`;
}

export async function apiKeyRecord(apiKey: string, now: string): Promise<ApiKeyRecord> {
  const parsed = parseApiKey(apiKey);
  if (!parsed) throw new Error('An API key is malformed');
  const { version, pepper } = await readPepper();
  const { keyId } = parsed;
  return { keyId, hash: hashOf(apiKey, pepper), pepperVersion: version, created: now };
}

/** What a key says of itself; nothing when it is no key of this stage. It proves nothing yet. */
export function parseApiKey(
  apiKey: string,
): { readonly partnerId: string; readonly keyId: string } | undefined {
  const parts = /^bh_([a-z]{1,16})_(([0-9A-Za-z]{20})[0-9A-Za-z]{8})_[0-9A-Za-z]{43}$/.exec(apiKey);
  if (parts?.[1] !== environment('STAGE')) return undefined;
  return { keyId: `key_${parts[2]}`, partnerId: `ptn_${parts[3]}` };
}

/** The partner's live key that this is; nothing when it is unknown, expired or revoked. */
export async function verifyApiKey(
  partner: PartnerRecord,
  apiKey: string,
  now: number,
): Promise<ApiKeyRecord | undefined> {
  const keyId = parseApiKey(apiKey)?.keyId;
  const record = partner.apiKeys.find((key) => key.keyId === keyId);
  if (!record || record.revoked !== undefined) return undefined;
  if (record.expires !== undefined && Date.parse(record.expires) <= now) return undefined;
  const { pepper } = await readPepper();
  const hash = hashOf(apiKey, pepper);
  const stored = Buffer.from(record.hash);
  return stored.length === hash.length && timingSafeEqual(stored, hash) ? record : undefined;
}

function readPepper(): Promise<v.InferOutput<typeof pepperSecret>> {
  return readSecret(environment('PEPPER_SECRET_ARN'), pepperSecret);
}

function hashOf(apiKey: string, pepper: string): Buffer {
  return createHmac('sha256', pepper).update(apiKey).digest();
}
