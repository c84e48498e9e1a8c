/** The last look at a payment, and the one button that makes it. */

import { dayInstant } from '@billhook/core/dates';
import { moneyText } from '@billhook/core/money';
import { feeCents } from '@billhook/core/payments/surcharge';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { useEffect, useState } from 'preact/hooks';
import { isUndecided, newKey, type Refusal, type Result } from '../kit/api.ts';
import { Fact } from '../kit/fact.tsx';
import { useKit } from '../kit/kit.ts';
import { continueAuth } from '../kit/linking/continue-auth.ts';
import { Logo } from '../kit/logo.tsx';
import { methodName } from '../kit/method-name.ts';
import { problemText } from '../kit/problems.ts';
import { Actions, Notice, Primary, Screen, Secondary } from '../kit/shell.tsx';
import { day, money } from '../kit/text.ts';
import { amountChoices, chargedCents } from './amounts.ts';
import { needsAssignment, payState } from './bill-actions.ts';
import { useBills, useWholeEntry } from './bills.ts';
import { billName, type Entry, findEntry, findMethod } from './entry.ts';
import { Missing } from './missing.tsx';
import { isStanding } from './outcome.ts';
import { assignment, hindranceOf } from './pay-with.ts';
import type { Place } from './place.ts';
import { say } from './text.ts';

type ReviewPlace = Extract<Place, { readonly at: 'review' }>;

const NONE = 'none';

export function Review(place: ReviewPlace) {
  const { billId, methodId, date } = place;
  const { account, go } = useBills();
  const whole = useWholeEntry(billId);
  const listed = findEntry(account, billId);
  const method = findMethod(account, methodId);
  const { busy, problem, pay } = usePay(place, whole, method);
  usePaidAlready(place, whole, busy);
  if (!listed) return <Missing />;
  const { bill } = whole ?? listed;
  const { company } = bill;
  const charged = chargedCents(bill);
  const fee = feeCents(company.fees, method, charged);
  const total = money(moneyText(charged + fee));
  const hindrance = method ? hindranceOf(bill, method) : 'none';
  const wish = { billId, methodId, date };
  const back = () => go({ at: company.userPresenceRequired ? 'pay-method' : 'pay-when', ...wish });
  const assigns = method && !hindrance && needsAssignment(bill, method, account.methods);
  return (
    <Screen name="review" title={say('review.title')} onBack={back}>
      <div class="center">
        <Logo company={company} />
      </div>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <dl>
        <Fact name={say('review.bill')} value={billName(bill)} />
        {bill.dueDate && <Fact name={say('bill.dueDate')} value={day(bill.dueDate)} />}
        <Fact
          name={say('review.when')}
          value={date === undefined ? say('when.now') : day(dayInstant(date))}
        />
        {method && <Fact name={say('pay.method')} value={methodName(method)} />}
        <Fact name={say('pay.amount')} value={money(moneyText(charged))} />
        {fee > 0 && (
          <Fact name={say('pay.fee', { company: company.name })} value={money(moneyText(fee))} />
        )}
        {fee > 0 && <Fact name={say('pay.total')} value={total} />}
      </dl>
      {assigns && <p class="muted">{say('billMethod.done')}</p>}
      {company.userPresenceRequired && (
        <p class="muted">{say('review.present', { company: company.name })}</p>
      )}
      {hindrance && (
        <Notice kind="problem">
          {hindrance === 'none'
            ? say('review.noMethod')
            : say(`method.not.${hindrance}`, { company: company.name })}
        </Notice>
      )}
      <Actions>
        {!hindrance && charged > 0 && (
          <Primary
            text={say(date === undefined ? 'pay.submit' : 'review.schedule', { amount: total })}
            busy={busy || whole === undefined}
            onClick={pay}
          />
        )}
        {amountChoices(bill).length > 1 && (
          <Secondary
            text={say('amount.title')}
            onClick={() => go({ at: 'amount', ...wish, next: 'review' })}
          />
        )}
        <Secondary text={say('review.another')} onClick={() => go({ at: 'pay-method', ...wish })} />
      </Actions>
    </Screen>
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
  useEffect(() => {
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
  const { billId, date, requestKey: key, before = whole?.payment?._id ?? NONE } = place;

  const send = async (entry: Entry, methodId: string): Promise<Result<unknown>> => {
    const { bill } = entry;
    if (method && needsAssignment(bill, method, account.methods)) {
      // This order, with its own day, takes the place of what was declined.
      const assigned = await api(assignment(methodId, billId));
      if (!assigned.ok) return assigned;
    }
    if (bill.company.userPresenceRequired) {
      const task = { items: ['bill', 'payment'] as const, billId, paymentMethodId: methodId };
      return continueAuth(api, bill.auth._id, task, key);
    }
    const payDate = date === undefined ? {} : { payDate: dayInstant(date) };
    const body = { billId, ...payDate };
    return api({ method: 'POST', path: '/payment/schedule', key, body });
  };
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
    go({ at: 'link', from, billId, methodId });
  };
  const refused = async (refusal: Refusal) => {
    // What stands already is shown as it is.
    if (isStanding(refusal.code)) return void reload();
    setProblem(refusalText(refusal));
    void reload();
    if (!isUndecided(refusal.code)) go({ ...place, before, requestKey: newKey() });
  };
  return { busy, problem, pay };
}

function refusalText(refusal: Refusal): string {
  const { code, fields } = refusal;
  if (code === 'invalid_request' && fields.length > 0) return say('when.early');
  if (code === 'statement_already_paid') return say('review.paidAlready');
  return problemText(refusal);
}
