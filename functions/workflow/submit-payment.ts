import { paymentDeps } from '@billhook/runtime/payments/deps';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { paymentTaskInput, runTask } from '@billhook/runtime/serve/run-task';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { openTable } from '@billhook/runtime/table/table';

const table = openTable();
const deps = { ...paymentDeps(table), auths: authStore(table) };

export const handler = runTask('submitPayment', paymentTaskInput, async ({ paymentId }) => ({
  outcome: await submitPayment(deps, paymentId, Date.now()),
}));
