import { fail, isFailure } from '@billhook/core/base/errors';
import { derivedOwnedId } from '@billhook/core/base/ids';
import { assignMethod } from '@billhook/core/payment/method-assignment';
import { resumeOrder } from '@billhook/runtime/payments/resume-order';
import { serve } from '@billhook/runtime/serve/serve';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { attemptWrite, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { assignPaymentMethod } from './contract.ts';

export const handler = serve(assignPaymentMethod, openStores, async (request, deps) => {
  const { caller, path, body, machineNow, idBytes, again } = request;
  const { table, bills, methods, payments } = deps;
  return retryConflict(async () => {
    const method = await methods.find(path.paymentMethodId, caller);
    if (!method) return fail('payment_method_not_found');
    const bill = await bills.find(body.billId, caller);
    if (bill?.clientId !== method.clientId) return fail('bill_not_found');
    const paymentId = derivedOwnedId('pay', bill.clientId, idBytes('pay'));
    // What the first request resumed may be under way by now.
    if (again && (await payments.find(paymentId, caller))) return { success: true as const };
    const previous =
      bill.methodId && bill.methodId !== method._id
        ? await methods.find(bill.methodId, caller)
        : undefined;
    const assigned = assignMethod(bill, method, previous);
    if (isFailure(assigned)) return assigned;
    const order = { caller, before: bill, after: assigned.bill, paymentId };
    const resumed = body.resume === false ? undefined : await resumeOrder(deps, order, machineNow);
    if (isFailure(resumed)) return resumed;
    return attemptWrite(table, { success: true as const }, [
      bills.save(resumed?.bill ?? assigned.bill, bill, caller),
      methods.save(assigned.method, method),
      ...(assigned.previous ? [methods.save(assigned.previous, previous)] : []),
      ...(resumed ? [payments.save(resumed.payment, undefined)] : []),
    ]);
  });
});
