/** Which ways to pay there are for a bill, and which is proposed. */
import type { Bill } from '@billhook/core/schemas/bill';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { payingMethod, takes } from './bill-actions.ts';

/** Why a method cannot be chosen for a bill. */
export type MethodHindrance = 'declined' | 'pending' | 'type';

export function hindranceOf(
  bill: Bill | undefined,
  method: PaymentMethod,
): MethodHindrance | undefined {
  if (bill && !takes(bill, method)) return 'type';
  return method.status === 'verified' ? undefined : method.status;
}

/** The method that pays anyway, if it can; else the first that can. */
export function paidWith(bill: Bill, methods: readonly PaymentMethod[]): PaymentMethod | undefined {
  const own = payingMethod(bill, methods);
  if (own && !hindranceOf(bill, own)) return own;
  return methods.find((method) => !hindranceOf(bill, method));
}

/**
 * Assigns a method, and no more: what was declined is paid on the next screens, where the user sees what
 * is paid, and when.
 */
export function assignment(methodId: string, billId: string) {
  const path = `/payment/${encodeURIComponent(methodId)}/assign` as const;
  return { method: 'POST', path, body: { billId, resume: false } } as const;
}
