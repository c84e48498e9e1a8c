/**
 * Whether a request with a client's access token may go on, and as whom
 * (decisions: tokens-are-signed-jwts, access-tokens-open-their-client).
 */

import { isAlive } from '@billhook/core/api/token-marks';
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import { type ClientOwner, ownerOf } from '@billhook/core/base/owner';
import type { ClientRecord } from '@billhook/core/client/client';
import type { PartnerRecord } from '@billhook/core/partner/partner';
import type { RateState } from '@billhook/core/partner/rate-limit';
import type { TokenClaims } from '@billhook/core/schemas/token';
import { clientStore } from '../stores/client-store.ts';
import { partnerStore } from '../stores/partner-store.ts';
import type { Table } from '../table/types.ts';
import type { OriginsOf } from './origins.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { refuseOrigin } from './refuse-origin.ts';
import type { SigningKey } from './token-key.ts';
import { unlessRefusedOften } from './token-refusals.ts';
import { verifyToken } from './tokens.ts';

/** An API key has no dots, and a token has two: neither is ever tried as the other. */
export function isToken(credential: string): boolean {
  return credential.includes('.');
}

/** Far above what a person at a page causes. */
const CLIENT_RATE = { requestsPerSecond: 10, burst: 100 };

/** What the authorizer tells the function. */
export type ClientGrant = ClientOwner & {
  /** Its partner is locked. */
  readonly locked?: true;
  /** Bodies with secrets have to be encrypted. */
  readonly encryptionRequired?: true;
  /** The page that sent it has an origin that the partner did not register. */
  readonly originRefused?: true;
} & Partial<RateState>;

export type TokenDeps = {
  readonly table: Table;
  readonly limiter: RateLimiter;
  readonly tokenKey: SigningKey;
  readonly originsOf: OriginsOf;
};

export async function authorizeClient(
  deps: TokenDeps,
  token: string,
  now: number,
  origin?: string,
): Promise<ClientGrant | Failure<'token_invalid'>> {
  const admitted = await admitClient(deps, token, now);
  // The gateway has one status for whatever is denied, and this token was refused over and over.
  if (isFailure(admitted)) return fail('token_invalid');
  const { client, partner, claims, rate } = admitted;
  const { sessionId, family } = claims;
  const refused = await refuseOrigin(deps.originsOf, partner._id, origin, now);
  return {
    ...ownerOf({ partnerId: client.partnerId, clientId: client._id }),
    tokenFamily: family,
    ...(sessionId !== undefined && { sessionId }),
    ...(partner.lock && { locked: true }),
    ...(partner.encryptionRequired && { encryptionRequired: true }),
    ...(refused && { originRefused: true }),
    ...rate,
  };
}

/** Who is behind an access token that is alive, with what is left of the rate: the call is counted. */
export async function admitClient(
  { table, limiter, tokenKey }: TokenDeps,
  token: string,
  now: number,
) {
  const claims = await verifyToken(tokenKey, token, 'access', now);
  if (!claims) return fail('token_invalid');
  return unlessRefusedOften(limiter, claims, now, async () => {
    const found = await findTokenClient(table, claims);
    if (!found || !isAlive(found.client, claims)) return fail('token_invalid');
    return { claims, ...found, rate: await countClient(limiter, found, now) };
  });
}

type TokenClient = { readonly client: ClientRecord; readonly partner: PartnerRecord };

/** Counts a call for the client, and for all users of its partner when it has not made too many. */
export async function countClient(
  limiter: RateLimiter,
  { client, partner }: TokenClient,
  now: number,
): Promise<RateState | undefined> {
  // First its own: one user cannot use up what all of the partner's users share.
  const own = await limiter.count({ _id: client._id, rateLimit: CLIENT_RATE }, now);
  return own?.rateWait === undefined ? limiter.count({ ...partner, part: 'users' }, now) : own;
}

/** What a call is answered that no authorizer counted, when it was one too many. */
export function rateRefusal(rate: RateState | undefined): Failure<'too_many_requests'> | undefined {
  if (rate?.rateWait === undefined) return undefined;
  return fail('too_many_requests', { retryAfterSeconds: rate.rateWait });
}

/**
 * The client of a token whose signature was verified. Its record is the one read that tells whether
 * the token is alive. The partner's is read at the same time, so that nothing waits for it: a
 * suspension holds from the next request on, without a mark in each of the partner's clients.
 */
export async function findTokenClient(
  table: Table,
  claims: TokenClaims,
): Promise<TokenClient | undefined> {
  const owner = ownerOf({ partnerId: claims.partnerId, clientId: claims.sub });
  const [client, partner] = await Promise.all([
    clientStore(table).find(claims.sub, owner),
    partnerStore(table).find(claims.partnerId),
  ]);
  return client && partner?.status === 'active' ? { client, partner } : undefined;
}
