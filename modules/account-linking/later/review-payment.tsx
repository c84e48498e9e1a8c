/** A payment for which the company wants its user there: looked over, then made in this session. */
import type { Bill } from '@billhook/core/schemas/bill';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { useEffect, useState } from 'preact/hooks';
import '../../kit/amount/text.ts';
import {
  amountLabel,
  ChooseAmount,
  type Chosen,
  standingChoice,
} from '../../kit/amount/choose-amount.tsx';
import { chargedCents, hasMinimum } from '../../kit/amounts.ts';
import { isUndecided, newKey } from '../../kit/api.ts';
import { accountDigits, payeeName } from '../../kit/bill-name.ts';
import { type Charge, chargeOf } from '../../kit/charge.ts';
import { Fact } from '../../kit/fact.tsx';
import { useKit } from '../../kit/kit.ts';
import { beforeTask, readBill } from '../../kit/linking/before.ts';
import { continueAuth } from '../../kit/linking/continue-auth.ts';
import type { Task } from '../../kit/linking/task.ts';
import { type BillState, listMethods } from '../../kit/lists.ts';
import { Logo } from '../../kit/logo.tsx';
import { Amount } from '../../kit/look/amount.tsx';
import { Foot } from '../../kit/look/foot.tsx';
import { methodName } from '../../kit/method-name.ts';
import { Notice, Primary, Screen, Trouble } from '../../kit/shell.tsx';
import { day, money } from '../../kit/text.ts';
import { useSend } from '../../kit/use-send.ts';
import type { Place } from '../place.ts';
import { say } from '../text.ts';
import { NothingDue } from './due-bill.tsx';

type Props = { readonly task: Task; readonly onPlace: (place: Place) => void };

type Loaded = { readonly state: BillState; readonly method?: PaymentMethod };

