/** What a client has, as the service lists it. Each is nothing where it could not be read. */
import type { Bill, BillPayment } from '@billhook/core/schemas/bill';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import type { Swap } from '@billhook/core/schemas/swap';
import type { Api } from './api.ts';

export type BillState = { readonly bill: Bill; readonly payment?: BillPayment };

type Listed<T> = Promise<readonly T[] | undefined>;

export async function list<T>(api: Api, path: string): Listed<T> {
  const result = await api<{ readonly data: readonly T[] }>({ path });
  return result.ok ? result.value.data : undefined;
}

export function listBills(api: Api, clientId: string): Listed<BillState> {
  return list(api, `/bill/list/${clientId}`);
}

export function listMethods(api: Api, clientId: string): Listed<PaymentMethod> {
  return list(api, `/payment/list/${clientId}`);
}

/** The newest first. */
export async function listSwaps(api: Api, clientId: string): Listed<Swap> {
  const swaps = await list<Swap>(api, `/swap/list/${clientId}`);
  return swaps && [...swaps].sort((a, b) => (a.created < b.created ? 1 : -1));
}
