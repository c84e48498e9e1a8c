import { isLinked } from '@billhook/core/auth/auth';
import { startLinkedPayment } from '@billhook/runtime/links/start-linked-payment';
import { linkTaskInput, runTask } from '@billhook/runtime/serve/run-task';
import { openStoresAndWorkflows } from '@billhook/runtime/stores/stores-and-workflows';

export const handler = runTask(
  'startLinkedPayment',
  linkTaskInput,
  openStoresAndWorkflows,
  async ({ linkId, authId }, runtime, machineNow) => {
    const auth = await runtime.auths.findAny(authId);
    if (!auth || !isLinked(auth, linkId)) return { outcome: 'superseded' };
    return { outcome: await startLinkedPayment(runtime, auth, linkId, machineNow) };
  },
);
