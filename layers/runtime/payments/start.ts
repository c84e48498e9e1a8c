/** Starting the workflow of a payment that has begun. */
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { executionName, type Started, type Workflows } from '../aws/workflows.ts';

/** The execution's name follows from the payment: one that waited and begins again has another. */
export function startPayment(
  { workflows }: { readonly workflows: Workflows },
  { _id: paymentId, billId, clientId, companyId, rounds = 0 }: PaymentRecord,
): Promise<Started> {
  const input = { paymentId, billId, clientId, companyId };
  return workflows.startPayBill(input, executionName(paymentId, rounds));
}
