import { paymentDeps } from '@billhook/runtime/payments/deps';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { paymentTaskInput, runTask } from '@billhook/runtime/serve/run-task';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { openTable } from '@billhook/runtime/table/table';

const table = openTable();
const deps = { ...paymentDeps(table), auths: authStore(table) };

export const handler = runTask('settlePayment', paymentTaskInput, async ({ paymentId }) => ({
  outcome: await settlePayment(deps, paymentId, Date.now()),
}));
