/** The last look at a payment: company, account, day, method, fee and total, and the one button that makes it. */
import { addDays, dayInstant, dayOf } from '@billhook/core/base/dates';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { amountKey } from '../kit/amounts.ts';
import { isUndecided, newKey, type Refusal, type Result } from '../kit/api.ts';
import { payeeName } from '../kit/bill-name.ts';
import { chargeOf } from '../kit/charge.ts';
import { Fact } from '../kit/fact.tsx';
import { useKit } from '../kit/kit.ts';
import { continueAuth } from '../kit/linking/continue-auth.ts';
import { Logo } from '../kit/logo.tsx';
import { Amount } from '../kit/look/amount.tsx';
import { Foot } from '../kit/look/foot.tsx';
import { Row, Rows } from '../kit/look/rows.tsx';
import { methodName } from '../kit/method-name.ts';
import { problemText } from '../kit/problems.ts';
import { Notice, Primary, Screen } from '../kit/shell.tsx';
import { money } from '../kit/text.ts';
import { isForOnce, payState } from './bill-actions.ts';
import { underOf } from './bill-detail.tsx';
import { useBills, useWholeEntry } from './bills.ts';
import { shortDay } from './days.ts';
import { type Entry, findEntry, findMethod } from './entry.ts';
import { Missing } from './missing.tsx';
import { isStanding } from './outcome.ts';
import { dateProblem } from './pay-date.ts';
import { PayDay } from './pay-day.tsx';
import { hindranceOf } from './pay-with.ts';
import { type Place, reviewPlace } from './place.ts';
import { methodIcons } from './row.tsx';
import { say } from './text.ts';

type ReviewPlace = Extract<Place, { readonly at: 'review' }>;

const NONE = 'none';

export function Review(place: ReviewPlace) {
  const { billId, methodId, date, amount } = place;
  const { account, go } = useBills();
  const whole = useWholeEntry(billId);
  const listed = findEntry(account, billId);
  const method = findMethod(account, methodId);
  const { busy, problem, pay } = usePay(place, whole, method);
  const [isOpen, setOpen] = useState(false);
  usePaidAlready(place, whole, busy);
  if (!listed) return <Missing />;
  const { bill } = whole ?? listed;
  const { company } = bill;
  const charge = chargeOf(bill, method, { amount });
  const { fee, total } = charge;
  const hindrance = method ? hindranceOf(bill, method) : 'none';
  const wish = { billId, methodId, date, amount };
  const tomorrow = addDays(dayOf(Date.now()), 1);
  const isDay = !isOpen && (date === undefined || dateProblem(date, tomorrow) === undefined);
  const isToday = date === undefined && !isOpen;
  const submit = busy
    ? `${say(isToday ? 'work.paying' : 'review.scheduling')}…`
    : say(isToday ? 'pay.submit' : 'review.schedule', { amount: money(total) });
  return (
    <Screen
      name="review"
      title={say('pay.title', { company: company.name })}
      mark={<Logo company={company} />}
      under={underOf({ bill })}
      onBack={() => go({ at: 'bill', billId })}
    >
      {problem && <Notice kind="problem">{problem}</Notice>}
      <Amount label={say('pay.total')} amount={total} />
      {!company.userPresenceRequired && (
        <PayDay
          bill={bill}
          date={date}
          onOpen={setOpen}
          onChange={(day) => go(reviewPlace({ ...wish, date: day }, newKey))}
        />
      )}
      <Rows>
        <Row
          icon={methodIcons[method?.type ?? 'card']}
          title={method ? methodName(method) : say('billMethod.choose')}
          detail={say('review.change')}
          onClick={() => go({ at: 'pay-method', ...wish })}
        />
      </Rows>
      <dl>
        <Fact name={say('review.bill')} value={payeeName(bill)} />
        <Fact name={say(amountKey(bill, charge.amount))} value={money(charge.amount)} />
        {fee && <Fact name={say('pay.fee', { company: company.name })} value={money(fee)} />}
        <Fact sum name={say('pay.total')} value={money(total)} />
      </dl>
      <Remarks bill={bill} method={method} hindrance={hindrance} />
      <Foot
        legal={method && isDay && <Once bill={bill} method={method} date={date} total={total} />}
      >
        {!hindrance && charge.amount !== '0.00' && (
          <Primary
            text={submit}
            busy={busy || whole === undefined}
            disabled={!isDay}
            onClick={pay}
          />
        )}
      </Foot>
    </Screen>
  );
}

