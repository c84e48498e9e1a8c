import { fail, isFailure } from '@billhook/core/errors';
import { assignMethod } from '@billhook/core/method-assignment';
import { serve } from '@billhook/runtime/serve/serve';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { conflict, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { assignPaymentMethod } from './contract.ts';

export const handler = serve(
  assignPaymentMethod,
  openStores,
  async ({ caller, path, body }, { table, bills, methods }) =>
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
        bills.save(assigned.bill, bill, caller),
        methods.save(assigned.method, method),
        ...(assigned.previous ? [methods.save(assigned.previous, previous)] : []),
      ]);
      return result === 'written' ? { success: true as const } : conflict;
    }),
);
