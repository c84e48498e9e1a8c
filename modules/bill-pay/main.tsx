/** The bill-pay module: bills are looked at, paid, scheduled and cancelled; payment methods are kept. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useKit } from '../kit/kit.ts';
import { Linking } from '../kit/linking/flow.tsx';
import { Screen, Trouble } from '../kit/shell.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { start } from '../kit/start.tsx';
import { spend, step } from '../kit/ways/trail.ts';
import { useTrail } from '../kit/ways/use-trail.ts';
import { Accounts, OneAccount } from './accounts.tsx';
import { AddBank } from './add-bank.tsx';
import { AddCard } from './add-card.tsx';
import { Amount } from './amount.tsx';
import { BillDetail } from './bill-detail.tsx';
import { BillList } from './bill-list.tsx';
import { BillMethod } from './bill-method.tsx';
import { type Bills, BillsProvider, useBills } from './bills.ts';
import { Agree, hasToAsk } from './consent/agree.tsx';
import { Agreed } from './consent/agreed.tsx';
import { findEntry } from './entry.ts';
import { History, OnePayment } from './history.tsx';
import { useLateTexts } from './load-late-texts.ts';
import { MethodDetail } from './method-detail.tsx';
import { MethodList } from './method-list.tsx';
import { PayMethod } from './pay-method.tsx';
import { Paying } from './paying.tsx';
import { firstPlace, type Place, readPlace } from './place.ts';
import { Review } from './review.tsx';
import { Settings } from './settings.tsx';
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
  const late = useLateTexts();
  if (!account || !place) return <Loading failed={failed} onRetry={reload} />;
  if (!late.ready && place.at !== 'bills' && place.at !== 'welcome') {
    return <Loading failed={late.failed} onRetry={late.again} />;
  }
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

function At({ place }: { readonly place: Place }): JSX.Element {
  switch (place.at) {
    case 'welcome':
      return <Welcome />;
    case 'bills':
      return <BillList {...place} />;
    case 'bill':
      return <BillDetail key={place.billId} {...place} />;
    case 'amount':
      return <Amount {...place} />;
    case 'settings':
      return <Settings {...place} />;
    case 'bill-method':
      return <BillMethod {...place} />;
    case 'pay-method':
      return <PayMethod {...place} />;
    case 'agree':
      return <Agree key={JSON.stringify(place)} {...place} />;
    case 'agreed':
      return <Agreed {...place} />;
    case 'accounts':
      return <Accounts />;
    case 'account':
      return <OneAccount {...place} />;
    case 'history':
      return <History {...place} />;
    case 'payment':
      return <OnePayment {...place} />;
    case 'review':
      return <Review {...place} />;
    case 'paying':
      return <Paying {...place} />;
    case 'methods':
      return <MethodList />;
    case 'method':
      return <MethodDetail {...place} />;
    case 'add-card':
      return <AddCard {...place} />;
    case 'add-bank':
      return <AddBank {...place} />;
    case 'link':
      return <LinkAccount {...place} />;
  }
}

type LinkPlace = Extract<Place, { readonly at: 'link' }>;

/** The kit's linking: a company is added, signed in to again, held, or paid with its user there. */
function LinkAccount({ from, billId, methodId }: LinkPlace) {
  const { account, go, reload, follow } = useBills();
  const pays = billId !== undefined && methodId !== undefined;
  const entry = billId === undefined ? undefined : findEntry(account, billId);
  const back: Place = entry ? { at: 'bill', billId: entry.bill._id } : { at: 'bills' };
  const leave = () => {
    void reload();
    go(back);
  };
  // What was linked is asked about once its bills are there.
  const [linked, setLinked] = useState<string>();
  const asks = linked !== undefined && hasToAsk(account, linked);
  useEffect(() => {
    if (linked !== undefined) go(asks ? { at: 'agree', authId: linked } : back);
  }, [linked]);
  return (
    <Linking
      task={
        pays
          ? { items: ['bill', 'payment'], billId, paymentMethodId: methodId }
          : { items: ['bill'] }
      }
      place={from}
      go={(next, how) => {
        if (next.at === 'working') follow(next.authId);
        step({ at: 'link', from: next, billId, methodId } satisfies Place, how);
      }}
      onEnd={async (result) => {
        if (result.kind !== 'linked' || entry) return leave();
        await reload();
        setLinked(result.authId);
      }}
      onBack={leave}
      doneText={say(entry ? 'result.bill' : 'agree.next')}
    />
  );
}
