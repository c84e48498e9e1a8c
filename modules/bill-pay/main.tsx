/** The bill-pay module: bills are looked at, paid, scheduled and cancelled; payment methods are kept. */
import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { keepPlace, kept } from '../kit/keep.ts';
import { useKit } from '../kit/kit.ts';
import { later } from '../kit/look/later.tsx';
import { Screen, Trouble } from '../kit/shell.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { start } from '../kit/start.tsx';
import { BillDetail } from './bill-detail.tsx';
import { BillList } from './bill-list.tsx';
import { type Bills, BillsProvider } from './bills.ts';
import { firstPlace, type Place, readPlace } from './place.ts';
import { say } from './text.ts';
import { useAccount } from './use-account.ts';
import { Welcome } from './welcome.tsx';

start('bill-pay', () => say('app.bills'), BillPay);

function BillPay() {
  const { parameters, session } = useKit();
  const state = useAccount();
  const { account, failed, reload } = state;
  const [moved, setMoved] = useState<{ readonly place: Place; readonly news?: string }>();
  const typed = useRef({}).current;
  const first = useMemo(() => {
    if (!account) return undefined;
    const companyFound = session.company !== undefined;
    return readPlace(kept().place) ?? firstPlace(account, { ...parameters, companyFound });
  }, [account !== undefined]);
  const place = moved?.place ?? first;
  if (!account || !place) return <Loading failed={failed} onRetry={reload} />;
  const bills: Bills = {
    ...state,
    account,
    typed,
    news: moved?.news,
    go: (next, news) => {
      keepPlace(next);
      setMoved({ place: next, news });
    },
  };
  return (
    <BillsProvider value={bills}>
      <At place={place} />
    </BillsProvider>
  );
}

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

/** All others come after the first screen. */
const LaterPlace = later(() => import('./later/places.tsx').then((places) => places.LaterPlace));

function At({ place }: { readonly place: Place }): JSX.Element {
  switch (place.at) {
    case 'welcome':
      return <Welcome />;
    case 'bills':
      return <BillList {...place} />;
    case 'bill':
      return <BillDetail key={place.billId} {...place} />;
    default:
      return <LaterPlace place={place} />;
  }
}
