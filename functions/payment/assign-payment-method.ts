import { fail, isFailure } from '@billhook/core/errors';
import { assignMethod } from '@billhook/core/method-assignment';
import { paymentDeps } from '@billhook/runtime/payments/deps';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { conflict, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { openTable } from '@billhook/runtime/table/table';
import { assignPaymentMethod } from './contract.ts';

const { table, bills, methods } = paymentDeps(openTable());

export const handler = serve(assignPaymentMethod, async ({ caller, path, body }) =>
  retryConflict(async () => {
    const method = await methods.find(path.paymentMethodId, caller);
    if (!method) return fail('payment_method_not_found');
    const bill = await bills.find(body.billId, caller);
    if (bill?.clientId !== method.clientId) return fail('bill_not_found');
    const previous =
      bill.methodId && bill.methodId !== method._id
        ? await methods.find(bill.methodId, caller)
        : undefined;
    const assigned = assignMethod(bill, method, previous);
    if (isFailure(assigned)) return assigned;
    const result = await table.write([
      bills.save(assigned.bill, bill),
      methods.save(assigned.method, method),
      ...(assigned.previous ? [methods.save(assigned.previous, previous)] : []),
    ]);
    return result === 'written' ? { success: true as const } : conflict;
  }),
);
