import { planRevocation, planRevocationOfAll } from '@billhook/core/api/token-marks';
import { fail, isFailure } from '@billhook/core/base/errors';
import { openTokenKey } from '@billhook/runtime/callers/token-key';
import { readToken } from '@billhook/runtime/callers/tokens';
import { serve } from '@billhook/runtime/serve/serve';
import { clientStore } from '@billhook/runtime/stores/client-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { attemptWrite, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { revokeTokens } from './contract.ts';

const open = (outside: Outside) => ({
  tokenKey: openTokenKey(outside),
  table: outside.table,
  clients: clientStore(outside.table),
});

export const handler = serve(
  revokeTokens,
  open,
  async ({ caller, body, machineNow }, { table, clients, tokenKey }) => {
    const { identifier } = body;
    // With an identifier the token is ignored. An expired token may have access tokens that have not.
    const token =
      identifier === undefined
        ? await readToken(tokenKey, body.clientToken ?? '', machineNow)
        : undefined;
    const missing = fail(identifier === undefined ? 'token_not_found' : 'client_not_found');
    const clientId =
      identifier === undefined
        ? token?.sub
        : await clients.findIdByIdentifier(caller.partnerId, identifier);
    if (clientId === undefined) return missing;
    const result = await retryConflict(async () => {
      const client = await clients.find(clientId, caller);
      if (!client) return missing;
      const change = token
        ? planRevocation(client, token, machineNow)
        : planRevocationOfAll(client);
      if (!change) return undefined;
      return attemptWrite(table, undefined, [clients.changeTokens(client, change)]);
    });
    return isFailure(result) ? result : { success: true as const };
  },
);
