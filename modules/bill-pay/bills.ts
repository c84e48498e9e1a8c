/** What every screen of this module can reach beside the kit. */
import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import type { KnownOfCard } from '../kit/add-card.tsx';
import { useKit } from '../kit/kit.ts';
import { usePoll } from '../kit/use-poll.ts';
import { type Account, type Entry, findEntry } from './entry.ts';
import type { Place } from './place.ts';
import type { AccountState } from './use-account.ts';

export type Bills = Omit<AccountState, 'account'> & {
  readonly account: Account;
  /** `news` is said at the place where it leads. */
  readonly go: (place: Place, news?: string) => void;
  readonly news?: string;
  /** What was typed of a card before, for the next one (WCAG 3.3.7); in memory only. */
  readonly typed: KnownOfCard;
};

const BillsContext = createContext<Bills | undefined>(undefined);

export const BillsProvider = BillsContext.Provider;

export function useBills(): Bills {
  const bills = useContext(BillsContext);
  if (!bills) throw new Error('No bills around this screen');
  return bills;
}

/** A bill: what the list has of it at once, then the bill by itself. */
export function useEntry(billId: string): Entry | undefined {
  const { account } = useBills();
  return useWholeEntry(billId) ?? findEntry(account, billId);
}

/** A bill by itself: it tells of its newest payment also when that has ended, as a list does not. */
export function useWholeEntry(billId: string): Entry | undefined {
  const { api } = useKit();
  const { round } = useBills();
  const [own, setOwn] = useState<Entry>();
  usePoll(`${billId} ${round}`, async () => {
    const result = await api<Entry>({ path: `/bill/${encodeURIComponent(billId)}` });
    if (result.ok) setOwn(result.value);
    return result.ok ? result.value.payment?.status === 'pending' : result.code === 'offline';
  });
  return own?.bill._id === billId ? own : undefined;
}
