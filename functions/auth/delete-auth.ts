import { waitingTask } from '@billhook/core/auth-challenge';
import { deleteAuth as planDeletion } from '@billhook/core/auth-deletion';
import { instantText } from '@billhook/core/dates';
import { fail, isFailure } from '@billhook/core/errors';
import { signalLinkAccount } from '@billhook/runtime/aws/workflows';
import { paymentDeps } from '@billhook/runtime/payments/deps';
import { unassignBills } from '@billhook/runtime/payments/unassign-bills';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { swapStore } from '@billhook/runtime/stores/swap-store';
import { conflict, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { openTable } from '@billhook/runtime/table/table';
import { deleteAuth } from './contract.ts';

const table = openTable();
const auths = authStore(table);
const swapRecords = swapStore(table);
const { bills, payments, methods } = paymentDeps(table);

export const handler = serve(deleteAuth, async ({ caller, path, now }) => {
  const deleted = await retryConflict(async () => {
    const auth = await auths.find(path.authId, caller);
    if (!auth) return fail('auth_not_found');
    const found = await Promise.all(auth.billIds.map((id) => bills.findAny(id)));
    const own = found.filter((bill) => bill !== undefined);
    const scheduled = await Promise.all(
      own.flatMap(({ scheduled }) => (scheduled ? [payments.findAny(scheduled.paymentId)] : [])),
    );
    const known = scheduled.filter((payment) => payment !== undefined);
    // Its swaps go with it: one under way ends here, whatever the company made of it.
    const swaps = await swapRecords.listOfAuth(auth);
    const open = swaps.find(({ _id }) => _id === auth.openSwapId);
    const plan = planDeletion(auth, own, known, instantText(now));
    const result = await table.write([
      ...(plan.hidden ? [auths.save(plan.hidden, auth)] : auths.erase(auth, own)),
      ...plan.saved.bills.map((bill) => bills.save(bill, byId(own, bill._id))),
      ...plan.saved.payments.map((payment) => payments.save(payment, byId(known, payment._id))),
      ...plan.erased.bills.map(bills.erase),
      ...swaps.map(swapRecords.erase),
      ...(await unassignBills(methods, own, open, now)),
    ]);
    return result === 'written' ? { stopped: waitingTask(auth) } : conflict;
  });
  if (isFailure(deleted)) return deleted;
  // A workflow that waits for an answer finds nothing left to link, and ends.
  if (deleted.stopped) await signalLinkAccount(deleted.stopped);
  return { success: true as const };
});

function byId<R extends { readonly _id: string }>(records: readonly R[], id: string) {
  return records.find(({ _id }) => _id === id);
}
