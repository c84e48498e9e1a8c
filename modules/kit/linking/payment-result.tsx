/** What became of a payment, told in the same way wherever it was begun. */
import type { Bill, BillPayment } from '@billhook/core/schemas/bill';
import type { CompanySummary } from '@billhook/core/schemas/company';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import type { ComponentChildren } from 'preact';
import { payeeName } from '../bill-name.ts';
import { chargeOfPayment } from '../charge.ts';
import { useKit } from '../kit.ts';
import { Seal } from '../look/drawn.tsx';
import type { Tone } from '../look/status.tsx';
import { methodInText, methodName } from '../method-name.ts';
import { Actions, OutLink, Primary, Screen, Secondary } from '../shell.tsx';
import { day, money, say } from '../text.ts';
import { useLoginUrl } from '../use-login-url.ts';
import { goesOn } from './goes-on.ts';
import { PaymentReceipt } from './payment-receipt.tsx';
import { Success } from './success.tsx';

type Props = {
  readonly company: CompanySummary;
  /** Nothing where none was begun. */
  readonly payment?: BillPayment;
  /** Why none was: more is owed than the user was shown. */
  readonly changed?: readonly [seen: string, owed: string];
  /** What pays, where it is known. */
  readonly method: PaymentMethod | undefined;
  /** Where it is known. */
  readonly bill?: Bill;
  readonly doneText?: string;
  readonly onDone: () => void;
  readonly onBack?: () => void;
  /** What else can be done now. */
  readonly more?: ComponentChildren;
};

const kinds = {
  paid: 'receipt',
  scheduled: 'scheduled',
  declined: 'declined',
  held: 'unknown',
  cancelled: 'cancelled',
  pending: 'none',
} as const;

const tones: Readonly<Record<string, Tone>> = { declined: 'danger', unknown: 'warning' };

function kindOf(payment: BillPayment | undefined) {
  if (payment && goesOn(payment)) return payment.acceptedAt ? 'accepted' : 'delayed';
  return kinds[payment?.status ?? 'pending'];
}

export function PaymentResult({ company, payment, bill, method, changed, ...props }: Props) {
  const kind = kindOf(payment);
  const { look } = useKit();
  const url = useLoginUrl(kind === 'unknown' ? company._id : undefined);
  const date = day(payment?.expectedBy ?? payment?.payDate ?? new Date().toISOString());
  const charge = payment && chargeOfPayment(payment, bill, method);
  const amount = charge ? money(charge.total) : '';
  const [seen = '', owed = ''] = changed?.map(money) ?? [];
  const name = kind === 'delayed' ? methodName(method) : methodInText(method);
  const names = { company: company.name, method: name, amount, date, seen, owed };
  const title = say(`pay.${kind}.title`, names);
  // A receipt says it all.
  const body = kind !== 'receipt' && (
    <p>{say(changed ? 'pay.none.changed' : `pay.${kind}.body`, names)}</p>
  );
  const { doneText, onDone, onBack, more } = props;
  if (kind === 'receipt' || kind === 'scheduled' || kind === 'accepted') {
    return (
      <Success name={payment?.status ?? kind} {...{ title, doneText, onDone, more }}>
        {payment && (
          <PaymentReceipt {...{ payment, bill, method }} to={bill ? payeeName(bill) : company.name}>
            {body}
          </PaymentReceipt>
        )}
      </Success>
    );
  }
  const checks = kind === 'unknown' && url;
  // Another method is chosen where this page came from.
  const wayOut = say(kind === 'declined' ? 'action.backTo' : 'action.done', { partner: look.name });
  const Done = more || checks ? Secondary : Primary;
  return (
    <Screen
      name={`payment-${kind}`}
      title={title}
      top={<Seal company={company} tone={tones[kind]} />}
      onBack={onBack}
      calm
    >
      {body}
      <Actions>
        {more}
        {checks && (
          // The user looks there before anything is paid again.
          <OutLink
            href={checks}
            text={say('hold.action.check', { company: company.name })}
            primary
          />
        )}
        {/* Where there is something to do, Back leads out. */}
        {(kind !== 'declined' || !more) && <Done text={doneText ?? wayOut} onClick={onDone} />}
      </Actions>
    </Screen>
  );
}
