import type { BillPayment } from '@billhook/core/schemas/bill';

/** Whether a payment that is pending goes on for hours or days: nobody waits for that in front of a page. */
export function goesOn({ status, acceptedAt, waitsFor }: BillPayment): boolean {
  return status === 'pending' && (acceptedAt !== undefined || waitsFor !== undefined);
}
