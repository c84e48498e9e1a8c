import { createHash } from 'node:crypto';
import { fail } from '@billhook/core/errors';
import { planExchange } from '@billhook/core/token-marks';
import { findTokenClient } from '@billhook/runtime/authorize-client';
import { conflict, retryConflict } from '@billhook/runtime/retry-conflict';
import { serve } from '@billhook/runtime/serve';
import { clientStore } from '@billhook/runtime/stores/client-store';
import { openTable } from '@billhook/runtime/table';
import { signAccessToken, verifyToken } from '@billhook/runtime/tokens';
import { createAccessToken } from './contract.ts';

const table = openTable();
const clients = clientStore(table);

export const handler = serve(createAccessToken, async ({ body, now }) => {
  const sso = await verifyToken(body.token, 'sso', now);
  if (!sso) return fail('token_invalid');
  const verifierDigest = body.verifier && digestOf(body.verifier);
  return retryConflict(async () => {
    const found = await findTokenClient(table, sso);
    const plan = found && planExchange(found.client, sso, { now, verifierDigest });
    if (!plan || plan === 'refused') return fail('token_invalid');
    const { client } = found;
    // Signed before the token is spent: a failure to sign leaves it to be exchanged again.
    const { generation } = plan;
    const { sessionId } = body;
    const accessToken = await signAccessToken(sso, { generation, sessionId, now });
    if (plan.change) {
      const written = await table.write([clients.changeTokens(client, plan.change)]);
      if (written === 'conflict') return conflict;
    }
    return { accessToken, expiresIn: sso.accessTokenExpiresIn, clientId: client._id };
  });
});

function digestOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
