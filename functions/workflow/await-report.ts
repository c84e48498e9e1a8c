import {
  linkTaskInput,
  paymentTaskInput,
  runTask,
  swapTaskInput,
  taskTokenInput,
} from '@billhook/runtime/serve/run-task';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { paymentStore } from '@billhook/runtime/stores/payment-store';
import { runningStore } from '@billhook/runtime/stores/running-store';
import { swapStore } from '@billhook/runtime/stores/swap-store';
import { writeSurely } from '@billhook/runtime/table/intended-writes';
import type { Outside } from '@billhook/runtime/table/outside';
import * as v from 'valibot';

/** The task token comes from the workflow itself, and goes to the operation and nowhere else. */
const input = v.union([
  v.object({ ...linkTaskInput.entries, ...taskTokenInput.entries }),
  v.object({ ...swapTaskInput.entries, ...taskTokenInput.entries }),
  v.object({ ...paymentTaskInput.entries, ...taskTokenInput.entries }),
]);

const open = ({ table }: Outside) => ({
  table,
  auths: authStore(table),
  payments: paymentStore(table),
  swaps: swapStore(table),
  running: runningStore(table),
});

/**
 * The workflow waits from here on, whatever this answers: once its time is over it asks by itself. A
 * report that is faster than this waits for it, for some seconds.
 */
export const handler = runTask('awaitReport', input, open, async (ids, deps, machineNow) => {
  const running = await runningOf(ids, deps);
  if (!running) return { outcome: 'superseded' };
  await writeSurely(deps.table, [deps.running.await(running, ids.taskToken, machineNow)]);
  return { outcome: 'waiting' };
});

async function runningOf(ids: v.InferOutput<typeof input>, deps: ReturnType<typeof open>) {
  if ('paymentId' in ids) return (await deps.payments.findAny(ids.paymentId))?.running;
  if ('swapId' in ids) return (await deps.swaps.findAny(ids.swapId))?.running;
  const { link } = (await deps.auths.findAny(ids.authId)) ?? {};
  return link?.linkId === ids.linkId ? link.running : undefined;
}
