/** The exchange of an SSO token for an access token (C14), for pages and for the hosted modules. */
import { createHash } from 'node:crypto';
import { type Failure, fail } from '@billhook/core/errors';
import type { PartnerRecord } from '@billhook/core/partner';
import { planExchange } from '@billhook/core/token-marks';
import { findTokenClient } from './authorize-client.ts';
import { conflict, retryConflict } from './retry-conflict.ts';
import { clientStore } from './stores/client-store.ts';
import type { Table } from './table.ts';
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

export async function exchangeToken(
  table: Table,
  { token, verifier, sessionId }: Given,
  now: number,
): Promise<ExchangedToken | Failure<'token_invalid' | 'request_conflict'>> {
  const sso = await verifyToken(token, 'sso', now);
  if (!sso) return fail('token_invalid');
  const verifierDigest = verifier && digestOf(verifier);
  return retryConflict(async () => {
    const found = await findTokenClient(table, sso);
    const plan = found && planExchange(found.client, sso, { now, verifierDigest });
    if (!plan || plan === 'refused') return fail('token_invalid');
    const { client, partner } = found;
    // Signed before the token is spent: a failure to sign leaves it to be exchanged again.
    const { generation } = plan;
    const accessToken = await signAccessToken(sso, { generation, sessionId, now });
    if (plan.change) {
      const written = await table.write([clientStore(table).changeTokens(client, plan.change)]);
      if (written === 'conflict') return conflict;
    }
    return { accessToken, expiresIn: sso.accessTokenExpiresIn, clientId: client._id, partner };
  });
}

function digestOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
