import { fail } from '@billhook/core/base/errors';
import { newestPaymentOf, presentPayment } from '@billhook/core/bill/payment';
import { presentHistory } from '@billhook/core/bill/present-bill';
import { billPresenter } from '@billhook/runtime/payments/show-bills';
import { serve } from '@billhook/runtime/serve/serve';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { paymentMethodStore } from '@billhook/runtime/stores/payment-method-store';
import { paymentStore } from '@billhook/runtime/stores/payment-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { getBill } from './contract.ts';

const open = ({ table }: Outside) => ({
  table,
  bills: billStore(table),
  methods: paymentMethodStore(table),
  payments: paymentStore(table),
});

export const handler = serve(getBill, open, async ({ caller, path, machineNow }, deps) => {
  const bill = await deps.bills.find(path.billId, caller);
  if (!bill) return fail('bill_not_found');
  const newest = newestPaymentOf(bill);
  const [present, payment] = await Promise.all([
    billPresenter(deps, [bill], machineNow),
    newest === undefined ? undefined : deps.payments.find(newest, caller),
  ]);
  return {
    bill: present(bill),
    payments: presentHistory(bill),
    ...(payment && { payment: presentPayment(payment, bill.scheduled) }),
  };
});
