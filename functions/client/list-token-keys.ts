import { serve } from '@billhook/runtime/serve';
import { publishedTokenKey } from '@billhook/runtime/token-key';
import { listTokenKeys } from './contract.ts';

export const handler = serve(listTokenKeys, async () => ({ keys: [await publishedTokenKey()] }));
