import { parseInstant } from '@billhook/core/base/dates';
import { isFailure } from '@billhook/core/base/errors';
import { presentClock } from '@billhook/core/partner/clock';
import { openWorkflows } from '@billhook/runtime/aws/workflows';
import { serve } from '@billhook/runtime/serve/serve';
import { setClock as moveClock } from '@billhook/runtime/sweeps/move-clock';
import type { Outside } from '@billhook/runtime/table/outside';
import { setClock } from './contract.ts';

const open = ({ table, random, aws }: Outside) => ({
  table,
  random,
  workflows: openWorkflows(aws),
});

export const handler = serve(setClock, open, async ({ caller, body, machineNow }, runtime) => {
  const clock = await moveClock(runtime, caller.partnerId, parseInstant(body.now) ?? 0, machineNow);
  return isFailure(clock) ? clock : presentClock(clock, machineNow);
});
