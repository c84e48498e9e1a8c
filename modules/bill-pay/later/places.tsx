/** All places of bill pay but those that it begins with, and those on demand: they come after the first. */
import type { JSX } from 'preact';
import { Amount } from '../amount.tsx';
import { BillDetail } from '../bill-detail.tsx';
import { BillMethod } from '../bill-method.tsx';
import { Agree } from '../consent/agree.tsx';
import { Agreed } from '../consent/agreed.tsx';
import { History, OnePayment } from '../history.tsx';
import { MethodList } from '../method-list.tsx';
import { PayMethod } from '../pay-method.tsx';
import { Paying } from '../paying.tsx';
import type { Place } from '../place.ts';
import { Review } from '../review.tsx';
import { Settings } from '../settings.tsx';

type First = 'welcome' | 'bills';
type OnDemand = 'add-card' | 'add-bank' | 'method' | 'accounts' | 'account' | 'link';
type Later = Exclude<Place, { readonly at: First | OnDemand }>;

export function LaterPlace({ place }: { readonly place: Later }): JSX.Element {
  switch (place.at) {
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
  }
}
