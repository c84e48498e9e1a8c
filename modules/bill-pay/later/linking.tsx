/** What comes only for those who link or unlink an account, or whose company wants something of them. */
import { useEffect, useState } from 'preact/hooks';
import { newKey } from '../../kit/api.ts';
import { Linking } from '../../kit/linking/flow.tsx';
import { PaymentOutcome } from '../../kit/linking/payment-outcome.tsx';
import { step } from '../../kit/ways/trail.ts';
import { useBills } from '../bills.ts';
import { hasToAsk } from '../consent/agree.tsx';
import { findEntry } from '../entry.ts';
import { type Place, reviewPlace } from '../place.ts';
import { say } from '../text.ts';

export { Hold } from '../../kit/linking/hold.tsx';
export { Accounts, OneAccount } from '../accounts/accounts.tsx';

type LinkPlace = Extract<Place, { readonly at: 'link' }>;

/** The kit's linking: a company is added, signed in to again, held, or paid with its user there. */
export function LinkAccount({ at, from, ...paying }: LinkPlace) {
  const { account, go, reload, follow } = useBills();
  const { billId, methodId, maxAmount, amount } = paying;
  const pays = billId !== undefined && methodId !== undefined && maxAmount !== undefined;
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
          ? { items: ['bill', 'payment'], billId, paymentMethodId: methodId, maxAmount, amount }
          : { items: ['bill'] }
      }
      Paid={PaymentOutcome}
      place={from}
      go={(next, how) => {
        if (next.at === 'working') follow(next.authId);
        step({ at, from: next, ...paying } satisfies Place, how);
      }}
      onEnd={async (result) => {
        if (result.kind !== 'linked' || entry) return leave();
        await reload();
        setLinked(result.authId);
      }}
      onReview={() => go(reviewPlace({ billId: billId ?? '', methodId }, newKey))}
      onBack={leave}
      doneText={say(entry ? 'result.bill' : 'agree.next')}
    />
  );
}
