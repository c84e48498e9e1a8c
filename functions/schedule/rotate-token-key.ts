import { keyRings } from '@billhook/core/key-rings/rings';
import { lookAfterKeys } from '@billhook/runtime/key-rotation/look-after';
import { openRingKms } from '@billhook/runtime/key-rotation/ring-kms';
import { scheduled } from '@billhook/runtime/sweeps/scheduled';
import type { Outside } from '@billhook/runtime/table/outside';
import { rotateTokenKey } from './contract.ts';

const open = ({ table, aws }: Outside) =>
  Object.values(keyRings).map((ring) => ({ table, ring, kms: openRingKms(ring, aws) }));

export const handler = scheduled(
  'Keys looked after',
  rotateTokenKey.timeoutSeconds * 1000,
  open,
  async (rings, { clock }) => {
    // One that fails holds up no other.
    const looked = await Promise.allSettled(rings.map((deps) => lookAfterKeys(deps, clock())));
    const failed = looked.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    return looked.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0);
  },
);
