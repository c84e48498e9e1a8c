/** All places of bill pay but those that it begins with: their code comes after the first screen. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Linking } from '../../kit/linking/flow.tsx';
import { step } from '../../kit/ways/trail.ts';
import { Accounts, OneAccount } from '../accounts.tsx';
import { AddBank } from '../add-bank.tsx';
import { AddCard } from '../add-card.tsx';
import { Amount } from '../amount.tsx';
import { BillMethod } from '../bill-method.tsx';
import { useBills } from '../bills.ts';
import { Agree, hasToAsk } from '../consent/agree.tsx';
import { Agreed } from '../consent/agreed.tsx';
import { findEntry } from '../entry.ts';
import { History, OnePayment } from '../history.tsx';
import { MethodDetail } from '../method-detail.tsx';
import { MethodList } from '../method-list.tsx';
import { PayMethod } from '../pay-method.tsx';
import { Paying } from '../paying.tsx';
import type { Place } from '../place.ts';
import { Review } from '../review.tsx';
import { Settings } from '../settings.tsx';
import { say } from '../text.ts';

type Later = Exclude<Place, { readonly at: 'welcome' | 'bills' | 'bill' }>;

export function LaterPlace({ place }: { readonly place: Later }): JSX.Element {
  switch (place.at) {
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
