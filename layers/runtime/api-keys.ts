/**
 * API keys (C8): `bh_<stage>_<keyId>_<secret>`. Only an HMAC of the key is kept, with a pepper from
 * Secrets Manager.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { randomText } from '@billhook/core/ids';
import { rootKey } from '@billhook/core/keys';
import * as v from 'valibot';
import { environment } from './environment.ts';
import { readSecret } from './secrets.ts';
import type { Table, Write } from './table.ts';

const KEY_ID_LENGTH = 12;
/** 43 characters of base 62 are 256 bits. */
const SECRET_LENGTH = 43;

export type ApiKeyRecord = {
  readonly _id: string;
  readonly partnerId: string;
  readonly hash: Uint8Array;
  readonly pepperVersion: number;
  readonly created: string;
  /** Instants as text; a key without them does not expire and is not revoked. */
  readonly expires?: string;
  readonly revoked?: string;
};

const pepperSecret = v.object({ version: v.number(), pepper: v.pipe(v.string(), v.minLength(32)) });

/** A new key. It is shown to its partner once; what is kept is its record. */
export function newApiKey(): string {
  const keyId = randomText(KEY_ID_LENGTH, randomBytes);
  return `bh_${environment('STAGE')}_${keyId}_${randomText(SECRET_LENGTH, randomBytes)}`;
}

export async function apiKeyRecord(
  apiKey: string,
  partnerId: string,
  now: string,
): Promise<ApiKeyRecord> {
  const { version, pepper } = await readSecret(environment('PEPPER_SECRET_ARN'), pepperSecret);
  return {
    _id: `key_${parseApiKey(apiKey)?.keyId}`,
    partnerId,
    hash: hashOf(apiKey, pepper),
    pepperVersion: version,
    created: now,
  };
}

export function saveApiKey(record: ApiKeyRecord): Write {
  return { put: { ...rootKey(record._id), ...record }, when: { absent: true } };
}

/** Whose key it is; nothing when it is malformed, unknown, expired or revoked. */
export async function verifyApiKey(
  table: Table,
  apiKey: string,
  now: number,
): Promise<{ readonly partnerId: string; readonly keyId: string } | undefined> {
  const parts = parseApiKey(apiKey);
  if (parts?.stage !== environment('STAGE')) return undefined;
  const record = await table.get<ApiKeyRecord>(rootKey(`key_${parts.keyId}`));
  if (!record || record.revoked !== undefined) return undefined;
  if (record.expires !== undefined && Date.parse(record.expires) <= now) return undefined;
  const { pepper } = await readSecret(environment('PEPPER_SECRET_ARN'), pepperSecret);
  const hash = hashOf(apiKey, pepper);
  const stored = Buffer.from(record.hash);
  const same = stored.length === hash.length && timingSafeEqual(stored, hash);
  return same ? { partnerId: record.partnerId, keyId: record._id } : undefined;
}

function parseApiKey(apiKey: string) {
  const parts = /^bh_([a-z]{1,16})_([0-9A-Za-z]{12})_[0-9A-Za-z]{43}$/.exec(apiKey);
  return parts ? { stage: parts[1], keyId: parts[2] } : undefined;
}

function hashOf(apiKey: string, pepper: string): Buffer {
  return createHmac('sha256', pepper).update(apiKey).digest();
}
