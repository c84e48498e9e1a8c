import { readLinkedBills } from '@billhook/runtime/links/read-bills';
import { paymentDeps } from '@billhook/runtime/payments/deps';
import { linkTaskInput, runTask } from '@billhook/runtime/serve/run-task';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { openTable } from '@billhook/runtime/table/table';

const table = openTable();
const deps = { ...paymentDeps(table), auths: authStore(table) };

export const handler = runTask('readBills', linkTaskInput, ({ linkId, authId }) =>
  readLinkedBills(deps, { linkId, authId }, Date.now()),
);
