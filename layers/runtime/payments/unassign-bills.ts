/** Bills and swaps that go leave the methods that they were assigned to, or used. */
import type { BillRecord } from '@billhook/core/bill/bill';
import { withoutBill } from '@billhook/core/method/payment-method';
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
    const own = bills.filter((bill) => bill.methodId === methodId);
    const left = own.reduce((rest, bill) => withoutBill(rest, bill._id), method);
    const free =
      swap && swap.paymentMethodId === methodId ? withoutSwap(left, swap, machineNow) : left;
    writes.push(methods.save(free, method));
  }
  return writes;
}
