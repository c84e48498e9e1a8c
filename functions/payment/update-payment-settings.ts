import { changeSettings } from '@billhook/core/bill-settings';
import { fail, isFailure } from '@billhook/core/errors';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { conflict, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { openTable } from '@billhook/runtime/table/table';
import { updatePaymentSettings } from './contract.ts';

const table = openTable();
const bills = billStore(table);

export const handler = serve(updatePaymentSettings, async ({ caller, body }) =>
  retryConflict(async () => {
    const bill = await bills.find(body.billId, caller);
    if (!bill) return fail('bill_not_found');
    const changed = changeSettings(bill, body);
    if (isFailure(changed)) return changed;
    const result = await table.write([bills.save(changed, bill)]);
    return result === 'written' ? { success: true as const } : conflict;
  }),
);
