import { fail } from '@billhook/core/base/errors';
import { presentPayment } from '@billhook/core/bill/payment';
import { serve } from '@billhook/runtime/serve/serve';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { paymentStore } from '@billhook/runtime/stores/payment-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { getBillPayment } from './contract.ts';

const open = ({ table }: Outside) => ({ bills: billStore(table), payments: paymentStore(table) });

export const handler = serve(
  getBillPayment,
  open,
  async ({ caller, path }, { bills, payments }) => {
    const [bill, payment] = await Promise.all([
      bills.find(path.billId, caller),
      payments.find(path.paymentId, caller),
    ]);
    if (!bill) return fail('bill_not_found');
    if (payment?.billId !== bill._id) return fail('payment_not_found');
    return { payment: presentPayment(payment, bill.scheduled) };
  },
);
