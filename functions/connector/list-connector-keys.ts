import { openConnectorKeys } from '@billhook/runtime/key-rings/connector-keys';
import { serve } from '@billhook/runtime/serve/serve';
import { listConnectorKeys } from './contract.ts';

export const handler = serve(listConnectorKeys, openConnectorKeys, (_request, keys) =>
  keys.published(),
);
