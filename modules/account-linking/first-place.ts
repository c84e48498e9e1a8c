/** Where the account-linking module begins. */
import type { LinkedAuth } from '@billhook/core/schemas/auth';
import type { ModuleSession } from '@billhook/core/schemas/module';
import { purposeOf, signInAgain, type Task } from '../kit/linking/task.ts';
import type { Parameters } from '../kit/parameters.ts';
import type { Place } from './place.ts';

/**
 * What is under way and is what was asked for, else what the address says.
 * @returns nothing where a swap or an account that may be linked already is looked at first.
 */
export function firstPlace(
  { companyId, items }: Parameters,
  task: Task,
  { company, open, asking = [] }: Pick<ModuleSession, 'company' | 'open' | 'asking'>,
): Place | undefined {
  if (task.billId !== undefined) return { at: 'review', billId: task.billId };
  if (task.swapId !== undefined) return undefined;
  const under = open.find(
    ({ auth }) =>
      (companyId === undefined || auth.company._id === companyId) && fits(task, auth.items),
  );
  if (under) return takenUp(task, under.auth);
  if (!company) return { at: 'search' };
  const changed = asking.find((auth) => auth.company._id === company._id);
  if (changed) return signInAgain(changed);
  // With `items` it is opened after a link too: the user does not enter credentials again.
  return items.length > 0 ? undefined : { at: 'sign-in', companyId: company._id };
}

/** A link for a swap is not what somebody watches who links an account, nor the other way round. */
function fits(task: Task, items: LinkedAuth['items']): boolean {
  const isSwap = purposeOf(task) === 'swap';
  return items.includes('swap') ? isSwap : !isSwap && items.length > 0;
}

/** A payment that was begun elsewhere is watched as one; a link that is to pay goes on to its bill. */
function takenUp(task: Task, { _id, items }: Pick<LinkedAuth, '_id' | 'items'>): Place {
  const working = { at: 'working', authId: _id } as const;
  const pays = purposeOf(task) === 'payment' && items.includes('payment');
  return pays ? { at: 'pay', from: working } : working;
}
