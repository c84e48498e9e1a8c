import { fail } from '@billhook/core/errors';
import { checkDefault } from '@billhook/core/payment-method';
import { paymentDeps } from '@billhook/runtime/payment-deps';
import { conflict, retryConflict } from '@billhook/runtime/retry-conflict';
import { serve } from '@billhook/runtime/serve';
import { openTable } from '@billhook/runtime/table';
import { makeMethodDefault } from './contract.ts';

const { table, clients, methods } = paymentDeps(openTable());

export const handler = serve(makeMethodDefault, async ({ caller, path }) =>
  retryConflict(async () => {
    const method = await methods.find(path.paymentMethodId, caller);
    if (!method) return fail('payment_method_not_found');
    const refusal = checkDefault(method);
    if (refusal) return refusal;
    const client = { _id: method.clientId, partnerId: method.partnerId };
    // The method as it was read: one that is declined or removed at this moment is no default.
    const result = await table.write([
      clients.setDefault(client, method._id, true),
      methods.check(method),
    ]);
    return result === 'written' ? { success: true as const } : conflict;
  }),
);
