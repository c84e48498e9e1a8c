/** Whether a request with an API key may go on, and as whom. */
import { type Failure, fail } from '@billhook/core/errors';
import type { RateState } from '@billhook/core/partner/rate-limit';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { partnerStore } from '../stores/partner-store.ts';
import type { Table } from '../table/types.ts';
import { parseApiKey, refreshHash, verifyApiKey } from './api-keys.ts';
import type { Peppers } from './pepper.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { checkSignature, type SignatureFailure } from './request-signature.ts';

/** What the authorizer tells the function. The gateway hands on texts, numbers and booleans only. */
export type PartnerGrant = {
  readonly kind: 'partner';
  readonly partnerId: string;
  readonly keyId: string;
} & Partial<RateState>;

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
): Promise<PartnerGrant | Failure<'api_key_invalid'> | SignatureFailure> {
  const claimed = parseApiKey(apiKey);
  const partner = claimed && (await partnerStore(table).find(claimed.partnerId));
  const key = partner && (await verifyApiKey(peppers, partner, apiKey, now));
  if (!key || partner.status !== 'active') return fail('api_key_invalid');
  const unsigned = checkSignature(event, apiKey, partner.signing, now);
  if (unsigned) return unsigned;
  await refreshHash({ table, peppers }, partner, key, apiKey);
  // Last: what was refused for its key or signature counts nothing.
  const rate = await limiter.count(partner, now);
  return { kind: 'partner', partnerId: partner._id, keyId: key.keyId, ...rate };
}
