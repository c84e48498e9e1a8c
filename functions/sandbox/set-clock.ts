import { isFailure } from '@billhook/core/errors';
import { presentClock } from '@billhook/core/partner/clock';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { setClock as moveClock } from '@billhook/runtime/sweeps/move-clock';
import { openTable } from '@billhook/runtime/table/table';
import { setClock } from './contract.ts';

const table = openTable();

export const handler = serve(setClock, async ({ caller, body, now }) => {
  const clock = await moveClock(table, caller.partnerId, Date.parse(body.now), now);
  return isFailure(clock) ? clock : presentClock(clock, now);
});
