import { isFailure } from '@billhook/core/errors';
import { tokenExpiry } from '@billhook/core/token-lifetime';
import { signSsoToken } from '@billhook/runtime/callers/tokens';
import { syncCards } from '@billhook/runtime/payments/sync-cards';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { clientStore } from '@billhook/runtime/stores/client-store';
import { paymentMethodStore } from '@billhook/runtime/stores/payment-method-store';
import { openTable } from '@billhook/runtime/table/table';
import { syncClient } from './contract.ts';

const table = openTable();
const clients = clientStore(table);
const methods = paymentMethodStore(table);

export const handler = serve(syncClient, async ({ caller, body, now }) => {
  // What refuses the whole call is checked before the first write.
  const expiresAt = tokenExpiry(body.token.expiration, now, 'token.expiration');
  if (isFailure(expiresAt)) return expiresAt;
  const client = await clients.findOrCreate(caller.partnerId, body.client, now);
  const ssoToken = await signSsoToken({
    clientId: client._id,
    partnerId: caller.partnerId,
    generation: client.tokenGeneration,
    nonce: body.token.nonce,
    accessTokenExpiresIn: body.token.accessTokenExpiresIn,
    now,
    expiresAt,
  });
  const cards = await syncCards({ table, clients, methods }, client, body.cards, now);
  return { clientId: client._id, ssoToken, ...cards };
});
