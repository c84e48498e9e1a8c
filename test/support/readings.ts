/** The daily reading as it is deployed: what the sweep hands on is read, so much of it at a time. */
import type { SendTo } from '@billhook/runtime/aws/queues';
import type { Runtime } from '@billhook/runtime/companies/runtime';
import type { ReadingMessage } from '@billhook/runtime/links/queue-readings';
import { refreshAuth } from '@billhook/runtime/links/refresh-auth';
import { queueDueReadings } from '@billhook/runtime/sweeps/refresh-bills';
import type { Sweeping } from '@billhook/runtime/sweeps/sweep-due-work';

/** What was handed on, in order, and the companies that it was handed on for. */
export function heldQueue() {
  const messages: ReadingMessage[] = [];
  const groups: string[] = [];
  const send: SendTo = async (_queue, bodies, { groupOf } = {}) => {
    messages.push(...(bodies as readonly unknown[] as readonly ReadingMessage[]));
    if (groupOf) groups.push(...bodies.map(groupOf));
    return [];
  };
  return { messages, groups, send };
}

/** Answers how many were read. */
export async function readDueBills(
  runtime: Runtime,
  sweeping: Sweeping,
  atOnce = Number.POSITIVE_INFINITY,
): Promise<number> {
  const { messages, send } = heldQueue();
  await queueDueReadings({ table: runtime.table, send }, sweeping);
  let read = 0;
  const next = messages.values();
  const work = async () => {
    for (const { authId } of next)
      if (await refreshAuth(runtime, authId, sweeping.clock())) read += 1;
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, messages.length) }, work));
  return read;
}
