import { isFailure } from '@billhook/core/errors';
import { exchangeToken } from '@billhook/runtime/callers/exchange-token';
import { createRateLimiter } from '@billhook/runtime/callers/rate-limiter';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { openTable } from '@billhook/runtime/table/table';
import { createAccessToken } from './contract.ts';

const table = openTable();
const deps = { table, limiter: createRateLimiter(table) };

export const handler = serve(createAccessToken, async ({ body, now }) => {
  const exchanged = await exchangeToken(deps, body, now);
  if (isFailure(exchanged)) return exchanged;
  const { accessToken, expiresIn, clientId } = exchanged;
  return { accessToken, expiresIn, clientId };
});
