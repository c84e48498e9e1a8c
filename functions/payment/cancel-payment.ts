import { dayOf } from '@billhook/core/base/dates';
import { fail, isFailure } from '@billhook/core/base/errors';
import { cancelPayment as cancelRecord, cancelScheduled } from '@billhook/core/payment/transitions';
import { recordCancelAsked } from '@billhook/runtime/payments/stop-submitting';
import { serve } from '@billhook/runtime/serve/serve';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { paymentStore } from '@billhook/runtime/stores/payment-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { momentOf } from '@billhook/runtime/table/partner-time';
import { attemptWrite, conflict, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { cancelPayment } from './contract.ts';

const open = ({ table }: Outside) => ({
  table,
  bills: billStore(table),
  payments: paymentStore(table),
});

export const handler = serve(
  cancelPayment,
  open,
  async ({ caller, body, machineNow }, { table, bills, payments }) =>
    retryConflict(async () => {
      const bill = await bills.find(body.billId, caller);
      if (!bill) return fail('bill_not_found');
      const { pendingPaymentId: pending } = bill;
      if (pending) return recordCancelAsked({ table, payments }, pending, machineNow);
      const cancelled = cancelScheduled(
        bill,
        dayOf((await momentOf(table, bill, machineNow)).partnerNow),
      );
      if (isFailure(cancelled)) return cancelled;
      const payment = bill.scheduled && (await payments.findAny(bill.scheduled.paymentId));
      if (payment && payment.status !== 'scheduled') return conflict;
      return attemptWrite(table, { success: true as const }, [
        bills.save(cancelled, bill, caller),
        ...(payment ? [payments.save(cancelRecord(payment), payment)] : []),
      ]);
    }),
);
