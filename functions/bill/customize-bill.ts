import { customizeBill as customize } from '@billhook/core/bill-settings';
import { fail, isFailure } from '@billhook/core/errors';
import { serve } from '@billhook/runtime/serve/serve';
import { billStore } from '@billhook/runtime/stores/bill-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { conflict, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { customizeBill } from './contract.ts';

const open = ({ table }: Outside) => ({ table, bills: billStore(table) });

export const handler = serve(
  customizeBill,
  open,
  async ({ caller, path, body }, { table, bills }) =>
    retryConflict(async () => {
      const bill = await bills.find(path.billId, caller);
      if (!bill) return fail('bill_not_found');
      const customized = customize(bill, body);
      if (isFailure(customized)) return customized;
      const result = await table.write([bills.save(customized, bill)]);
      return result === 'written' ? { success: true as const } : conflict;
    }),
);
