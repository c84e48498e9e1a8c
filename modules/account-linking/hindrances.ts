/** What speaks against what the address asks for, before anybody types a password. */
import type { ModuleSession } from '@billhook/core/schemas/module';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import type { Parameters } from '../kit/parameters.ts';

/** Named as the service names it, where it has a name for it. */
export type Hindrance = {
  readonly reason:
    | 'company_not_found'
    | 'bill_not_found'
    | 'swap_not_found'
    | 'payment_method_missing'
    | 'payment_method_not_found'
    | 'payment_method_not_accepted';
  readonly parameter: string;
};

/** What the address alone shows, and the company that it names. */
export function findHindrance(
  { companyId, billId, swapId, paymentMethodId, items, wrong }: Parameters,
  { company }: Pick<ModuleSession, 'company'>,
): Hindrance | undefined {
  const isWrong = (name: string) => wrong.includes(name);
  if (isWrong('companyId') || (companyId !== undefined && !company)) {
    return { reason: 'company_not_found', parameter: 'companyId' };
  }
  if (isWrong('billId')) return { reason: 'bill_not_found', parameter: 'billId' };
  if (isWrong('swapId')) return { reason: 'swap_not_found', parameter: 'swapId' };
  if (isWrong('paymentMethodId')) {
    return { reason: 'payment_method_not_found', parameter: 'paymentMethodId' };
  }
  const swaps = items.includes('swap') || (swapId !== undefined && billId === undefined);
  if (swaps && paymentMethodId === undefined) {
    return { reason: 'payment_method_missing', parameter: 'paymentMethodId' };
  }
  return undefined;
}

/** What the client's own payment methods show besides. */
export function findMethodHindrance(
  { paymentMethodId, items, swapId }: Parameters,
  methods: readonly PaymentMethod[],
): Hindrance | undefined {
  if (paymentMethodId === undefined) return undefined;
  const method = methods.find(({ _id }) => _id === paymentMethodId);
  const parameter = 'paymentMethodId';
  if (!method) return { reason: 'payment_method_not_found', parameter };
  const swaps = items.includes('swap') || swapId !== undefined;
  if (swaps && method.type !== 'card') return { reason: 'payment_method_not_accepted', parameter };
  return undefined;
}
