/** Whether a request with an API key may go on, and as whom. */
import { type Failure, fail } from '@billhook/core/base/errors';
import { isLiveKey } from '@billhook/core/partner/api-key';
import { LOCK_ROUTE, mayStillLock } from '@billhook/core/partner/lock';
import type { ApiKeyRecord, PartnerRecord } from '@billhook/core/partner/partner';
import type { RateState } from '@billhook/core/partner/rate-limit';
import { type GrantedScope, scopeOf } from '@billhook/core/partner/scope';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { partnerStore } from '../stores/partner-store.ts';
import type { Table } from '../table/types.ts';
import { parseApiKey, refreshHash, verifyApiKey } from './api-keys.ts';
import type { Peppers } from './pepper.ts';
import type { Counted, RateLimiter } from './rate-limiter.ts';
import {
  type CountedSignature,
  checkSignature,
  countedSignature,
  type SignatureFailure,
} from './request-signature.ts';

/** What the authorizer tells the function. The gateway hands on texts, numbers and booleans only. */
export type PartnerGrant = {
  readonly kind: 'partner';
  readonly partnerId: string;
  readonly keyId: string;
  readonly scope: GrantedScope;
  /** It is locked. */
  readonly locked?: true;
  /** Bodies with secrets have to be encrypted. */
  readonly encryptionRequired?: true;
} & Partial<CountedSignature> &
  Partial<RateState>;

type PartnerDeps = {
  readonly table: Table;
  readonly limiter: RateLimiter;
  readonly peppers: Peppers;
};

export async function authorizePartner(
  { table, limiter, peppers }: PartnerDeps,
  apiKey: string,
  event: APIGatewayRequestAuthorizerEvent,
  now: number,
): Promise<PartnerGrant | Failure<'api_key_invalid' | 'partner_suspended'> | SignatureFailure> {
  const claimed = parseApiKey(apiKey);
  const partner = claimed && (await partnerStore(table).find(claimed.partnerId));
  const locks = isLock(event);
  const opens: typeof isLiveKey = (one, at) =>
    isLiveKey(one, at) || (locks && mayStillLock(one, at));
  const key = partner && (await verifyApiKey(peppers, partner, apiKey, now, opens));
  if (!key) return fail('api_key_invalid');
  // Told to who proves to have a key of it, and to nobody else.
  if (partner.status !== 'active') return fail('partner_suspended');
  // Whoever stole a key may have set a signing key of his own.
  const unsigned = locks ? undefined : checkSignature(event, apiKey, partner.signing, now);
  if (unsigned) return unsigned;
  await refreshHash({ table, peppers }, partner, key, apiKey);
  // Last: what was refused for its key or signature counts nothing.
  const rate = await limiter.count(locks ? lockingOf(partner, key) : partner, now);
  return {
    kind: 'partner',
    partnerId: partner._id,
    keyId: key.keyId,
    scope: isLiveKey(key, now) ? scopeOf(key) : 'lock',
    ...(partner.lock && { locked: true }),
    ...(partner.encryptionRequired && { encryptionRequired: true }),
    ...(!locks && countedSignature(event, partner.signing)),
    ...rate,
  };
}

/** Whoever calls this once has done it. */
const LOCKING = { requestsPerSecond: 1, burst: 10 };

/** Apart, and by key: a thief must not use up what its owner locks with (decision: settings-lock). */
function lockingOf({ _id }: PartnerRecord, { keyId }: ApiKeyRecord): Counted {
  return { _id, part: `lock#${keyId}`, passing: true, rateLimit: LOCKING };
}

/** By the route that the gateway found, not by the path as it was spelled. */
function isLock({ httpMethod, resource }: APIGatewayRequestAuthorizerEvent): boolean {
  return httpMethod === LOCK_ROUTE.method && resource === LOCK_ROUTE.path;
}
