import { logInfo } from '@billhook/runtime/aws/logger';
import { announce } from '@billhook/runtime/events/bus';
import { publishMissedEvents } from '@billhook/runtime/events/publish';
import { openTable } from '@billhook/runtime/table/table';

const deps = { table: openTable(), announce };

/** Done before the next run begins: two at once would publish everything twice. */
const MAX_MILLISECONDS = 50_000;

export async function handler(): Promise<void> {
  const started = Date.now();
  const deadline = started + MAX_MILLISECONDS;
  const count = await publishMissedEvents(deps, { clock: Date.now, deadline });
  logInfo('Missed events published', { count, milliseconds: Date.now() - started });
}
