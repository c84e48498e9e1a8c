import { presentClock } from '@billhook/core/partner/clock';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { findClock } from '@billhook/runtime/table/partner-time';
import { getClock } from './contract.ts';

const open = ({ table }: Outside) => ({ table });

export const handler = serve(getClock, open, async ({ caller, machineNow }, { table }) =>
  presentClock(await findClock(table, caller.partnerId), machineNow),
);
