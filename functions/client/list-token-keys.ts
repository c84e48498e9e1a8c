import { publishedTokenKey } from '@billhook/runtime/callers/token-key';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { listTokenKeys } from './contract.ts';

export const handler = serve(listTokenKeys, async () => ({ keys: [await publishedTokenKey()] }));
