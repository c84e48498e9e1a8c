import { isGateWait } from '@billhook/core/company/gate/gate';
import { openReach } from '@billhook/runtime/companies/reach';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { waitToPay } from '@billhook/runtime/payments/wait-for-company';
import { runQueuedTask } from '@billhook/runtime/serve/run-queued-task';
import { paymentTaskInput } from '@billhook/runtime/serve/run-task';
import { openStores } from '@billhook/runtime/stores/open-stores';
import type { Outside } from '@billhook/runtime/table/outside';

const open = (outside: Outside) => ({ ...openStores(outside), ...openReach(outside) });

export const handler = runQueuedTask(
  { task: 'submitPayment', input: paymentTaskInput, repeated: 'never' },
  open,
  async ({ paymentId }, runtime, machineNow) => {
    const outcome = await submitPayment(runtime, paymentId, machineNow);
    if (isGateWait(outcome)) return waitToPay(runtime, paymentId, outcome, machineNow);
    if (typeof outcome === 'string') return { outcome };
    return { outcome: outcome.kind, waitSeconds: outcome.waitSeconds };
  },
);
