import { openReach } from '@billhook/runtime/companies/reach';
import { askPayment } from '@billhook/runtime/payments/submit';
import { runQueuedTask } from '@billhook/runtime/serve/run-queued-task';
import { paymentTaskInput } from '@billhook/runtime/serve/run-task';
import { openStores } from '@billhook/runtime/stores/open-stores';
import type { Outside } from '@billhook/runtime/table/outside';

const open = (outside: Outside) => ({ ...openStores(outside), ...openReach(outside) });

export const handler = runQueuedTask(
  { task: 'askPayment', input: paymentTaskInput, repeated: 'never' },
  open,
  async ({ paymentId }, runtime, machineNow) => {
    const outcome = await askPayment(runtime, paymentId, machineNow);
    if (typeof outcome === 'string') return { outcome };
    return { outcome: outcome.kind, waitSeconds: outcome.waitSeconds };
  },
);
