import { openReach } from '@billhook/runtime/companies/reach';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { paymentTaskInput, runTask } from '@billhook/runtime/serve/run-task';
import { openStores } from '@billhook/runtime/stores/open-stores';
import type { Outside } from '@billhook/runtime/table/outside';

const open = (outside: Outside) => ({ ...openStores(outside), ...openReach(outside) });

export const handler = runTask(
  'submitPayment',
  paymentTaskInput,
  open,
  async ({ paymentId }, runtime, machineNow) => ({
    outcome: await submitPayment(runtime, paymentId, machineNow),
  }),
);
