import { unmoved } from '@billhook/core/base/dates';
import { fail, isFailure } from '@billhook/core/base/errors';
import { checkDeletion } from '@billhook/core/method/payment-method';
import { planDeletion, setLateDefault } from '@billhook/runtime/payments/delete-method';
import { wakeBills } from '@billhook/runtime/payments/wake-bills';
import { serve } from '@billhook/runtime/serve/serve';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { partnerMoment } from '@billhook/runtime/table/partner-time';
import { attemptWrite, conflict, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { deletePaymentMethod } from './contract.ts';

export const handler = serve(
  deletePaymentMethod,
  openStores,
  async ({ caller, path, query, machineNow }, deps) => {
    const deleted = await retryConflict(async () => {
      const method = await deps.methods.find(path.paymentMethodId, caller);
      if (!method) return fail('payment_method_not_found');
      // The 24 hours after a payment follow the partner's clock; without one, nothing does.
      const moment = method.lastUsedAt
        ? await partnerMoment(deps.table, caller.partnerId, machineNow)
        : unmoved(machineNow);
      const refusal = checkDeletion(method, moment.partnerNow);
      if (refusal) return refusal;
      const deletion = await planDeletion(deps, method, { ...query, by: caller });
      if (deletion === conflict || isFailure(deletion)) return deletion;
      return attemptWrite(deps.table, { method, wasDefault: deletion.wasDefault }, deletion.writes);
    });
    if (isFailure(deleted)) return deleted;
    if (query.nextDefault) {
      if (deleted.wasDefault) await setLateDefault(deps, deleted.method);
      // Another method may be the default now, which can pay what was waiting.
      await wakeBills(deps, deleted.method.clientId, caller);
    }
    return { success: true as const };
  },
);
