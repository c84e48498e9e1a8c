import { openTokenKey } from '@billhook/runtime/callers/token-key';
import { serve } from '@billhook/runtime/serve/serve';
import { listTokenKeys } from './contract.ts';

export const handler = serve(listTokenKeys, openTokenKey, async (_request, tokenKey) => ({
  keys: await tokenKey.published(),
}));
