import { presentClock } from '@billhook/core/partner-clock';
import { findClock } from '@billhook/runtime/partner-time';
import { serve } from '@billhook/runtime/serve';
import { openTable } from '@billhook/runtime/table';
import { getClock } from './contract.ts';

const table = openTable();

export const handler = serve(getClock, async ({ caller, now }) =>
  presentClock(await findClock(table, caller.partnerId), now),
);
