/** A partner and its API keys as its own calls show them. */
import * as v from 'valibot';
import type { ApiKeyRecord, PartnerRecord } from '../partner/partner.ts';
import { defaultRateLimit } from '../partner/partner.ts';
import { keyScopes, scopeOf } from '../partner/scope.ts';
import { givenInstant, id, instant } from './fields.ts';
import { showSigning, signing } from './signing.ts';

const count = v.pipe(v.number(), v.integer());

export const partnerSettings = v.object({
  _id: id,
  name: v.string(),
  status: v.picklist(['active', 'suspended']),
  created: instant,
  authEvents: v.boolean(),
  /** Whether bills linked by an API key are paid automatically where no consent is passed. */
  paysOnAdding: v.boolean(),
  rateLimit: v.object({ requestsPerSecond: count, burst: count }),
  signing,
  /** Whether bodies with secrets have to be encrypted. */
  encryption: v.object({ required: v.boolean() }),
  /** Since when no key can change the settings, and which key stopped that. */
  locked: v.optional(v.object({ at: instant, keyId: id })),
});

const scope = v.picklist(keyScopes);

const keyFields = {
  keyId: id,
  scope,
  created: instant,
  expires: v.optional(instant),
};

export const apiKey = v.object({ ...keyFields, revoked: v.optional(instant) });

export const givenApiKey = v.object({
  expires: v.optional(givenInstant),
  scope: v.optional(scope),
});

/** `apiKey` is shown this once. */
export const createdApiKey = v.object({ ...keyFields, apiKey: v.string() });

export function showPartner(
  partner: PartnerRecord,
  now: number,
): v.InferOutput<typeof partnerSettings> {
  const { requestsPerSecond, burst } = partner.rateLimit ?? defaultRateLimit;
  return {
    _id: partner._id,
    name: partner.name,
    status: partner.status,
    created: partner.created,
    authEvents: partner.authEvents ?? false,
    paysOnAdding: partner.paysOnAdding ?? true,
    rateLimit: { requestsPerSecond, burst },
    signing: showSigning(partner.signing, now),
    encryption: { required: partner.encryptionRequired ?? false },
    ...(partner.lock && { locked: partner.lock }),
  };
}

export function showApiKey(key: ApiKeyRecord): v.InferOutput<typeof apiKey> {
  const { keyId, created, expires, revoked } = key;
  return {
    keyId,
    scope: scopeOf(key),
    created,
    ...(expires && { expires }),
    ...(revoked && { revoked }),
  };
}
