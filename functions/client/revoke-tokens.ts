import { fail } from '@billhook/core/errors';
import { revokedTokenKey } from '@billhook/core/keys';
import { serve } from '@billhook/runtime/serve';
import { clientStore } from '@billhook/runtime/stores/client-store';
import { openTable } from '@billhook/runtime/table';
import { verifyToken } from '@billhook/runtime/tokens';
import { revokeTokens } from './contract.ts';

const table = openTable();
const clients = clientStore(table);

export const handler = serve(revokeTokens, async ({ caller, body, now }) => {
  // With an identifier the token is ignored: all of the client's tokens are revoked.
  if (body.identifier !== undefined) {
    const clientId = await clients.findIdByIdentifier(caller.partnerId, body.identifier);
    if (!clientId) return fail('client_not_found');
    const client = { _id: clientId, partnerId: caller.partnerId };
    await table.write([clients.raiseTokenGeneration(client)]);
    return { success: true as const };
  }
  const claims = await verifyToken(body.clientToken ?? '', now);
  if (claims?.partnerId !== caller.partnerId) return fail('token_not_found');
  await table.write([
    // The table drops the mark by itself once the token would have expired anyway.
    {
      put: {
        ...revokedTokenKey(claims.family),
        partnerId: caller.partnerId,
        expiresAt: claims.exp,
      },
    },
  ]);
  return { success: true as const };
});
