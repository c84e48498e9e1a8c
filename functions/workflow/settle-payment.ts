import { paymentDeps } from '@billhook/runtime/payment-deps';
import { paymentTaskInput, runTask } from '@billhook/runtime/serve/run-task';
import { settlePayment } from '@billhook/runtime/settle-payment';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { openTable } from '@billhook/runtime/table/table';

const table = openTable();
const deps = { ...paymentDeps(table), auths: authStore(table) };

export const handler = runTask('settlePayment', paymentTaskInput, async ({ paymentId }) => ({
  outcome: await settlePayment(deps, paymentId, Date.now()),
}));
