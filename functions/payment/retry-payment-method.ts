import { fail, isFailure } from '@billhook/core/base/errors';
import { derivedOwnedId } from '@billhook/core/base/ids';
import { checkRetry } from '@billhook/core/method/payment-method';
import { paymentMethodStates } from '@billhook/core/states/payment-method-states';
import { refuse } from '@billhook/core/states/state-machine';
import { checkDeclines } from '@billhook/runtime/callers/limit-client';
import { sessionOf } from '@billhook/runtime/callers/link-origin';
import { beginRetry } from '@billhook/runtime/payments/retry-method';
import { startPayment } from '@billhook/runtime/payments/start';
import { wakeBills } from '@billhook/runtime/payments/wake-bills';
import { serve } from '@billhook/runtime/serve/serve';
import { openStoresAndWorkflows } from '@billhook/runtime/stores/stores-and-workflows';
import { attemptWrite, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { retryPaymentMethod } from './contract.ts';

export const handler = serve(retryPaymentMethod, openStoresAndWorkflows, async (request, deps) => {
  const { caller, path, machineNow, idBytes, again } = request;
  const result = await retryConflict(async () => {
    const method = await deps.methods.find(path.paymentMethodId, caller);
    if (!method) return fail('payment_method_not_found');
    const paymentId = derivedOwnedId('pay', method.clientId, idBytes('pay'));
    const made = again && (await deps.payments.find(paymentId, caller));
    if (made) return made;
    const limited = await checkDeclines(deps.table, caller, machineNow);
    if (limited) return limited;
    const refusal = checkRetry(method);
    if (refusal) return refusal;
    const asked = { paymentId, by: caller, ...sessionOf(caller) };
    const begun = await beginRetry(deps, method, machineNow, asked);
    if (begun === 'not-now') return refuse(paymentMethodStates, method.status, 'retry');
    if (begun !== 'none') return begun;
    // Nothing was left unpaid by its decline: it is as good as any other until it is used.
    const verified = { ...method, status: 'verified' as const };
    return attemptWrite(deps.table, method, [deps.methods.save(verified, method)]);
  });
  if (isFailure(result)) return result;
  if ('billId' in result) await startPayment(deps, result);
  else await wakeBills(deps, result.clientId, caller);
  return { success: true as const };
});
