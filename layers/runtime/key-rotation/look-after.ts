/** What the schedule does about the keys of a ring: whatever is due, and saying what is late. */
import { acceptedKeys, nextStep, overdueOf } from '@billhook/core/key-rings/rotation';
import { logMeasured } from '../aws/logger.ts';
import { goOnWithRotation, notedKeys, type RotationDeps } from './rotate.ts';

const actor = { kind: 'schedule', id: 'rotate-token-key' } as const;

/** Answers how many steps were taken or given up on, as the versions of what stands tell. */
export async function lookAfterKeys(deps: RotationDeps, now: number): Promise<number> {
  const before = await notedKeys(deps, now);
  const late = overdueOf(before, deps.ring, now);
  // Said first: a step that fails again and again is what it is about.
  if (late > 0) {
    const { step } = nextStep(before, deps.ring);
    const text = `A step of the rotation of a key is due: ${deps.ring.use}`;
    logMeasured('TokenKeyOverdue', text, { outcome: step }, Math.floor(late / 1000), now);
  }
  await deps.kms.keepUsers(acceptedKeys(before));
  const after = await goOnWithRotation(deps, { actor, now });
  return after.version - before.version;
}