/** One payment, on one day, by one method: what pressing the button means. */
function Once({
  bill,
  method,
  date,
  total,
}: {
  readonly bill: Entry['bill'];
  readonly method: PaymentMethod;
  readonly date: string | undefined;
  readonly total: string;
}) {
  const { look } = useKit();
  const when =
    date === undefined ? say('pay.today') : say('review.on', { date: shortDay(dayInstant(date)) });
  return (
    <>
      {say(`pay.once.${method.type}`, {
        ...{ when, partner: look.name, company: payeeName(bill) },
        ...{ method: methodName(method), amount: money(total) },
      })}
    </>
  );
}

type RemarkProps = {
  readonly bill: Entry['bill'];
  readonly method: PaymentMethod | undefined;
  readonly hindrance: ReturnType<typeof hindranceOf> | 'none';
};

function Remarks({ bill, method, hindrance }: RemarkProps) {
  const { account } = useBills();
  const { company } = bill;
  const isOnce = !hindrance && isForOnce(bill, method, account.methods);
  const names = { company: company.name };
  return (
    <>
      {isOnce && <p class="muted">{say('review.isOnce', { method: methodName(method) })}</p>}
      {company.userPresenceRequired && <p class="muted">{say('review.present', names)}</p>}
      {hindrance && (
        <Notice kind="problem">
          {hindrance === 'none' ? say('review.noMethod') : say(`method.not.${hindrance}`, names)}
        </Notice>
      )}
    </>
  );
}

/**
 * A page that was reloaded after its request went out, or opened twice: what was paid or scheduled
 * meanwhile is shown, and not offered to be paid again.
 */
function usePaidAlready(place: ReviewPlace, whole: Entry | undefined, busy: boolean): void {
  const { go } = useBills();
  const { billId, before } = place;
  const newest = whole?.payment?._id ?? NONE;
  // At once: after the next frame, this place would take that of a day chosen meanwhile.
  useLayoutEffect(() => {
    if (!whole || busy) return;
    const state = payState(whole);
    if (before !== undefined && newest !== before) go({ at: 'paying', billId, before });
    else if (state !== 'pay') go({ at: 'bill', billId });
    else if (before === undefined) go({ ...place, before: newest });
  }, [whole, busy]);
}

function usePay(place: ReviewPlace, whole: Entry | undefined, method: PaymentMethod | undefined) {
  const { api, setWorking } = useKit();
  const { account, go, reload, follow } = useBills();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { billId, date, amount, requestKey: key } = place;
  const { before = whole?.payment?._id ?? NONE } = place;
  // Another day may be chosen while the answer is on its way.
  const shown = useRef(place);
  shown.current = place;

  const send = async (entry: Entry, methodId: string): Promise<Result<unknown>> => {
    const { bill } = entry;
    if (bill.company.userPresenceRequired) {
      // Its payment begins once its company has let us in.
      const shown = { maxAmount: maxAmountOf(bill), amount };
      const asked = { billId, paymentMethodId: methodId, ...shown };
      const task = { items: ['bill', 'payment'] as const, ...asked };
      return continueAuth(api, bill.auth._id, task, { key });
    }
    // What pays the bill otherwise stays.
    const ownId = isForOnce(bill, method, account.methods) ? methodId : undefined;
    const payDate = date === undefined ? {} : { payDate: dayInstant(date) };
    // More may be owed than the page knows of: then it waits for its user.
    const body = {
      billId,
      ...payDate,
      maxAmount: maxAmountOf(bill),
      amount,
      paymentMethodId: ownId,
    };
    return api({ method: 'POST', path: '/payment/schedule', key, body });
  };
  /** What the user was shown, without the fee: more is never paid. */
  const maxAmountOf = (bill: Entry['bill']) => chargeOf(bill, method, { amount }).amount;
  const pay = async () => {
    if (busy || !whole || !method) return;
    setBusy(true);
    setWorking(true);
    setProblem(undefined);
    const result = await send(whole, method._id);
    setWorking(false);
    if (result.ok) return begun(whole, method._id);
    setBusy(false);
    await refused(result);
  };
  const begun = (entry: Entry, methodId: string) => {
    const { auth, company } = entry.bill;
    if (!company.userPresenceRequired) return go({ at: 'paying', billId, before });
    follow(auth._id);
    const from = { at: 'working', authId: auth._id, before } as const;
    go({ at: 'link', from, billId, methodId, maxAmount: maxAmountOf(entry.bill), amount });
  };
  const refused = async (refusal: Refusal) => {
    // What stands already is shown as it is.
    if (isStanding(refusal.code)) return void reload();
    setProblem(refusalText(refusal));
    void reload();
    if (!isUndecided(refusal.code)) go({ ...shown.current, before, requestKey: newKey() });
  };
  return { busy, problem, pay };
}

function refusalText(refusal: Refusal): string {
  const { code, fields } = refusal;
  if (code === 'invalid_request' && fields.length > 0) return say('when.early');
  if (code === 'statement_already_paid') return say('review.paidAlready');
  return problemText(refusal);
}
