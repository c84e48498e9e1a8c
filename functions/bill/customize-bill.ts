import { fail, isFailure } from '@billhook/core/base/errors';
import { customizeBill as customize } from '@billhook/core/bill/settings';
import { ceilingsOf } from '@billhook/core/payment/ceilings';
import { serve } from '@billhook/runtime/serve/serve';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { pauseStore } from '@billhook/runtime/stores/pause-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { attemptWrite, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { customizeBill } from './contract.ts';

const open = ({ table }: Outside) => ({
  table,
  bills: billStore(table),
  pauses: pauseStore(table),
});

export const handler = serve(
  customizeBill,
  open,
  async ({ caller, path, body }, { table, bills, pauses }) =>
    retryConflict(async () => {
      const bill = await bills.find(path.billId, caller);
      if (!bill) return fail('bill_not_found');
      const limits = typeof body.customPaymentAmount === 'number' ? await pauses.find() : undefined;
      const customized = customize(bill, body, ceilingsOf(limits, bill.partnerId));
      if (isFailure(customized)) return customized;
      return attemptWrite(table, { success: true as const }, [
        bills.save(customized, bill, caller),
      ]);
    }),
);
