import { isFailure } from '@billhook/core/base/errors';
import { exchangeToken } from '@billhook/runtime/callers/exchange-token';
import { knownOrigins } from '@billhook/runtime/callers/origins';
import { createRateLimiter } from '@billhook/runtime/callers/rate-limiter';
import { openTokenKey } from '@billhook/runtime/callers/token-key';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { createAccessToken } from './contract.ts';

const open = (outside: Outside) => ({
  table: outside.table,
  limiter: createRateLimiter(outside.table),
  tokenKey: openTokenKey(outside),
  originsOf: knownOrigins(outside.table),
});

export const handler = serve(
  createAccessToken,
  open,
  async ({ body, origin, machineNow }, runtime) => {
    const exchanged = await exchangeToken(runtime, { ...body, origin }, machineNow);
    if (isFailure(exchanged)) return exchanged;
    const { accessToken, expiresIn, clientId, renewable } = exchanged;
    return { accessToken, expiresIn, clientId, renewable };
  },
);
