import { changeSettings } from '@billhook/core/bill-settings';
import { fail, isFailure } from '@billhook/core/errors';
import { serve } from '@billhook/runtime/serve/serve';
import { billStore } from '@billhook/runtime/stores/bill-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { conflict, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { updatePaymentSettings } from './contract.ts';

const open = ({ table }: Outside) => ({ table, bills: billStore(table) });

export const handler = serve(
  updatePaymentSettings,
  open,
  async ({ caller, body }, { table, bills }) =>
    retryConflict(async () => {
      const bill = await bills.find(body.billId, caller);
      if (!bill) return fail('bill_not_found');
      const changed = changeSettings(bill, body);
      if (isFailure(changed)) return changed;
      const result = await table.write([bills.save(changed, bill)]);
      return result === 'written' ? { success: true as const } : conflict;
    }),
);
