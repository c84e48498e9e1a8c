/** Adding a payment method: what it will pay, what that asks of the service, and where it leads. */
import { newKey } from '../../kit/api.ts';
import { fullName } from '../../kit/bill-name.ts';
import { useKit } from '../../kit/kit.ts';
import { methodInText, methodName } from '../../kit/method-name.ts';
import { useBills } from '../bills.ts';
import { findMethod } from '../entry.ts';
import { assignment } from '../pay-with.ts';
import { type Place, reviewPlace } from '../place.ts';
import { say } from '../text.ts';
import { agreed } from './agreements.ts';
import { useAsking } from './ask.tsx';
import { assignedWith, callsAfter, callsBefore } from './calls.ts';
import { carryOut } from './carry-out.ts';
import { becomesDefault, planOf } from './plan.ts';

export type AddPlace = Extract<Place, { readonly at: 'add-card' | 'add-bank' }>;

export function useAfterAdding(place: AddPlace) {
  const { at, billId, replaces, next, date, amount } = place;
  const { api, setWorking } = useKit();
  const { account, go, reload } = useBills();
  const old = findMethod(account, replaces);
  const type = at === 'add-card' ? ('card' as const) : ('bank' as const);
  const wanted = next === 'assign' ? billId : undefined;
  const change = { kind: 'add', type, replaces, billId: wanted } as const;
  const plan = planOf(account, change);
  const asking = useAsking(plan, type);
  const { decided, kind } = asking;
  const back = () => {
    if (billId === undefined) {
      return go(replaces === undefined ? { at: 'methods' } : { at: 'method', methodId: replaces });
    }
    if (next === 'assign') return go({ at: 'bill-method', billId });
    return go(replaces ? { at: 'bill', billId } : { at: 'pay-method', billId, date, amount });
  };
  /** What the old one paid, the new one pays; each bill with what was agreed to. */
  const takeOver = (methodId: string) => {
    const bills = new Set([
      ...(wanted === undefined ? [] : [wanted]),
      ...(old?.assignedBills ?? []),
      ...assignedWith(plan, decided()),
    ]);
    return carryOut(api, [
      ...[...bills].map((id) => assignment(methodId, id)),
      ...callsAfter(plan, decided(), agreed(kind())),
    ]);
  };
  const added = async (methodId: string) => {
    setWorking(true);
    const done = await takeOver(methodId);
    await reload();
    setWorking(false);
    const news = say(done.ok ? (old ? 'add.doneFollowed' : 'add.done') : 'consent.notAll', {
      method: methodName(old),
    });
    if (billId === undefined) return go({ at: 'methods' }, news);
    if (next === 'assign') return go({ at: 'bill', billId }, news);
    // What was decided before still stands: only the method is another.
    return go(reviewPlace({ billId, methodId, date, amount }, newKey));
  };
  const follow = account.entries.filter(({ bill }) => old?.assignedBills.includes(bill._id));
  const bills = follow.map(({ bill }) => fullName(bill)).join(', ');
  const follows = say(old?.default ? 'add.followsAll' : 'add.follows', { bills });
  /** What it replaces, and which bills follow. */
  const body =
    old &&
    [say('add.replaces', { method: methodInText(old) }), (old.default || bills !== '') && follows]
      .filter(Boolean)
      .join(' ');
  return {
    ...{ body },
    ...{ old, back, added, plan, asking },
    /** What the form sends with the method, and what goes before. */
    more: () => ({ authorization: agreed(kind()) }),
    setAsDefault: old !== undefined && becomesDefault(account, change),
    before: () => carryOut(api, callsBefore(plan, decided())),
  };
}
