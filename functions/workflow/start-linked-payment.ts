import { isLinked } from '@billhook/core/auth';
import { startLinkedPayment } from '@billhook/runtime/links/start-linked-payment';
import { paymentDeps } from '@billhook/runtime/payments/deps';
import { linkTaskInput, runTask } from '@billhook/runtime/serve/run-task';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { openTable } from '@billhook/runtime/table/table';

const table = openTable();
const deps = { ...paymentDeps(table), auths: authStore(table) };

export const handler = runTask('startLinkedPayment', linkTaskInput, async ({ linkId, authId }) => {
  const auth = await deps.auths.findAny(authId);
  if (!auth || !isLinked(auth, linkId)) return { outcome: 'superseded' };
  return { outcome: await startLinkedPayment(deps, auth, linkId, Date.now()) };
});
