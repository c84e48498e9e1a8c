import { unmoved } from '@billhook/core/dates';
import { fail } from '@billhook/core/errors';
import { checkDeletion } from '@billhook/core/payment-method';
import { removeMethod } from '@billhook/runtime/payments/remove-method';
import { serve } from '@billhook/runtime/serve/serve';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { partnerMoment } from '@billhook/runtime/table/partner-time';
import { conflict, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { deletePaymentMethod } from './contract.ts';

export const handler = serve(
  deletePaymentMethod,
  openStores,
  async ({ caller, path, machineNow }, deps) =>
    retryConflict(async () => {
      const method = await deps.methods.find(path.paymentMethodId, caller);
      if (!method) return fail('payment_method_not_found');
      // The 24 hours after a payment follow the partner's clock; without one, nothing does.
      const moment = method.lastUsedAt
        ? await partnerMoment(deps.table, caller.partnerId, machineNow)
        : unmoved(machineNow);
      const refusal = checkDeletion(method, moment.partnerNow);
      if (refusal) return refusal;
      const removal = await removeMethod(deps, method, { by: caller });
      if (removal === conflict) return conflict;
      const result = await deps.table.write(removal);
      return result === 'written' ? { success: true as const } : conflict;
    }),
);
