import { serve } from '@billhook/runtime/serve/serve-operation';
import { publishedTokenKey } from '@billhook/runtime/token-key';
import { listTokenKeys } from './contract.ts';

export const handler = serve(listTokenKeys, async () => ({ keys: [await publishedTokenKey()] }));