export function ReviewPayment({ task, onPlace }: Props) {
  const [loaded, again] = useLoaded(task, onPlace);
  const title = say('review.title');
  if (!loaded) return <Screen name="review-loading" title={title} />;
  if (loaded === 'gone') {
    return <Trouble name="review-gone" title={say('pay.none.title')} text={say('pay.gone')} />;
  }
  if (loaded === 'failed') {
    const text = say('problem.general');
    return <Trouble name="review-failed" {...{ title, text }} onRetry={again} />;
  }
  const { bill } = loaded.state;
  if (chargedCents(bill) <= 0 && !scheduledFor(loaded.state)) {
    return <NothingDue company={bill.company} text={say('review.nothing')} />;
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
    const { _id: billId, auth } = state.bill;
    // What is being paid already is watched, not paid again.
    if (state.payment?.status === 'pending') {
      onPlace({ at: 'pay', from: { at: 'working', authId: auth._id }, billId });
    }
    const method =
      methods.find((one) => one._id === task.paymentMethodId) ??
      methods.find(({ assignedBills }) => assignedBills.includes(billId)) ??
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
  const { close, look } = useKit();
  const { state, method } = loaded;
  const { bill } = state;
  const { company } = bill;
  const hindrance = hindranceOf(state, method);
  const [choice, setChoice] = useState<Chosen>();
  const chosen = choice ?? standingChoice(bill);
  // While what is typed is no amount, there is nothing to pay, and nothing is agreed to.
  const charge = chargeOf(bill, method, { amount: chosen.amount ?? '0.00' });
  const { total } = charge;
  const pays = charge.amount !== '0.00';
  const { busy, problem, pay } = usePay(task, { loaded, chosen, onPlace });
  const digits = accountDigits(bill);
  const account = digits && say('review.account', { digits });
  const names = { company: company.name };
  return (
    <Screen
      name="review"
      title={say('pay.title', names)}
      mark={<Logo company={company} />}
      under={[bill.customLabel, account].filter(Boolean).join(' · ')}
    >
      {problem && <Notice kind="problem">{problem}</Notice>}
      {pays && (
        <Amount
          label={say('pay.total')}
          amount={total}
          detail={bill.dueDate && say('review.due', { date: day(bill.dueDate) })}
        />
      )}
      {!hindrance && <ChooseAmount {...{ bill, chosen }} onChange={setChoice} />}
      {pays && <Facts {...{ bill, method, chosen, charge }} />}
      {hindrance && <Notice kind="problem">{hindrance}</Notice>}
      <Foot
        legal={
          !hindrance &&
          method &&
          pays &&
          say(`pay.once.${method.type}`, {
            ...{ when: say('pay.today'), partner: look.name, company: payeeName(bill) },
            ...{ method: methodName(method), amount: money(total) },
          })
        }
      >
        {hindrance ? (
          <Primary text={say('action.backTo', { partner: look.name })} onClick={() => close()} />
        ) : (
          <Primary
            text={busy ? `${say('work.paying')}…` : say('pay.submit', { amount: money(total) })}
            busy={busy}
            disabled={!pays}
            onClick={pay}
          />
        )}
      </Foot>
    </Screen>
  );
}

type FactsProps = {
  readonly bill: Bill;
  readonly method: PaymentMethod | undefined;
  readonly chosen: Chosen;
  readonly charge: Charge;
};

function Facts({ bill, method, chosen: { kind }, charge }: FactsProps) {
  const { company } = bill;
  const isNamed = hasMinimum(bill) && kind !== undefined && kind !== 'custom';
  return (
    <dl>
      <Fact name={say('review.bill')} value={payeeName(bill)} />
      {method && <Fact name={say('pay.method')} value={methodName(method)} />}
      <Fact
        name={isNamed ? amountLabel(bill, kind) : say('pay.amount')}
        value={money(charge.amount)}
      />
      {charge.fee && (
        <Fact name={say('pay.fee', { company: company.name })} value={money(charge.fee)} />
      )}
      <Fact sum name={say('pay.total')} value={money(charge.total)} />
    </dl>
  );
}

type Paid = Pick<Props, 'onPlace'> & { readonly loaded: Loaded; readonly chosen: Chosen };

function usePay(task: Task, { loaded, chosen, onPlace }: Paid) {
  const { api, clientId } = useKit();
  const { state, method } = loaded;
  const { bill, payment } = state;
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
    // What was shown, without the fee: the company may owe more by the time that it has let us in.
    const paying = {
      ...{ billId: bill._id, paymentMethodId: method?._id },
      maxAmount: chosen.amount ?? '',
      ...(chosen.own && { amount: chosen.amount }),
    };
    let before = '';
    const done = await send(async () => {
      // One that waits for its user is made now, with them.
      if (payment?.waiting) {
        const body = { billId: bill._id };
        const gone = await api({ method: 'POST', path: '/payment/cancel', body });
        if (!gone.ok && gone.code !== 'payment_not_scheduled') return gone;
      }
      before = await beforeTask(api, clientId, task);
      return continueAuth(api, authId, { ...task, ...paying }, { key });
    });
    if (done) onPlace({ at: 'pay', from: { at: 'working', authId, before }, ...paying });
  };
  return { busy, problem, pay };
}

/** The day of a payment that will be made without anybody doing anything more. */
function scheduledFor({ payment }: BillState): string | undefined {
  return payment?.status === 'scheduled' && !payment.waiting ? payment.payDate : undefined;
}

/** Why it cannot be paid now. */
function hindranceOf(state: BillState, method: PaymentMethod | undefined): string | undefined {
  const { company } = state.bill;
  const date = scheduledFor(state);
  if (date) return say('review.scheduled', { date: day(date) });
  if (!method) return say('review.noMethod');
  const wanted = company.requiredPayment;
  if (wanted && method.type !== wanted) return say(`review.${wanted}`, { company: company.name });
  return method.status === 'verified'
    ? undefined
    : say('review.declined', { method: methodName(method) });
}
