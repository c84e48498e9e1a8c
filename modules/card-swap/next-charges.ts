/** What each company charges next, as far as its bills are known: by now with the new card. */
import type { Api } from '../kit/api.ts';
import { chargeOf } from '../kit/charge.ts';
import { listBills } from '../kit/lists.ts';
import { day, money } from '../kit/text.ts';

export type NextCharge = { readonly amount: string; readonly date: string };

/** By company. */
export async function nextCharges(
  api: Api,
  clientId: string,
): Promise<Readonly<Record<string, NextCharge>>> {
  const all = (await listBills(api, clientId)) ?? [];
  const due = all.flatMap(({ bill }) => {
    const { amount } = chargeOf(bill, undefined);
    return bill.dueDate && amount !== '0.00' ? [{ bill, amount, dueDate: bill.dueDate }] : [];
  });
  // The earliest of a company comes last, and stays.
  due.sort((one, other) => (one.dueDate < other.dueDate ? 1 : -1));
  return Object.fromEntries(
    due.map(({ bill, amount, dueDate }) => [
      bill.company._id,
      { amount: money(amount), date: day(dueDate, 'day') },
    ]),
  );
}
