/** The bill-pay module: bills are looked at, paid, scheduled and cancelled; payment methods are kept. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useKit } from '../kit/kit.ts';
import { later } from '../kit/look/later.tsx';
import { Screen, Trouble } from '../kit/shell.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { start } from '../kit/start.tsx';
import { spend } from '../kit/ways/trail.ts';
import { useTrail } from '../kit/ways/use-trail.ts';
import { BillList } from './bill-list.tsx';
import { type Bills, BillsProvider } from './bills.ts';
import { loadLateTexts } from './load-late-texts.ts';
import {
  Accounts,
  AddBank,
  AddCard,
  LinkAccount,
  loadNext,
  MethodDetail,
  OneAccount,
} from './on-demand.ts';
import { firstPlace, type Place, readPlace } from './place.ts';
import { say } from './text.ts';
import { useAccount } from './use-account.ts';
import { Welcome } from './welcome.tsx';

start('bill-pay', () => say('app.bills'), BillPay);

function BillPay() {
  const { parameters, session } = useKit();
  const state = useAccount();
  const { account, failed, reload } = state;
  const [told, setTold] = useState<{ readonly place: Place; readonly news?: string }>();
  const typed = useRef({}).current;
  const first = useMemo(() => {
    if (!account) return undefined;
    const companyFound = session.company !== undefined;
    return firstPlace(account, { ...parameters, companyFound });
  }, [account !== undefined]);
  const trail = useTrail(readPlace, first);
  const { place } = trail;
  useEffect(() => {
    if (account) loadNext(account);
  }, [account]);
  if (!account || !place) return <Loading failed={failed} onRetry={reload} />;
  const bills: Bills = {
    ...state,
    account,
    typed,
    // What is new is told on the screen that it led to, and nowhere else.
    news: told?.place === place ? told?.news : undefined,
    go: (next, news) => {
      setTold({ place: next, news });
      trail.go(next);
      // What was decided is not decided again: Back leads from a payment to where it was wanted.
      if (next.at === 'paying') spend((one) => decided.includes(Object(one).at));
    },
  };
  return (
    <BillsProvider value={bills}>
      <At place={place} />
    </BillsProvider>
  );
}

const decided: readonly unknown[] = ['amount', 'pay-method', 'review', 'add-card', 'add-bank'];

function Loading({ failed, onRetry }: { readonly failed: boolean; readonly onRetry: () => void }) {
  if (failed) {
    const title = say('app.bills');
    return <Trouble name="bills-failed" {...{ title, onRetry }} text={say('bills.failed')} />;
  }
  return (
    <Screen name="bills-loading" title={say('app.bills')}>
      <Skeleton of="amount" text={say('bills.getting')} />
    </Screen>
  );
}

/** All others come after the first screen, with what they say. */
const LaterPlace = later(async () => {
  const [places] = await Promise.all([import('./later/places.tsx'), loadLateTexts()]);
  return places.LaterPlace;
});

function At({ place }: { readonly place: Place }): JSX.Element {
  switch (place.at) {
    case 'welcome':
      return <Welcome />;
    case 'bills':
      return <BillList {...place} />;
    case 'add-card':
      return <AddCard {...place} />;
    case 'add-bank':
      return <AddBank {...place} />;
    case 'method':
      return <MethodDetail {...place} />;
    case 'accounts':
      return <Accounts />;
    case 'account':
      return <OneAccount {...place} />;
    case 'link':
      return <LinkAccount {...place} />;
    default:
      return <LaterPlace place={place} />;
  }
}
