/** Reads what the module shows, and reads it again when something may have changed. */
import type { Auth } from '@billhook/core/schemas/auth';
import type { ModuleSession } from '@billhook/core/schemas/module';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Api } from '../kit/api.ts';
import { useKit } from '../kit/kit.ts';
import type { LinkProgress } from '../kit/linking/task.ts';
import { usePoll } from '../kit/use-poll.ts';
import type { Account, Entry } from './entry.ts';
import { isBusy } from './groups.ts';

type List<T> = { readonly data: readonly T[] };

export type AccountState = {
  readonly account?: Account;
  /** The last reading failed: what is shown, if anything, is older. */
  readonly failed: boolean;
  readonly reading: boolean;
  /** @returns whether it was read. */
  readonly reload: () => Promise<boolean>;
  /** Counts the readings, for those who read more about one bill. */
  readonly round: number;
  /** A link was begun here: it is followed until it has ended. */
  readonly follow: (authId: string) => void;
};

export function useAccount(): AccountState {
  const { api, clientId, session } = useKit();
  const [first] = useState(() => accountIn(session));
  const [account, setAccount] = useState(first);
  const [failed, setFailed] = useState(false);
  const [reading, setReading] = useState(!first);
  const [round, setRound] = useState(0);
  const followed = useRef(new Set(session.open.map(({ auth }) => auth._id)));
  const turns = useRef({ begun: 0, ended: 0, shown: 0 });
  const reload = useCallback(async () => {
    setReading(true);
    turns.current.begun += 1;
    const turn = turns.current.begun;
    const found = await readAccount(api, clientId, followed.current);
    turns.current.ended += 1;
    setReading(turns.current.ended < turns.current.begun);
    // Of two at once the older may end later: what the newer showed stays.
    if (turn < turns.current.shown) return found !== undefined;
    setFailed(!found);
    if (!found) return false;
    turns.current.shown = turn;
    setAccount(found);
    setRound((count) => count + 1);
    return true;
  }, [api, clientId]);
  useEffect(() => {
    if (!first) reload();
    const wake = () => {
      if (document.visibilityState === 'visible') reload();
    };
    document.addEventListener('visibilitychange', wake);
    addEventListener('online', wake);
    return () => {
      document.removeEventListener('visibilitychange', wake);
      removeEventListener('online', wake);
    };
  }, [reload]);
  const busy = account !== undefined && isBusy(account);
  usePoll(busy ? 'busy' : undefined, async () => {
    await reload();
    return true;
  });
  const follow = useCallback((authId: string) => void followed.current.add(authId), []);
  return { account, failed, reading, reload, round, follow };
}

/**
 * What the session came with, which is as old as the page. Nothing where there is more than that: a
 * part of the bills would have a wrong total.
 */
function accountIn({ lists, open }: ModuleSession): Account | undefined {
  if (!lists || Object.values(lists).some(({ nextCursor }) => nextCursor !== undefined)) {
    return undefined;
  }
  return {
    entries: lists.bills.data,
    auths: lists.auths.data,
    methods: lists.paymentMethods.data,
    links: open,
  };
}

/** @returns nothing when a part could not be read. */
async function readAccount(
  api: Api,
  clientId: string,
  followed: Set<string>,
): Promise<Account | undefined> {
  const id = encodeURIComponent(clientId);
  const [bills, auths, methods, ...links] = await Promise.all([
    api<List<Entry>>({ path: `/bill/list/${id}` }),
    api<List<Auth>>({ path: `/auth/list/${id}` }),
    api<List<PaymentMethod>>({ path: `/payment/list/${id}` }),
    ...[...followed].map((authId) => readLink(api, authId)),
  ]);
  if (!bills.ok || !auths.ok || !methods.ok) return undefined;
  const open = links.filter((link) => link !== undefined);
  for (const { auth, linking, challenge } of open) {
    if (!linking && !challenge) followed.delete(auth._id);
  }
  return {
    entries: bills.value.data,
    auths: auths.value.data,
    methods: methods.value.data,
    links: open,
  };
}

async function readLink(api: Api, authId: string): Promise<LinkProgress | undefined> {
  const result = await api<LinkProgress>({ path: `/auth/${encodeURIComponent(authId)}` });
  return result.ok ? result.value : undefined;
}
