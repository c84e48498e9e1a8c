/** Bills that go leave the methods that they were assigned to. */
import type { BillRecord } from '@billhook/core/bill';
import { type PaymentMethodRecord, withoutBill } from '@billhook/core/payment-method';
import type { PaymentMethodStore } from './stores/payment-method-store.ts';
import type { Write } from './table.ts';

/** One write a method, however many of the bills it was assigned to. */
export async function unassignBills(
  methods: PaymentMethodStore,
  bills: readonly BillRecord[],
): Promise<Write[]> {
  const byMethod = Map.groupBy(
    bills.filter((bill) => bill.methodId !== undefined),
    (bill) => bill.methodId ?? '',
  );
  const writes: Write[] = [];
  for (const [methodId, assigned] of byMethod) {
    const method = await methods.findAny(methodId);
    if (method) writes.push(methods.save(withoutAll(method, assigned)));
  }
  return writes;
}

function withoutAll(
  method: PaymentMethodRecord,
  bills: readonly BillRecord[],
): PaymentMethodRecord {
  const { assignedBills } = bills.reduce((left, bill) => withoutBill(left, bill._id), method);
  return { ...method, assignedBills, version: method.version + 1 };
}
