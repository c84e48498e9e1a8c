import { tokenExpiry } from '@billhook/core/api/token-lifetime';
import { isFailure } from '@billhook/core/base/errors';
import { openTokenKey } from '@billhook/runtime/callers/token-key';
import { signSsoToken } from '@billhook/runtime/callers/tokens';
import { serve } from '@billhook/runtime/serve/serve';
import { clientStore } from '@billhook/runtime/stores/client-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { createToken } from './contract.ts';

const open = (outside: Outside) => ({
  random: outside.random,
  tokenKey: openTokenKey(outside),
  clients: clientStore(outside.table),
});

export const handler = serve(
  createToken,
  open,
  async ({ caller, body, machineNow }, { clients, random, tokenKey }) => {
    const expiresAt = tokenExpiry(body.expiration, machineNow, 'expiration');
    if (isFailure(expiresAt)) return expiresAt;
    const { identifier, nonce, accessTokenExpiresIn } = body;
    const at = { now: machineNow, random };
    const client = await clients.findOrCreate(caller.partnerId, { identifier }, at);
    const token = await signSsoToken(tokenKey, {
      clientId: client._id,
      partnerId: caller.partnerId,
      generation: client.tokenGeneration,
      nonce,
      accessTokenExpiresIn,
      now: machineNow,
      expiresAt,
    });
    return { token };
  },
);
