/**
 * The exchange of an SSO token for an access token (decision: tokens-are-signed-jwts), for pages
 * and for the hosted modules.
 */
import { createHash } from 'node:crypto';
import { type Failure, fail } from '@billhook/core/errors';
import type { PartnerRecord } from '@billhook/core/partner/partner';
import { planExchange } from '@billhook/core/token-marks';
import { clientStore } from '../stores/client-store.ts';
import { conflict, retryConflict } from '../table/retry-conflict.ts';
import { countClient, findTokenClient, rateRefusal, type TokenDeps } from './authorize-client.ts';
import { unlessRefusedOften } from './token-refusals.ts';
import { signAccessToken, verifyToken } from './tokens.ts';

type Given = {
  readonly token: string;
  /** Lets the exchange of a one-time token be repeated. */
  readonly verifier?: string;
  /** Stands in each event that the access token's use leads to. */
  readonly sessionId?: string;
};

export type ExchangedToken = {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly clientId: string;
  readonly partner: PartnerRecord;
};

/**
 * No authorizer stands before it, so that it counts the call itself: a token that is not spent by
 * its exchange could be exchanged without end.
 */
export async function exchangeToken(
  { table, limiter, tokenKey }: TokenDeps,
  { token, verifier, sessionId }: Given,
  now: number,
): Promise<ExchangedToken | Failure<'token_invalid' | 'request_conflict' | 'too_many_requests'>> {
  const sso = await verifyToken(tokenKey, token, 'sso', now);
  if (!sso) return fail('token_invalid');
  const verifierDigest = verifier && digestOf(verifier);
  let counting: ReturnType<typeof countClient> | undefined;
  const exchange = async () => {
    const found = await findTokenClient(table, sso);
    const plan = found && planExchange(found.client, sso, { now, verifierDigest });
    if (!plan || plan === 'refused') return fail('token_invalid');
    const { client, partner } = found;
    // Once, however often another write comes between.
    counting ??= countClient(limiter, found, now);
    const refused = rateRefusal(await counting);
    if (refused) return refused;
    // Signed before the token is spent: a failure to sign leaves it to be exchanged again.
    const { generation } = plan;
    const accessToken = await signAccessToken(tokenKey, sso, { generation, sessionId, now });
    if (plan.change) {
      const written = await table.write([clientStore(table).changeTokens(client, plan.change)]);
      if (written === 'conflict') return conflict;
    }
    return { accessToken, expiresIn: sso.accessTokenExpiresIn, clientId: client._id, partner };
  };
  return unlessRefusedOften(limiter, sso, now, () => retryConflict(exchange));
}

function digestOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
