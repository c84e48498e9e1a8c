/** What the schedule does about the key that signs tokens: whatever is due, and saying what is late. */
import { nextStep, overdueOf } from '@billhook/core/token-keys/rotation';
import { logMeasured } from '../aws/logger.ts';
import { goOnWithRotation, notedTokenKeys, type RotationDeps } from './rotate.ts';

const actor = { kind: 'schedule', id: 'rotate-token-key' } as const;

/** Answers how many steps were taken or given up on, as the versions of what stands tell. */
export async function lookAfterTokenKeys(deps: RotationDeps, now: number): Promise<number> {
  const before = await notedTokenKeys(deps, now);
  const late = overdueOf(before, now);
  // Said first: a step that fails again and again is what it is about.
  if (late > 0) {
    const { step } = nextStep(before);
    const text = 'A step of the rotation of the token key is due';
    logMeasured('TokenKeyOverdue', text, { outcome: step }, Math.floor(late / 1000), now);
  }
  const after = await goOnWithRotation(deps, { actor, now });
  return after.version - before.version;
}
