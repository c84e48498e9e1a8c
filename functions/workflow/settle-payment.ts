import { settlePayment } from '@billhook/runtime/payments/settle';
import { paymentTaskInput, runTask } from '@billhook/runtime/serve/run-task';
import { openStores } from '@billhook/runtime/stores/open-stores';

export const handler = runTask(
  'settlePayment',
  paymentTaskInput,
  openStores,
  async ({ paymentId }, stores, machineNow) => ({
    outcome: await settlePayment(stores, paymentId, machineNow),
  }),
);
