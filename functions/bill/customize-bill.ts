import { customizeBill as customize } from '@billhook/core/bill-settings';
import { fail, isFailure } from '@billhook/core/errors';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { conflict, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { openTable } from '@billhook/runtime/table/table';
import { customizeBill } from './contract.ts';

const table = openTable();
const bills = billStore(table);

export const handler = serve(customizeBill, async ({ caller, path, body }) =>
  retryConflict(async () => {
    const bill = await bills.find(path.billId, caller);
    if (!bill) return fail('bill_not_found');
    const customized = customize(bill, body);
    if (isFailure(customized)) return customized;
    const result = await table.write([bills.save(customized, bill)]);
    return result === 'written' ? { success: true as const } : conflict;
  }),
);
