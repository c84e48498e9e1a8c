/** Says what a method will pay, how much and when, and asks what nobody has agreed to yet. */
import type { Costing } from '@billhook/core/payment/surcharge';
import { useRef, useState } from 'preact/hooks';
import { amountKey } from '../../kit/amounts.ts';
import { fullName, payeeName } from '../../kit/bill-name.ts';
import { chargeOf, chargeText } from '../../kit/charge.ts';
import { agreementText } from '../../kit/consent/agreement.ts';
import { Choices, type Problems } from '../../kit/fields.tsx';
import { useKit } from '../../kit/kit.ts';
import { Quiet } from '../../kit/look/foot.tsx';
import { alertIcon } from '../../kit/look/icons.ts';
import { Status } from '../../kit/look/status.tsx';
import { Actions, OutLink, Primary } from '../../kit/shell.tsx';
import { money } from '../../kit/text.ts';
import { shortDay } from '../days.ts';
import { say } from '../text.ts';
import { type AgreementKind, agreements } from './agreements.ts';
import {
  covered,
  type Decided,
  type Decision,
  dueToday,
  orderedToday,
  type Plan,
  type Planned,
  paidNext,
} from './plan.ts';

type MethodType = 'card' | 'bank';

export type Asking = {
  readonly decision: Decision;
  readonly set: (next: Decision) => void;
  /** With the button that was pressed. */
  readonly decided: () => Decided;
  readonly press: (automatic: boolean) => void;
  /** Under which text: that of the button. */
  readonly kind: () => AgreementKind;
  readonly kindFor: (automatic: boolean) => AgreementKind;
  readonly type: MethodType | undefined;
  /** What has to be answered first, by the field's name. */
  readonly unanswered: () => Problems;
};

/** @param type what will pay; nothing where that is chosen later. */
export function useAsking(plan: Plan, type: MethodType | undefined): Asking {
  const [decision, set] = useState<Decision>({ today: {}, uses: {} });
  const automatic = useRef(false);
  const kindFor = (chosen: boolean) => {
    if (type === undefined) return 'rule';
    return covered(plan, { ...decision, automatic: chosen }).length > 0
      ? type
      : (`${type}Once` as const);
  };
  return {
    ...{ decision, set, kindFor, type },
    decided: () => ({ ...decision, automatic: automatic.current }),
    press: (chosen) => {
      automatic.current = chosen;
    },
    kind: () => kindFor(automatic.current),
    unanswered: () =>
      Object.fromEntries(
        plan.required
          .filter(({ bill }) => decision.uses[bill._id] === undefined)
          .map(({ bill }) => [`use-${bill._id}`, say('consent.choose')]),
      ),
  };
}

type Props = {
  readonly plan: Plan;
  readonly asking: Asking;
  /** Above it: what the card should do. */
  readonly title?: string;
  /** Where nothing would be paid. */
  readonly none?: string;
  /** What pays, as far as it is known, where no choice of it says its fee. */
  readonly method?: Costing;
  readonly problems?: Problems;
};

export function Ask({ plan, asking, title, none, method, problems = {} }: Props) {
  const { standing, offered, required, yours, others } = plan;
  const { decision, set } = asking;
  const isEmpty = standing.length + offered.length + required.length === 0;
  const agreed = paidNext(standing, decision);
  return (
    <section>
      {title && <h2>{title}</h2>}
      {agreed.length > 0 && (
        <>
          <p>{say('consent.standing')}</p>
          <PlannedList of={agreed} method={method} />
        </>
      )}
      {offered.length > 0 && <Offer {...{ offered, decision, method }} />}
      {required.map((planned) => (
        <Required key={planned.bill._id} {...{ planned, decision, set, method, problems }} />
      ))}
      {dueToday(plan).map((planned) => (
        <Today key={planned.bill._id} {...{ planned, decision, set, method }} />
      ))}
      {yours.map((bill) => (
        <p key={bill._id}>
          <Status
            icon={alertIcon}
            tone="warning"
            text={say('consent.overdue', { bill: fullName(bill) })}
          />
        </p>
      ))}
      {!isEmpty && others.length > 0 && (
        <p class="muted">{say('consent.others', { bills: others.map(fullName).join(', ') })}</p>
      )}
      {isEmpty && none && <p class="muted">{none}</p>}
    </section>
  );
}

type OfferProps = Pick<Asking, 'decision'> & {
  readonly offered: readonly Planned[];
  readonly method: Costing | undefined;
};

/** What is paid first, unless its user pays that, and the rule for what follows. */
function Offer({ offered, decision, method }: OfferProps) {
  const [first, ...others] = offered.map(({ bill }) => bill.settings.schedule);
  const same = first !== undefined && others.every((schedule) => schedule === first);
  const schedule = say(same ? `rule.${first}` : 'rule.mixed');
  const paid = paidNext(offered, decision);
  if (paid.length === 0) return <p>{say('consent.offerRule', { schedule })}</p>;
  return (
    <>
      <p>{say('consent.offer', { schedule })}</p>
      <PlannedList of={paid} method={method} />
    </>
  );
}

type ListProps = { readonly of: readonly Planned[]; readonly method?: Costing };

