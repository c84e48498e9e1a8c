import { fail, isFailure } from '@billhook/core/base/errors';
import { checkDefault } from '@billhook/core/method/payment-method';
import { wakeBills } from '@billhook/runtime/payments/wake-bills';
import { serve } from '@billhook/runtime/serve/serve';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { attemptWrite, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { makeMethodDefault } from './contract.ts';

export const handler = serve(makeMethodDefault, openStores, async ({ caller, path }, stores) => {
  const { table, clients, methods } = stores;
  const made = await retryConflict(async () => {
    const method = await methods.find(path.paymentMethodId, caller);
    if (!method) return fail('payment_method_not_found');
    const refusal = checkDefault(method);
    if (refusal) return refusal;
    const client = { _id: method.clientId, partnerId: method.partnerId };
    // The method as it was read, and one version more: whoever declines or removes it at this moment
    // does so before, and it is no default, or after, and knows that it is one.
    return attemptWrite(table, method, [
      clients.setDefault(client, method._id, true),
      methods.save(method, method),
    ]);
  });
  if (isFailure(made)) return made;
  await wakeBills(stores, made.clientId, caller);
  return { success: true as const };
});
