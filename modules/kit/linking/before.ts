/**
 * Which swap or payment stood before a link that is to make one: what comes of the link is another.
 * The link's answer names neither, as they begin only once the company has let us in.
 */
import type { BillPayment } from '@billhook/core/schemas/bill';
import type { Swap } from '@billhook/core/schemas/swap';
import type { Api, Result } from '../api.ts';
import { type BillState, listBills, listSwaps } from '../lists.ts';
import { purposeOf, type Task } from './task.ts';

/**
 * @param companyId of the company that is linked, where the task names no bill.
 * @returns ids, separated by spaces; empty where there is none, or nobody asked for one.
 */
export async function beforeTask(
  api: Api,
  clientId: string,
  task: Task,
  companyId?: string,
): Promise<string> {
  const purpose = purposeOf(task);
  if (purpose === 'swap') {
    const swaps = await listSwaps(api, clientId);
    // What is under way already is what comes of the link that is watched.
    return swapIds(swaps?.filter(({ status }) => !isSwapUnderWay(status.type)));
  }
  if (purpose !== 'payment') return '';
  const bills = await billsOf(api, clientId, task, companyId);
  const payments = bills.flatMap(({ payment }) => (payment ? [payment] : []));
  return joined(payments.filter(({ status }) => !isPaymentOpen(status)).map(({ _id }) => _id));
}

export function swapIds(swaps: readonly Swap[] = []): string {
  return joined(swaps.map(({ _id }) => _id));
}

export function isSwapUnderWay(status: Swap['status']['type']): boolean {
  return status === 'pending' || status === 'in-progress';
}

export function isPaymentOpen(status: BillPayment['status']): boolean {
  return status === 'pending' || status === 'scheduled';
}

/** Whether an id stood before. */
export function stoodBefore(before: string, id: string): boolean {
  return before.split(' ').includes(id);
}

/** The bill that is paid, or those of the company. */
async function billsOf(api: Api, clientId: string, { billId }: Task, companyId?: string) {
  if (billId !== undefined) {
    const bill = await getBill(api, billId);
    return bill ? [bill] : [];
  }
  const all = (await listBills(api, clientId)) ?? [];
  const own = all.filter(({ bill }) => bill.company._id === companyId);
  const read = await Promise.all(own.map(({ bill }) => getBill(api, bill._id)));
  return read.flatMap((bill) => (bill ? [bill] : []));
}

/** As many as an auth keeps, and a few of the others. */
const KEPT_IDS = 20;

function joined(ids: readonly string[]): string {
  return ids.slice(0, KEPT_IDS).join(' ');
}

export async function getBill(api: Api, billId: string): Promise<BillState | undefined> {
  const result = await readBill(api, billId);
  return result.ok ? result.value : undefined;
}

export function readBill(api: Api, billId: string): Promise<Result<BillState>> {
  return api<BillState>({ path: `/bill/${encodeURIComponent(billId)}` });
}
