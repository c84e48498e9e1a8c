import { logInfo } from '@billhook/runtime/aws/logger';
import { openBus } from '@billhook/runtime/events/bus';
import { publishEvents } from '@billhook/runtime/events/publish';
import { opened } from '@billhook/runtime/serve/opened';
import { type BatchAnswer, handleStream } from '@billhook/runtime/serve/stream-batch';

export const handler = opened(({ table, clock, aws }) => {
  const deps = { table, announce: openBus(aws) };
  return async (event: unknown): Promise<BatchAnswer> => {
    const started = clock();
    return handleStream(event, async (keys) => {
      const left = await publishEvents(deps, keys);
      const count = keys.length - left.length;
      logInfo('Events published', { count, milliseconds: clock() - started });
      return left;
    });
  };
});
