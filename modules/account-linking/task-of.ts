import type { Task } from '../kit/linking/task.ts';
import type { Parameters } from '../kit/parameters.ts';

/**
 * What the address asks for. A bill with a way to pay it is paid and a swap with a card is moved,
 * whether or not `items` says so too; what lacks its part is a plain link.
 */
export function taskOf({ items, billId, swapId, paymentMethodId }: Parameters): Task {
  const method = paymentMethodId === undefined ? {} : { paymentMethodId };
  if (swapId !== undefined && paymentMethodId !== undefined) {
    return { items: ['swap'], swapId, paymentMethodId };
  }
  if (items.includes('swap') && paymentMethodId !== undefined)
    return { items: ['swap'], ...method };
  const pays = items.includes('payment') || (billId !== undefined && paymentMethodId !== undefined);
  if (pays) {
    const bill = billId === undefined ? {} : { billId };
    return { items: ['bill', 'payment'], ...bill, ...method };
  }
  return { items: ['bill'], ...method };
}
