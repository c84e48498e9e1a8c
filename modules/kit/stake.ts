/** What waits while a company holds an account: what its bills owe, and by when. */
import type { Bill } from '@billhook/core/schemas/bill';
import type { Api } from './api.ts';
import { fullName } from './bill-name.ts';
import { chargeOf } from './charge.ts';
import { listBills } from './lists.ts';
import { day, money } from './text.ts';

export type Stake = { readonly bill: string; readonly amount: string; readonly date: string };

export async function stakesOf(
  api: Api,
  clientId: string,
  authId: string,
): Promise<readonly Stake[]> {
  const all = (await listBills(api, clientId)) ?? [];
  return all.flatMap(({ bill }) => (bill.auth._id === authId ? stakeOf(bill) : []));
}

/** Nothing of what its company collects, and of what is on its way. */
function stakeOf(bill: Bill): readonly Stake[] {
  const { autopay, dueDate, status } = bill;
  const waits = status.type !== 'pending' && status.type !== 'paid' && autopay !== 'enabled';
  const { amount } = chargeOf(bill, undefined);
  if (!waits || !dueDate || amount === '0.00') return [];
  return [{ bill: fullName(bill), amount: money(amount), date: day(dueDate) }];
}
