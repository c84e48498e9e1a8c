import { openTokenKey } from '@billhook/runtime/callers/token-key';
import { serve } from '@billhook/runtime/serve/serve-without-table';
import type { Outside } from '@billhook/runtime/table/outside';
import { listTokenKeys } from './contract.ts';

const open = ({ aws }: Outside) => openTokenKey(aws);

export const handler = serve(listTokenKeys, open, async (_request, tokenKey) => ({
  keys: [await tokenKey.published()],
}));
