import { isLinked } from '@billhook/core/auth';
import { openRuntime } from '@billhook/runtime/companies/runtime';
import { startLinkedPayment } from '@billhook/runtime/links/start-linked-payment';
import { linkTaskInput, runTask } from '@billhook/runtime/serve/run-task';

export const handler = runTask(
  'startLinkedPayment',
  linkTaskInput,
  openRuntime,
  async ({ linkId, authId }, runtime, machineNow) => {
    const auth = await runtime.auths.findAny(authId);
    if (!auth || !isLinked(auth, linkId)) return { outcome: 'superseded' };
    return { outcome: await startLinkedPayment(runtime, auth, linkId, machineNow) };
  },
);
