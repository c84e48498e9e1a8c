/** Says what a method will pay, how much and when, and asks what nobody has agreed to yet. */
import { moneyText, parseMoney } from '@billhook/core/base/money';
import { type Costing, feeCents } from '@billhook/core/payment/surcharge';
import { useState } from 'preact/hooks';
import { fullName } from '../../kit/bill-name.ts';
import { agreementText } from '../../kit/consent/agreement.ts';
import { Choices } from '../../kit/fields.tsx';
import { useKit } from '../../kit/kit.ts';
import { alertIcon } from '../../kit/look/icons.ts';
import { Status } from '../../kit/look/status.tsx';
import { OutLink } from '../../kit/shell.tsx';
import { money } from '../../kit/text.ts';
import { shortDay } from '../days.ts';
import { say, sayCount } from '../text.ts';
import { type AgreementKind, agreements } from './agreements.ts';
import { type Decision, dueToday, type Plan, type Planned, paidNext } from './plan.ts';

export type Asking = {
  readonly decision: Decision;
  readonly kind: AgreementKind;
  readonly set: (next: Decision) => void;
};

/** @param type what will pay; nothing where that is chosen later. */
export function useAsking(plan: Plan, type: 'card' | 'bank' | undefined): Asking {
  const [decision, set] = useState<Decision>({ automatic: true, today: {} });
  const recurs = plan.standing.length > 0 || (decision.automatic && plan.offered.length > 0);
  const automatic = { ...decision, automatic: decision.automatic && plan.offered.length > 0 };
  return { decision: automatic, kind: kindOf(type, recurs), set };
}

function kindOf(type: 'card' | 'bank' | undefined, recurs: boolean): AgreementKind {
  if (type === undefined) return 'rule';
  return recurs ? type : `${type}Once`;
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
};

export function Ask({ plan, asking, title, none, method }: Props) {
  const { standing, offered, yours } = plan;
  const { decision, set } = asking;
  const isEmpty = standing.length + offered.length === 0;
  const chosen = decision.automatic ? 'auto' : 'self';
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
      {offered.length > 0 && (
        <Choices
          name="automatic"
          legend={say('consent.how')}
          legendHidden
          choices={[
            {
              value: 'auto',
              label: say('consent.auto'),
              detail: <First {...{ offered, decision, method }} />,
            },
            { value: 'self', label: say('consent.self'), detail: say('consent.selfMeans') },
          ]}
          value={chosen}
          onChange={(value) => set({ ...decision, automatic: value === 'auto' })}
        />
      )}
      {dueToday(plan, decision.automatic).map((planned) => (
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
      {isEmpty && none && <p class="muted">{none}</p>}
    </section>
  );
}

type FirstProps = Pick<Asking, 'decision'> & {
  readonly offered: readonly Planned[];
  readonly method: Costing | undefined;
};

/** What is paid first, unless its user pays that, and the rule for what follows. */
function First({ offered, decision, method }: FirstProps) {
  const [first, ...others] = offered.map(({ bill }) => bill.settings.schedule);
  const same = first !== undefined && others.every((schedule) => schedule === first);
  const schedule = say(same ? `rule.${first}` : 'rule.mixed');
  const paid = paidNext(offered, decision);
  if (paid.length === 0) return <>{say('settings.on', { schedule })}</>;
  return (
    <>
      {sayCount('consent.first', paid.length, { schedule })}
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
        const { bill, amount, payDate } = planned;
        const fee = feeText(planned, method);
        return (
          <span key={bill._id} class="split">
            <span dir="auto">{fullName(bill)}</span>
            <span class="number">
              {money(amount)} · {shortDay(payDate)}
            </span>
            {fee && <span>{fee}</span>}
          </span>
        );
      })}
    </span>
  );
}

/** What its company takes besides, where it is known what pays. */
function feeText({ bill, amount }: Planned, method: Costing | undefined): string | undefined {
  const cents = parseMoney(amount) ?? 0;
  const most = feeCents(bill.company.fees, method, cents);
  const fee = money(moneyText(most));
  if (most === 0) return undefined;
  return say(isLessFor(bill, method, { cents, most }) ? 'method.feeMost' : 'method.fee', { fee });
}

/** A card that is still being typed may be of credit or of debit, and one of them may cost less. */
function isLessFor(
  { company }: Planned['bill'],
  method: Costing | undefined,
  { cents, most }: { readonly cents: number; readonly most: number },
): boolean {
  const card = method?.card;
  if (!card || card.type) return false;
  const costs = (['credit', 'debit'] as const).map((type) =>
    feeCents(company.fees, { type: 'card', card: { ...card, type } }, cents),
  );
  return Math.min(...costs) < most;
}

/** What would be paid at once is asked by itself, and is not wanted unless somebody says so. */
function Today({
  planned,
  decision,
  set,
  method,
}: Omit<Asking, 'kind'> & {
  readonly planned: Planned;
  readonly method: Costing | undefined;
}) {
  const { bill, amount } = planned;
  const { today } = decision;
  return (
    <Choices
      name={`today-${bill._id}`}
      legend={say('consent.today', { bill: fullName(bill), amount: money(amount) })}
      choices={[
        { value: 'no', label: say('consent.notToday') },
        {
          ...{ value: 'yes', label: say('consent.payToday') },
          ...{ amount: money(amount), detail: feeText(planned, method) },
        },
      ]}
      value={today[bill._id] ? 'yes' : 'no'}
      onChange={(value) => set({ ...decision, today: { ...today, [bill._id]: value === 'yes' } })}
    />
  );
}

/** Under the button: what pressing it agrees to, the partner's terms, how to stop. */
export function Agreement({ kind }: { readonly kind: AgreementKind }) {
  const { look } = useKit();
  const { terms } = look.links;
  return (
    <>
      {agreementText(agreements[kind], { partner: look.name })}{' '}
      {terms && <OutLink href={terms} text={say('dataConsent.terms', { partner: look.name })} />}
    </>
  );
}
