import { waitingTask } from '@billhook/core/auth/auth-challenge';
import { deleteAuth as planDeletion } from '@billhook/core/auth/deletion';
import { instantText } from '@billhook/core/base/dates';
import { fail, isFailure } from '@billhook/core/base/errors';
import { keepSettings } from '@billhook/core/bill/earlier-settings';
import { unassignBills } from '@billhook/runtime/payments/unassign-bills';
import { serve } from '@billhook/runtime/serve/serve';
import { openStoresAndWorkflows } from '@billhook/runtime/stores/stores-and-workflows';
import { attemptWrite, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { deleteAuth } from './contract.ts';

export const handler = serve(
  deleteAuth,
  openStoresAndWorkflows,
  async (
    { caller, path, machineNow },
    { table, auths, bills, earlier, methods, payments, swaps, workflows },
  ) => {
    const deleted = await retryConflict(async () => {
      const auth = await auths.find(path.authId, caller);
      if (!auth) return fail('auth_not_found');
      const found = await Promise.all(auth.billIds.map((id) => bills.findAny(id)));
      const own = found.filter((bill) => bill !== undefined);
      const scheduled = await Promise.all(
        own.flatMap(({ scheduled }) => (scheduled ? [payments.findAny(scheduled.paymentId)] : [])),
      );
      const known = scheduled.filter((payment) => payment?.status === 'scheduled');
      // Its swaps go with it: one under way ends here, whatever the company made of it.
      const ofAuth = await swaps.listOfAuth(auth);
      const open = ofAuth.find(({ _id }) => _id === auth.openSwapId);
      const at = { clientId: auth.clientId, companyId: auth.company._id };
      const before = await earlier.find(at.clientId, at.companyId);
      const live = own.filter(({ deletedAt }) => !deletedAt);
      const kept = keepSettings(before, live, machineNow);
      const plan = planDeletion(auth, own, known, instantText(machineNow));
      return attemptWrite(table, { stopped: waitingTask(auth) }, [
        ...(plan.hidden ? [auths.save(plan.hidden, auth)] : auths.erase(auth, own, machineNow)),
        ...plan.saved.bills.map((bill) => bills.save(bill, byId(own, bill._id))),
        ...plan.saved.payments.map((payment) => payments.save(payment, byId(known, payment._id))),
        ...plan.erased.bills.map(bills.erase),
        ...(kept ? [earlier.save(at, kept)] : []),
        ...ofAuth.map(swaps.erase),
        ...(await unassignBills(methods, own, open, machineNow)),
      ]);
    });
    if (isFailure(deleted)) return deleted;
    // A workflow that waits for an answer finds nothing left to link, and ends.
    if (deleted.stopped) await workflows.signalLinkAccount(deleted.stopped);
    return { success: true as const };
  },
);

function byId<R extends { readonly _id: string }>(records: readonly R[], id: string) {
  return records.find(({ _id }) => _id === id);
}
