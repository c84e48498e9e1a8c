import { logInfo } from '@billhook/runtime/aws/logger';
import { announce } from '@billhook/runtime/events/bus';
import { publishEvents } from '@billhook/runtime/events/publish';
import { type BatchAnswer, handleStream } from '@billhook/runtime/serve/stream-batch';
import { openTable } from '@billhook/runtime/table/table';

const deps = { table: openTable(), announce };

export async function handler(event: unknown): Promise<BatchAnswer> {
  const started = Date.now();
  return handleStream(event, async (keys) => {
    const left = await publishEvents(deps, keys);
    const count = keys.length - left.length;
    logInfo('Events published', { count, milliseconds: Date.now() - started });
    return left;
  });
}
