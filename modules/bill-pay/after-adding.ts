/** Where a way to pay that was added leads: to what it was wanted for. */
import { newKey } from '../kit/api.ts';
import { useKit } from '../kit/kit.ts';
import { useBills } from './bills.ts';
import { findMethod } from './entry.ts';
import { assignment } from './pay-with.ts';
import { type Place, reviewPlace } from './place.ts';
import { say } from './text.ts';

export type AddPlace = Extract<Place, { readonly at: 'add-card' | 'add-bank' }>;

export function useAfterAdding({ billId, replaces, next, date }: AddPlace) {
  const { api, setWorking } = useKit();
  const { account, go, reload } = useBills();
  const old = findMethod(account, replaces);
  const back = () => {
    if (billId === undefined) {
      return go(replaces === undefined ? { at: 'methods' } : { at: 'method', methodId: replaces });
    }
    if (next === 'assign') return go({ at: 'bill-method', billId });
    return go(replaces ? { at: 'bill', billId } : { at: 'pay-method', billId, date });
  };
  /** What the old one paid, the new one pays. @returns whether it does. */
  const takeOver = async (methodId: string) => {
    const wanted = next === 'assign' && billId !== undefined ? [billId] : [];
    const bills = new Set([...wanted, ...(old?.assignedBills ?? [])]);
    let done = true;
    for (const id of bills) {
      const result = await api(assignment(methodId, id));
      done = done && result.ok;
    }
    return done;
  };
  const added = async (methodId: string) => {
    setWorking(true);
    const done = await takeOver(methodId);
    await reload();
    setWorking(false);
    const news = say(done ? 'add.done' : 'add.notAll');
    if (billId === undefined) return go({ at: 'methods' }, news);
    if (next === 'assign') return go({ at: 'bill', billId }, news);
    // After a decline, what was decided before still stands: only the card is another.
    if (replaces) return go(reviewPlace({ billId, methodId }, newKey));
    return go({ at: 'pay-method', billId, methodId, date });
  };
  return { old, back, added };
}
