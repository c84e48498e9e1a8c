/** What lets a page of a hosted module in: an SSO token, or the access token that it got for one. */
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import type { TokenClaims } from '@billhook/core/schemas/token';
import { admitClient, rateRefusal, type TokenDeps } from './authorize-client.ts';
import { type ExchangedToken, exchangeToken } from './exchange-token.ts';
import { refuseOrigin } from './refuse-origin.ts';
import { isRenewable, mayRenew, renewAccessToken } from './tokens.ts';

type Refusal =
  | 'token_invalid'
  | 'origin_not_registered'
  | 'verifier_required'
  | 'partner_locked'
  | 'request_conflict'
  | 'too_many_requests';

type Given = {
  readonly token: string;
  readonly verifier?: string;
  readonly sessionId?: string;
  /** A new access token in the place of the one that is sent, for whoever has its verifier. */
  readonly renew?: boolean;
  /** Of the page that asks. */
  readonly origin?: string;
};

/**
 * An SSO token is exchanged. An access token is checked and counted as before any other operation,
 * and answered with what is left of it, or renewed. Either is counted once.
 */
export async function admitToModule(
  deps: TokenDeps,
  kind: TokenClaims['kind'],
  given: Given,
  now: number,
): Promise<ExchangedToken | Failure<Refusal>> {
  if (kind === 'sso') return exchangeToken(deps, given, now);
  const admitted = await admitClient(deps, given.token, now);
  if (isFailure(admitted)) return admitted;
  const { claims, client, partner, rate } = admitted;
  const refused = rateRefusal(rate);
  if (refused) return refused;
  const foreign = await refuseOrigin(deps.originsOf, partner._id, given.origin, now);
  if (foreign) return foreign;
  if (given.renew && !mayRenew(claims, given.verifier)) return fail('verifier_required');
  if (given.renew && partner.lock) return fail('partner_locked');
  const access = given.renew
    ? await renewAccessToken(deps.tokenKey, claims, now)
    : { accessToken: given.token, expiresIn: claims.exp - Math.floor(now / 1000) };
  const { _id: clientId, identifier } = client;
  return { ...access, clientId, renewable: isRenewable(claims), identifier, partner };
}