/** "Regular Company 1 ••2207, $500.00 · Dec 1". */
export function PlannedList({ of, method }: ListProps) {
  return (
    <span class="planned">
      {of.map((planned) => {
        const charge = chargePlanned(planned, method);
        return (
          <span key={planned.bill._id} class="split">
            <span dir="auto">{fullName(planned.bill)}</span>
            <span class="number">
              {[calledOf(planned), money(charge.total), shortDay(planned.payDate)]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {charge.fee && <span>{feeText(charge)}</span>}
          </span>
        );
      })}
    </span>
  );
}

/** A minimum is called that, where it is agreed to. */
function calledOf({ bill, amount }: Planned): string | undefined {
  const key = amountKey(bill, amount);
  return key === 'pay.amount' ? undefined : say(key);
}

/** "Minimum, $19.08". */
function amountText(planned: Planned, method: Costing | undefined): string {
  const charge = chargeText(chargePlanned(planned, method));
  return [calledOf(planned), charge].filter(Boolean).join(', ');
}

function chargePlanned({ bill, amount, payDate }: Planned, method: Costing | undefined) {
  return chargeOf(bill, method, { amount, date: payDate });
}

/** The part of the total that its company takes besides. */
function feeText({ fee, isMost }: ReturnType<typeof chargePlanned>): string | undefined {
  return fee && say(isMost ? 'method.feeMost' : 'method.feeIn', { fee: money(fee) });
}

type OneProps = Pick<Asking, 'decision' | 'set'> & {
  readonly planned: Planned;
  readonly method: Costing | undefined;
};

/** What would be paid at once is asked by itself, and is not wanted unless somebody says so. */
function Today({ planned, decision, set, method }: OneProps) {
  const { bill } = planned;
  const { today } = decision;
  const charge = chargePlanned(planned, method);
  const amount = money(charge.total);
  return (
    <Choices
      name={`today-${bill._id}`}
      legend={say('consent.today', { bill: fullName(bill), amount })}
      choices={[
        { value: 'no', label: say('consent.notToday') },
        { value: 'yes', label: say('consent.payToday'), amount, detail: feeText(charge) },
      ]}
      value={today[bill._id] ? 'yes' : 'no'}
      onChange={(value) => set({ ...decision, today: { ...today, [bill._id]: value === 'yes' } })}
    />
  );
}

/** Its company takes automatic payments only: this method is for it, or none is for now. */
function Required({
  planned,
  decision,
  set,
  method,
  problems,
}: OneProps & { readonly problems: Problems }) {
  const { bill, payDate, atOnce } = planned;
  const { uses } = decision;
  const type = method?.type ?? 'card';
  const chosen = uses[bill._id];
  const name = `use-${bill._id}`;
  return (
    <Choices
      name={name}
      legend={say('consent.required', {
        bill: fullName(bill),
        amount: amountText(planned, method),
        when: atOnce ? say('pay.today') : say('review.on', { date: shortDay(payDate) }),
      })}
      choices={[
        { value: 'yes', label: say(`consent.use.${type}`) },
        { value: 'no', label: say(`consent.useNot.${type}`) },
      ]}
      value={chosen === undefined ? undefined : chosen ? 'yes' : 'no'}
      problem={chosen === undefined ? problems[name] : undefined}
      onChange={(value) => set({ ...decision, uses: { ...uses, [bill._id]: value === 'yes' } })}
    />
  );
}

type DecideProps = Pick<Props, 'plan' | 'asking'> & {
  readonly busy?: boolean;
  /** Where nothing is offered: the one button. */
  readonly text: string;
  readonly auto: string;
  readonly self: string;
  /** Whether a method is kept by it: then not paying automatically is agreed to as well. */
  readonly keeps?: boolean;
  /** What the one button is about besides. */
  readonly also?: Planned['bill'];
  /** Where it is no form. */
  readonly onClick?: () => void;
};

/** Where something is offered, two buttons that weigh the same, each with what pressing it agrees to. */
export function Decide({ plan, asking, busy, keeps, also, onClick, ...texts }: DecideProps) {
  const { decision, kindFor, press, type } = asking;
  const agreement = (automatic: boolean) => {
    const bills = covered(plan, { ...decision, automatic }).map(({ bill }) => bill);
    return also ? (
      <Agreement kind={type ?? 'rule'} bills={[also]} />
    ) : (
      <Agreement kind={kindFor(automatic)} bills={bills} />
    );
  };
  if (plan.offered.length === 0) {
    return (
      <Actions>
        <Primary text={texts.text} busy={busy} onClick={onClick} />
        <p class="legal">{agreement(false)}</p>
      </Actions>
    );
  }
  const choose = (automatic: boolean) => (event: MouseEvent) => {
    press(automatic);
    const { form } = event.currentTarget as HTMLButtonElement;
    if (onClick) onClick();
    else form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  };
  const self = { ...decision, automatic: false };
  const isSelfAlone = covered(plan, self).length + orderedToday(plan, self).length === 0;
  return (
    <Actions>
      <Quiet text={texts.auto} busy={busy} onClick={choose(true)} />
      <p class="legal">{agreement(true)}</p>
      <Quiet text={texts.self} busy={busy} onClick={choose(false)} />
      <p class="legal">
        {say(isSelfAlone ? 'consent.selfMeans' : 'consent.selfRest')} {keeps && agreement(false)}
      </p>
    </Actions>
  );
}

type AgreementProps = {
  readonly kind: AgreementKind;
  readonly bills?: readonly Planned['bill'][];
};

/** Under the button: what pressing it agrees to, for which bills, the partner's terms, how to stop. */
function Agreement({ kind, bills = [] }: AgreementProps) {
  const { look } = useKit();
  const { terms } = look.links;
  const names = bills.map(payeeName).join(', ');
  return (
    <>
      {names && `${say('consent.covers', { bills: names })} `}
      {agreementText(agreements[kind], { partner: look.name })}{' '}
      {terms && <OutLink href={terms} text={say('dataConsent.terms', { partner: look.name })} />}
    </>
  );
}
