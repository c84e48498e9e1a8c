/**
 * Which swap or payment stood before a link that is to make one: what comes of the link is another.
 * The link's answer names neither, as they begin only once the company has let us in.
 */
import type { Bill, BillPayment } from '@billhook/core/schemas/bill';
import type { Swap } from '@billhook/core/schemas/swap';
import type { Api } from '../api.ts';
import { purposeOf, type Task } from './task.ts';

export type BillState = { readonly bill: Bill; readonly payment?: BillPayment };

/** @returns the ids of the newest, joined; nothing where there is none, or nobody asked for one. */
export async function beforeTask(api: Api, clientId: string, task: Task) {
  const purpose = purposeOf(task);
  if (purpose === 'swap') return swapIds(await listSwaps(api, clientId));
  if (purpose === 'payment' && task.billId !== undefined) {
    return (await getBill(api, task.billId))?.payment?._id;
  }
  return undefined;
}

/** As many as an auth keeps, and a few of the others. */
const KEPT_IDS = 20;

export function swapIds(swaps: readonly Swap[] | undefined): string | undefined {
  return swaps
    ?.slice(0, KEPT_IDS)
    .map(({ _id }) => _id)
    .join(' ');
}

export async function listSwaps(api: Api, clientId: string): Promise<readonly Swap[] | undefined> {
  const result = await api<{ readonly data: readonly Swap[] }>({ path: `/swap/list/${clientId}` });
  if (!result.ok) return undefined;
  return [...result.value.data].sort((a, b) => (a.created < b.created ? 1 : -1));
}

export async function getBill(api: Api, billId: string): Promise<BillState | undefined> {
  const result = await api<BillState>({ path: `/bill/${encodeURIComponent(billId)}` });
  return result.ok ? result.value : undefined;
}
