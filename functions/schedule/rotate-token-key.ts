import { scheduled } from '@billhook/runtime/sweeps/scheduled';
import type { Outside } from '@billhook/runtime/table/outside';
import { lookAfterTokenKeys } from '@billhook/runtime/token-keys/look-after';
import { openTokenKms } from '@billhook/runtime/token-keys/token-kms';
import { rotateTokenKey } from './contract.ts';

const open = ({ table, aws }: Outside) => ({ table, kms: openTokenKms(aws) });

export const handler = scheduled(
  'Token key looked after',
  rotateTokenKey.timeoutSeconds * 1000,
  open,
  (deps, { clock }) => lookAfterTokenKeys(deps, clock()),
);
