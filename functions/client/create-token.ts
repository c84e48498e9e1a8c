import { isFailure } from '@billhook/core/errors';
import { tokenExpiry } from '@billhook/core/token-lifetime';
import { signSsoToken } from '@billhook/runtime/callers/tokens';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { clientStore } from '@billhook/runtime/stores/client-store';
import { openTable } from '@billhook/runtime/table/table';
import { createToken } from './contract.ts';

const clients = clientStore(openTable());

export const handler = serve(createToken, async ({ caller, body, now }) => {
  const expiresAt = tokenExpiry(body.expiration, now, 'expiration');
  if (isFailure(expiresAt)) return expiresAt;
  const { identifier, nonce, accessTokenExpiresIn } = body;
  const client = await clients.findOrCreate(caller.partnerId, { identifier }, now);
  const token = await signSsoToken({
    clientId: client._id,
    partnerId: caller.partnerId,
    generation: client.tokenGeneration,
    nonce,
    accessTokenExpiresIn,
    now,
    expiresAt,
  });
  return { token };
});
