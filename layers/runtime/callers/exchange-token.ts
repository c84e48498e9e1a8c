/**
 * The exchange of an SSO token for an access token (decision: tokens-are-signed-jwts), for pages
 * and for the hosted modules.
 */

import { planExchange } from '@billhook/core/api/token-marks';
import { type Failure, fail } from '@billhook/core/base/errors';
import type { PartnerRecord } from '@billhook/core/partner/partner';
import { clientStore } from '../stores/client-store.ts';
import { conflict, retryConflict } from '../table/retry-conflict.ts';
import { countClient, findTokenClient, rateRefusal, type TokenDeps } from './authorize-client.ts';
import { refuseOrigin } from './refuse-origin.ts';
import { unlessRefusedOften } from './token-refusals.ts';
import { digestOfVerifier, signAccessToken, verifyToken } from './tokens.ts';

type Given = {
  readonly token: string;
  /** Lets the exchange of a one-time token be repeated, and the access token be renewed. */
  readonly verifier?: string;
  /** Stands in each event that the access token's use leads to. */
  readonly sessionId?: string;
  /** Of the page that asks. */
  readonly origin?: string;
};

type Refusal =
  | 'token_invalid'
  | 'origin_not_registered'
  | 'partner_locked'
  | 'request_conflict'
  | 'too_many_requests';

export type ExchangedToken = {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly clientId: string;
  /** Whether the access token can be renewed, with the verifier of the exchange. */
  readonly renewable: boolean;
  /** The partner's name for the client. */
  readonly identifier: string;
  readonly partner: PartnerRecord;
};

/**
 * No authorizer stands before it, so that it counts the call itself: a token that is not spent by
 * its exchange could be exchanged without end.
 */
export async function exchangeToken(
  { table, limiter, tokenKey, originsOf }: TokenDeps,
  { token, verifier, sessionId, origin }: Given,
  now: number,
): Promise<ExchangedToken | Failure<Refusal>> {
  const sso = await verifyToken(tokenKey, token, 'sso', now);
  if (!sso) return fail('token_invalid');
  const verifierDigest = verifier === undefined ? undefined : digestOfVerifier(verifier);
  let counting: ReturnType<typeof countClient> | undefined;
  const exchange = async () => {
    const found = await findTokenClient(table, sso);
    const plan = found && planExchange(found.client, sso, { now, verifierDigest });
    if (!plan || plan === 'refused') return fail('token_invalid');
    const { client, partner } = found;
    if (partner.lock) return fail('partner_locked');
    const foreign = await refuseOrigin(originsOf, partner._id, origin, now);
    if (foreign) return foreign;
    // Once, however often another write comes between.
    counting ??= countClient(limiter, found, now);
    const refused = rateRefusal(await counting);
    if (refused) return refused;
    // Signed before the token is spent: a failure to sign leaves it to be exchanged again.
    const { generation } = plan;
    const accessToken = await signAccessToken(tokenKey, sso, {
      ...{ generation, sessionId, now },
      renewal: verifierDigest ?? false,
    });
    if (plan.change) {
      const written = await table.write([clientStore(table).changeTokens(client, plan.change)]);
      if (written === 'conflict') return conflict;
    }
    const { _id: clientId, identifier } = client;
    const expiresIn = sso.accessTokenExpiresIn;
    const renewable = verifierDigest !== undefined;
    return { accessToken, expiresIn, clientId, renewable, identifier, partner };
  };
  return unlessRefusedOften(limiter, sso, now, () => retryConflict(exchange));
}
