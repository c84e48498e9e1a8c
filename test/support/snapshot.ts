import type { ApiClient } from '../../lib/client/api-client.ts';
import { valueFrom } from './world.ts';

/** All that the interface shows of a client: equal before and after what must change nothing. */
export async function snapshot(api: ApiClient, clientId: string) {
  const [auths, bills, methods, swaps] = await Promise.all([
    api.auth.listAuths({ clientId }),
    api.bill.listBills({ clientId }),
    api.payment.listPaymentMethods({ clientId }),
    api.swap.listSwaps({ clientId }),
  ]);
  return {
    auths: valueFrom(auths).data,
    bills: valueFrom(bills).data,
    methods: valueFrom(methods).data,
    swaps: valueFrom(swaps).data,
  };
}
