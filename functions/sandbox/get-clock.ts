import { presentClock } from '@billhook/core/partner/clock';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { findClock } from '@billhook/runtime/table/partner-time';
import { openTable } from '@billhook/runtime/table/table';
import { getClock } from './contract.ts';

const table = openTable();

export const handler = serve(getClock, async ({ caller, now }) =>
  presentClock(await findClock(table, caller.partnerId), now),
);
