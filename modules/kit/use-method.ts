import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { useEffect, useState } from 'preact/hooks';
import { useKit } from './kit.ts';
import { listMethods } from './lists.ts';

/** One way to pay, once it was read. */
export function useMethod(paymentMethodId: string | undefined): PaymentMethod | undefined {
  const { api, clientId } = useKit();
  const [methods, setMethods] = useState<readonly PaymentMethod[]>();
  useEffect(() => {
    if (paymentMethodId !== undefined) listMethods(api, clientId).then(setMethods);
  }, [api, clientId, paymentMethodId]);
  return methods?.find(({ _id }) => _id === paymentMethodId);
}
