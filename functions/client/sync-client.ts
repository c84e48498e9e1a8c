import { tokenExpiry } from '@billhook/core/api/token-lifetime';
import { isFailure } from '@billhook/core/base/errors';
import { openFingerprint } from '@billhook/runtime/aws/fingerprint';
import { openVault } from '@billhook/runtime/aws/vault';
import { openTokenKey } from '@billhook/runtime/callers/token-key';
import { signSsoToken } from '@billhook/runtime/callers/tokens';
import { linkStart } from '@billhook/runtime/partners/consent';
import { syncCards } from '@billhook/runtime/payments/sync-cards';
import { serve } from '@billhook/runtime/serve/serve';
import { metaSealer } from '@billhook/runtime/stores/client-meta';
import { openStores } from '@billhook/runtime/stores/open-stores';
import type { Outside } from '@billhook/runtime/table/outside';
import { syncClient } from './contract.ts';

const open = (outside: Outside) => ({
  ...openStores(outside),
  vault: openVault(outside.aws),
  fingerprint: openFingerprint(outside.aws),
  tokenKey: openTokenKey(outside),
});

export const handler = serve(syncClient, open, async ({ caller, body, machineNow }, runtime) => {
  const { clients, random, tokenKey, vault } = runtime;
  // What refuses the whole call is checked before the first write.
  const expiresAt = tokenExpiry(body.token.expiration, machineNow, 'token.expiration');
  if (isFailure(expiresAt)) return expiresAt;
  const at = { now: machineNow, random, sealMeta: metaSealer(vault) };
  const client = await clients.findOrCreate(caller.partnerId, body.client, at);
  const ssoToken = await signSsoToken(tokenKey, {
    clientId: client._id,
    partnerId: caller.partnerId,
    generation: client.tokenGeneration,
    nonce: body.token.nonce,
    accessTokenExpiresIn: body.token.accessTokenExpiresIn,
    now: machineNow,
    expiresAt,
  });
  const starts = await linkStart(runtime.table, caller, undefined, machineNow);
  if (isFailure(starts)) return starts;
  const cards = await syncCards({ ...runtime, starts, by: caller }, client, body.cards, machineNow);
  if (isFailure(cards)) return cards;
  return { clientId: client._id, ssoToken, ...cards };
});
