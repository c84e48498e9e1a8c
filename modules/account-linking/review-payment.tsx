/** A payment for which the company wants its user there: looked over, then made in this session. */

import { feeCents } from '@billhook/core/payments/surcharge';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { useEffect, useState } from 'preact/hooks';
import { isUndecided, newKey } from '../kit/api.ts';
import { Fact } from '../kit/fact.tsx';
import { useKit } from '../kit/kit.ts';
import { beforeTask, readBill } from '../kit/linking/before.ts';
import { continueAuth } from '../kit/linking/continue-auth.ts';
import type { Place, Task } from '../kit/linking/task.ts';
import { type BillState, listMethods } from '../kit/lists.ts';
import { Logo } from '../kit/logo.tsx';
import { Amount } from '../kit/look/amount.tsx';
import { methodName } from '../kit/method-name.ts';
import { Actions, Notice, Primary, Screen, Trouble } from '../kit/shell.tsx';
import { day, money } from '../kit/text.ts';
import { useSend } from '../kit/use-send.ts';
import { say } from './text.ts';

type Props = { readonly task: Task; readonly onPlace: (place: Place) => void };

type Loaded = { readonly state: BillState; readonly method?: PaymentMethod };

export function ReviewPayment({ task, onPlace }: Props) {
  const [loaded, again] = useLoaded(task, onPlace);
  const title = say('review.title');
  if (!loaded) return <Screen name="review-loading" title={title} />;
  if (loaded === 'gone') return <Trouble name="review-gone" title={title} text={say('pay.gone')} />;
  if (loaded === 'failed') {
    const text = say('problem.general');
    return <Trouble name="review-failed" {...{ title, text }} onRetry={again} />;
  }
  return <Review {...{ task, onPlace, loaded }} />;
}

/** The bill with what pays it, or why they are not shown. */
function useLoaded(task: Task, onPlace: Props['onPlace']) {
  const { api, clientId } = useKit();
  const [loaded, setLoaded] = useState<Loaded | 'gone' | 'failed'>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    load().then(setLoaded);
  }, [round]);
  const load = async (): Promise<Loaded | 'gone' | 'failed'> => {
    const [read, methods] = await Promise.all([
      readBill(api, task.billId ?? ''),
      listMethods(api, clientId),
    ]);
    if (!read.ok && read.code === 'bill_not_found') return 'gone';
    if (!read.ok || !methods) return 'failed';
    const state = read.value;
    // What is being paid already is watched, not paid again.
    if (state.payment?.status === 'pending') {
      onPlace({ at: 'working', authId: state.bill.auth._id });
    }
    const { _id } = state.bill;
    const method =
      methods.find((one) => one._id === task.paymentMethodId) ??
      methods.find(({ assignedBills }) => assignedBills.includes(_id)) ??
      methods.find((one) => one.default);
    const wrong = task.paymentMethodId !== undefined && method?._id !== task.paymentMethodId;
    return wrong ? 'gone' : { state, method };
  };
  const again = () => {
    setLoaded(undefined);
    setRound(round + 1);
  };
  return [loaded, again] as const;
}

function Review({ task, onPlace, loaded }: Props & { readonly loaded: Loaded }) {
  const { api, clientId } = useKit();
  const { state, method } = loaded;
  const { bill } = state;
  // One until it was decided about: pressed twice, it is paid once.
  const [key, setKey] = useState(newKey);
  // What the account needs first, its own screen says.
  const { busy, problem, send } = useSend(
    { auth_not_verified: true, invalid_form: true },
    ({ code }) => {
      if (!isUndecided(code)) setKey(newKey());
      return false;
    },
  );
  const pay = async () => {
    const authId = bill.auth._id;
    const asked = method ? { ...task, paymentMethodId: method._id } : task;
    let before = '';
    const done = await send(async () => {
      before = await beforeTask(api, clientId, task);
      return continueAuth(api, authId, asked, key);
    });
    if (done) onPlace({ at: 'working', authId, before });
  };
  const amount = bill.customPaymentAmount ?? bill.balance ?? '0.00';
  const cents = Math.round(Number(amount) * 100);
  const fee = feeCents(bill.company.fees, method, cents);
  const total = String((cents + fee) / 100);
  const declined = method !== undefined && method.status !== 'verified';
  const hindrance = cents > 0 ? reviewHindrance(method, declined) : say('review.nothing');
  return (
    <Screen
      name="review"
      title={say('pay.title', { company: bill.company.name })}
      mark={<Logo company={bill.company} />}
      under={bill.customLabel ?? ''}
    >
      {problem && <Notice kind="problem">{problem}</Notice>}
      {cents > 0 && (
        <Amount
          label={say('pay.total')}
          amount={total}
          detail={bill.dueDate && say('review.due', { date: day(bill.dueDate) })}
        />
      )}
      <dl>
        <Fact name={say('pay.amount')} value={money(amount)} />
        {method && <Fact name={say('pay.method')} value={methodName(method)} />}
        {fee > 0 && (
          <Fact
            name={say('pay.fee', { company: bill.company.name })}
            value={money(String(fee / 100))}
          />
        )}
        {fee > 0 && <Fact sum name={say('pay.total')} value={money(total)} />}
      </dl>
      {hindrance ? (
        <Notice kind="problem">{hindrance}</Notice>
      ) : (
        <Actions>
          <Primary text={say('pay.submit', { amount: money(total) })} busy={busy} onClick={pay} />
        </Actions>
      )}
    </Screen>
  );
}

function reviewHindrance(method: PaymentMethod | undefined, declined: boolean): string | undefined {
  if (!method) return say('review.noMethod');
  return declined ? say('review.declined', { method: methodName(method) }) : undefined;
}
