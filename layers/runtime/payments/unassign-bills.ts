/** Bills and swaps that go leave the methods that they were assigned to, or used. */
import type { BillRecord } from '@billhook/core/bill/bill';
import { type PaymentMethodRecord, withoutBill } from '@billhook/core/method/payment-method';
import { type SwapRecord, withoutSwap } from '@billhook/core/swap/swap';
import type { PaymentMethodStore } from '../stores/payment-method-store.ts';
import type { Write } from '../table/types.ts';

/** One write a method, and whether the swap under way is to it. */
export async function unassignBills(
  methods: PaymentMethodStore,
  bills: readonly BillRecord[],
  swap: SwapRecord | undefined,
  machineNow: number,
): Promise<Write[]> {
  const ids = new Set([...bills.map((bill) => bill.methodId), swap?.paymentMethodId]);
  const writes: Write[] = [];
  for (const methodId of ids) {
    const method = methodId === undefined ? undefined : await methods.findAny(methodId);
    if (!method) continue;
    const left = withoutAll(
      method,
      bills.filter((bill) => bill.methodId === methodId),
    );
    const free =
      swap && swap.paymentMethodId === methodId ? withoutSwap(left, swap, machineNow) : left;
    writes.push(methods.save({ ...free, version: method.version + 1 }, method));
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
