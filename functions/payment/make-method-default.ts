import { fail, isFailure } from '@billhook/core/errors';
import { checkDefault } from '@billhook/core/payment-method';
import { paymentDeps } from '@billhook/runtime/payments/deps';
import { wakeBills } from '@billhook/runtime/payments/wake-bills';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { conflict, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { openTable } from '@billhook/runtime/table/table';
import { makeMethodDefault } from './contract.ts';

const deps = paymentDeps(openTable());
const { table, clients, methods } = deps;

export const handler = serve(makeMethodDefault, async ({ caller, path }) => {
  const made = await retryConflict(async () => {
    const method = await methods.find(path.paymentMethodId, caller);
    if (!method) return fail('payment_method_not_found');
    const refusal = checkDefault(method);
    if (refusal) return refusal;
    const client = { _id: method.clientId, partnerId: method.partnerId };
    // The method as it was read, and one version more: whoever declines or removes it at this moment
    // does so before, and it is no default, or after, and knows that it is one.
    const result = await table.write([
      clients.setDefault(client, method._id, true),
      methods.save({ ...method, version: method.version + 1 }, method),
    ]);
    return result === 'written' ? method : conflict;
  });
  if (isFailure(made)) return made;
  await wakeBills(deps, made.clientId);
  return { success: true as const };
});
