import { presentBill, presentHistory } from '@billhook/core/bill';
import { newestPaymentOf, presentPayment } from '@billhook/core/bill-payment';
import { fail } from '@billhook/core/errors';
import { isSandbox } from '@billhook/runtime/aws/environment';
import { serve } from '@billhook/runtime/serve/serve';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { paymentStore } from '@billhook/runtime/stores/payment-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { momentOf } from '@billhook/runtime/table/partner-time';
import { getBill } from './contract.ts';

const open = ({ table }: Outside) => ({
  table,
  bills: billStore(table),
  payments: paymentStore(table),
});

export const handler = serve(
  getBill,
  open,
  async ({ caller, path, machineNow }, { table, bills, payments }) => {
    const bill = await bills.find(path.billId, caller);
    if (!bill) return fail('bill_not_found');
    const newest = newestPaymentOf(bill);
    const [moment, payment] = await Promise.all([
      momentOf(table, bill, machineNow),
      newest === undefined ? undefined : payments.find(newest, caller),
    ]);
    return {
      bill: presentBill(bill, { partnerNow: moment.partnerNow, sandbox: isSandbox() }),
      payments: presentHistory(bill),
      ...(payment && { payment: presentPayment(payment) }),
    };
  },
);
