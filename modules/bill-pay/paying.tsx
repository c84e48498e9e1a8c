/** Follows a payment to its end, and tells what became of it. */
import { useEffect, useState } from 'preact/hooks';
import { Hold } from '../kit/hold.tsx';
import { useKit } from '../kit/kit.ts';
import { Connecting } from '../kit/linking/connecting.tsx';
import { Success } from '../kit/linking/done.tsx';
import { methodName } from '../kit/method-name.ts';
import { Actions, Notice, OutLink, Primary, Screen, Secondary } from '../kit/shell.tsx';
import { day, money, say } from '../kit/text.ts';
import { useLoginUrl } from '../kit/use-login-url.ts';
import { usePoll } from '../kit/use-poll.ts';
import { useBills } from './bills.ts';
import { type Entry, findEntry, findMethod } from './entry.ts';
import { Missing } from './missing.tsx';
import { outcomeOf } from './outcome.ts';
import { hindranceOf } from './pay-with.ts';
import type { Place } from './place.ts';
import { useSend } from './use-send.ts';

type Props = Extract<Place, { readonly at: 'paying' }>;

export function Paying({ billId, before }: Props) {
  const { api, setWorking } = useKit();
  const { account, reload } = useBills();
  const [entry, setEntry] = useState<Entry>();
  const [gone, setGone] = useState(false);
  const outcome = outcomeOf(entry, before);
  usePoll(`${billId} ${before}`, async () => {
    const result = await api<Entry>({ path: `/bill/${encodeURIComponent(billId)}` });
    if (!result.ok) {
      setGone(result.code === 'bill_not_found');
      return result.code !== 'bill_not_found' && result.code !== 'token_invalid';
    }
    setEntry(result.value);
    return outcomeOf(result.value, before) === 'waiting';
  });
  const working = outcome === 'waiting' && !gone;
  useEffect(() => {
    setWorking(working);
    if (!working) void reload();
    return () => setWorking(false);
  }, [setWorking, working]);
  if (gone) return <Missing />;
  if (!entry || outcome === 'waiting') {
    const company = findEntry(account, billId)?.bill.company.name;
    return <Connecting purpose="payment" company={company} step="paying" />;
  }
  switch (outcome) {
    case 'paid':
    case 'scheduled':
      return <Receipt entry={entry} />;
    case 'declined':
      return <Declined entry={entry} />;
    case 'held':
      return <Held entry={entry} />;
    case 'cancelled':
      return <Cancelled entry={entry} />;
  }
}

type EntryProps = { readonly entry: Entry };

function useNames({ bill, payment }: Entry) {
  const { account } = useBills();
  const method = findMethod(account, payment?.paymentMethodId);
  return {
    company: bill.company.name,
    method: method ? methodName(method) : say('method.some'),
    amount: payment?.amount ? money(payment.amount) : '',
    date: day(payment?.payDate ?? new Date().toISOString()),
  };
}

function Receipt({ entry }: EntryProps) {
  const { go } = useBills();
  const names = useNames(entry);
  const kind = entry.payment?.status === 'paid' ? 'receipt' : 'scheduled';
  const toBill = () => go({ at: 'bill', billId: entry.bill._id });
  return (
    <Success
      name={kind === 'receipt' ? 'paid' : 'scheduled'}
      title={say(`pay.${kind}.title`, names)}
      doneText={say('link.done')}
      onDone={() => go({ at: 'bills' })}
      more={<Secondary text={say('result.bill')} onClick={toBill} />}
    >
      <p>{say(`pay.${kind}.body`, names)}</p>
      {entry.payment && (
        <p class="muted">{say('hold.reference', { reference: entry.payment._id })}</p>
      )}
    </Success>
  );
}

function Declined({ entry: { bill, payment } }: EntryProps) {
  const { account, go, reload } = useBills();
  const names = useNames({ bill, payment, payments: [] });
  const { problem, send } = useSend();
  const { _id: billId } = bill;
  const declined = findMethod(account, payment?.paymentMethodId);
  const other = account.methods.find((method) => !hindranceOf(bill, method));
  const type = bill.company.requiredPayment ?? declined?.type ?? 'card';
  const retry = async () => {
    const path = `/payment/${encodeURIComponent(declined?._id ?? '')}/retry`;
    if (await send({ path }, reload)) go({ at: 'paying', billId, before: payment?._id });
  };
  return (
    <Screen
      name="payment-declined"
      title={say('pay.declined.title', names)}
      onBack={() => go({ at: 'bill', billId })}
    >
      {problem && <Notice kind="problem">{problem}</Notice>}
      <p>{say('pay.declined.body', names)}</p>
      {declined && <p class="muted">{say('declined.more')}</p>}
      <Actions>
        <Primary
          text={say(type === 'card' ? 'method.replace' : 'method.replaceBank')}
          onClick={() => go({ at: `add-${type}`, billId, replaces: declined?._id, next: 'pay' })}
        />
        {other && (
          <Secondary
            text={say('review.another')}
            onClick={() => go({ at: 'pay-method', billId, methodId: other._id })}
          />
        )}
        {declined && <Secondary text={say('method.retry')} onClick={retry} />}
        <Secondary text={say('declined.later')} onClick={() => go({ at: 'bill', billId })} />
      </Actions>
    </Screen>
  );
}

/** Why the company held it; without a reason nobody knows yet, and nothing is to be paid twice. */
function Held({ entry }: EntryProps) {
  const { go } = useBills();
  const names = useNames(entry);
  const { bill, payment } = entry;
  const { _id: billId, auth, company } = bill;
  const url = useLoginUrl(company._id);
  const toBill = () => go({ at: 'bill', billId });
  if (payment?.reason) {
    return (
      <Hold
        company={company}
        authId={auth._id}
        reason={payment.reason}
        onBack={toBill}
        onResumed={() => go({ at: 'link', from: { at: 'working', authId: auth._id }, billId })}
        actions={{
          relogin: () =>
            go({
              at: 'link',
              from: { at: 'sign-in', companyId: company._id, why: 'again' },
              billId,
            }),
          card: () => go({ at: 'add-card', billId, next: 'pay' }),
          later: toBill,
          done: toBill,
        }}
      />
    );
  }
  return (
    <Screen name="payment-unknown" title={say('pay.unknown.title', names)} onBack={toBill}>
      <p>{say('pay.unknown.body', names)}</p>
      <Actions>
        {url && (
          <OutLink href={url} text={say('hold.action.check', { company: company.name })} button />
        )}
        <Primary text={say('action.done')} onClick={toBill} />
      </Actions>
    </Screen>
  );
}

function Cancelled({ entry }: EntryProps) {
  const { go } = useBills();
  const names = useNames(entry);
  const toBill = () => go({ at: 'bill', billId: entry.bill._id });
  return (
    <Screen name="payment-cancelled" title={say('pay.cancelled.title', names)} onBack={toBill}>
      <p>{say('pay.cancelled.body', names)}</p>
      <Actions>
        <Primary text={say('action.done')} onClick={toBill} />
      </Actions>
    </Screen>
  );
}
