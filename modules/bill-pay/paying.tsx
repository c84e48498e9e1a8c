/** Follows a payment to its end, and tells what became of it. */
import { useEffect, useState } from 'preact/hooks';
import { useKit } from '../kit/kit.ts';
import { Connecting } from '../kit/linking/connecting.tsx';
import { PaymentResult } from '../kit/linking/payment-result.tsx';
import { Notice, Primary, Secondary } from '../kit/shell.tsx';
import { usePoll } from '../kit/use-poll.ts';
import { useSend } from '../kit/use-send.ts';
import { useWorking } from '../kit/use-working.ts';
import { payingMethod } from './bill-actions.ts';
import { useBills } from './bills.ts';
import { type Entry, findEntry, findMethod } from './entry.ts';
import { Missing } from './missing.tsx';
import { Hold } from './on-demand.ts';
import { outcomeOf } from './outcome.ts';
import { hindranceOf } from './pay-with.ts';
import type { Place } from './place.ts';
import { say } from './text.ts';

type Props = Extract<Place, { readonly at: 'paying' }>;

export function Paying({ billId, before }: Props) {
  const { api } = useKit();
  const { account, go, reload } = useBills();
  const [entry, setEntry] = useState<Entry>();
  const [gone, setGone] = useState(false);
  usePoll(`${billId} ${before}`, async () => {
    const result = await api<Entry>({ path: `/bill/${encodeURIComponent(billId)}` });
    if (!result.ok) {
      setGone(result.code === 'bill_not_found');
      return result.code !== 'bill_not_found' && result.code !== 'token_invalid';
    }
    setEntry(result.value);
    return outcomeOf(result.value, before) === 'waiting';
  });
  // It goes on behind, and shows among the bills.
  const leave = () => go({ at: 'bill', billId });
  const working = outcomeOf(entry, before) === 'waiting' && !gone;
  useWorking(working);
  const waits = entry?.payment?.waiting !== undefined && !working;
  useEffect(() => {
    if (!working) void reload();
    // Nothing was paid, and why is said there.
    if (waits) leave();
  }, [working]);
  if (gone) return <Missing />;
  if (entry && !working && !waits) return <Outcome entry={entry} />;
  const company = findEntry(account, billId)?.bill.company;
  return <Connecting purpose="payment" company={company} step="paying" onBack={leave} />;
}

function Outcome({ entry: { bill, payment } }: { readonly entry: Entry }) {
  const { account, go } = useBills();
  const { _id: billId, auth, company } = bill;
  const method =
    findMethod(account, payment?.paymentMethodId) ?? payingMethod(bill, account.methods);
  const toBill = () => go({ at: 'bill', billId });
  const reason = payment?.status === 'held' && payment.reason;
  if (reason) {
    const { _id: authId } = auth;
    const signIn = { at: 'sign-in', companyId: company._id, why: 'again' } as const;
    return (
      <Hold
        {...{ company, authId, reason }}
        onBack={toBill}
        onResumed={() => go({ at: 'link', from: { at: 'working', authId }, billId })}
        actions={{
          relogin: () => go({ at: 'link', from: signIn, billId }),
          card: () => go({ at: 'add-card', billId, next: 'pay' }),
          later: toBill,
          done: toBill,
        }}
      />
    );
  }
  const isDone = payment?.status === 'paid' || payment?.status === 'scheduled';
  return (
    <PaymentResult
      {...{ company, payment, bill, method }}
      doneText={isDone ? say('bills.all') : undefined}
      onBack={toBill}
      onDone={isDone ? () => go({ at: 'bills' }) : toBill}
      more={
        payment?.status === 'declined' ? (
          <AfterDecline entry={{ bill, payment, payments: [] }} />
        ) : (
          isDone && <Secondary text={say('result.bill')} onClick={toBill} />
        )
      }
    />
  );
}

/** Another card in its place, another payment method, or the same again: nothing is entered twice. */
function AfterDecline({ entry: { bill, payment } }: { readonly entry: Entry }) {
  const { account, go, reload } = useBills();
  const { problem, send } = useSend();
  const { _id: billId, company } = bill;
  const declined = findMethod(account, payment?.paymentMethodId);
  const other = account.methods.find((method) => !hindranceOf(bill, method));
  const type = company.requiredPayment ?? declined?.type ?? 'card';
  const retry = async () => {
    const path = `/payment/${encodeURIComponent(declined?._id ?? '')}/retry`;
    if (await send({ path }, reload)) go({ at: 'paying', billId, before: payment?._id });
  };
  return (
    <>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <Primary
        text={say(`method.replace.${type}`)}
        onClick={() => go({ at: `add-${type}`, billId, replaces: declined?._id, next: 'pay' })}
      />
      {other && (
        <Secondary
          text={say('review.another')}
          onClick={() => go({ at: 'pay-method', billId, methodId: other._id })}
        />
      )}
      {declined && <Secondary text={say('action.retry')} onClick={retry} />}
    </>
  );
}
