import { unmoved } from '@billhook/core/dates';
import { fail } from '@billhook/core/errors';
import { checkDeletion } from '@billhook/core/payment-method';
import { paymentDeps } from '@billhook/runtime/payments/deps';
import { removeMethod } from '@billhook/runtime/payments/remove-method';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { partnerMoment } from '@billhook/runtime/table/partner-time';
import { conflict, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { openTable } from '@billhook/runtime/table/table';
import { deletePaymentMethod } from './contract.ts';

const deps = paymentDeps(openTable());

export const handler = serve(deletePaymentMethod, async ({ caller, path, now }) =>
  retryConflict(async () => {
    const method = await deps.methods.find(path.paymentMethodId, caller);
    if (!method) return fail('payment_method_not_found');
    // The 24 hours after a payment follow the partner's clock; without one, nothing does.
    const moment = method.lastUsedAt
      ? await partnerMoment(deps.table, caller.partnerId, now)
      : unmoved(now);
    const refusal = checkDeletion(method, moment.now);
    if (refusal) return refusal;
    const result = await deps.table.write(await removeMethod(deps, method));
    return result === 'written' ? { success: true as const } : conflict;
  }),
);
