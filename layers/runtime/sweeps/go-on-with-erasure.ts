/** A client that is being erased: what was left is taken up. Rare, so that its code is loaded when needed. */
import type { StoresAndWorkflows } from '../stores/stores-and-workflows.ts';

/** Far below what the sweep leaves for what is under way when its time is over. */
const MAX_MILLISECONDS = 10_000;

export async function goOnWithErasure(
  deps: StoresAndWorkflows,
  clientId: string,
  machineNow: number,
): Promise<void> {
  const { goOnErasing } = await import('../erasing/erase-client.ts');
  // Counted from when it is taken up: the sweep's clock may be a test's.
  const began = performance.now();
  const clock = () => machineNow + (performance.now() - began);
  const deadline = machineNow + MAX_MILLISECONDS;
  await goOnErasing(deps, clientId, { clock, deadline });
}
