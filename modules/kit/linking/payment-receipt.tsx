/** The receipt of a payment: a number that can be read out, and its facts; copied, printed, kept as PDF. */
import type { Bill, BillPayment } from '@billhook/core/schemas/bill';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import type { ComponentChildren } from 'preact';
import { chargeOfPayment } from '../charge.ts';
import { Fact } from '../fact.tsx';
import { useKit } from '../kit.ts';
import { Amount } from '../look/amount.tsx';
import { copyIcon, printIcon } from '../look/icons.ts';
import { Receipt } from '../look/receipt.tsx';
import { Row, Rows } from '../look/rows.tsx';
import { methodName } from '../method-name.ts';
import { Icon } from '../shell.tsx';
import { day, money, say } from '../text.ts';

type Props = {
  readonly payment: BillPayment;
  readonly bill: Bill | undefined;
  /** Company and account, as the user knows them. */
  readonly to: string;
  readonly method: PaymentMethod | undefined;
  /** Between the amount and the paper. */
  readonly children?: ComponentChildren;
};

export function PaymentReceipt({ payment, bill, to, method, children }: Props) {
  const { status, receiptNumber, confirmation, reference } = payment;
  const charge = chargeOfPayment(payment, bill, method);
  const { amount = '0.00', fee, total, date, promised } = charge ?? {};
  const facts: readonly (readonly [string, string | undefined])[] = [
    [say('receipt.to'), to],
    [say('receipt.from'), methodName(method)],
    [say(dayTextOf(status)), date && day(date)],
    [say('receipt.reference'), confirmation ?? reference],
    // Without a fee it is the total.
    [say('pay.amount'), fee && money(amount)],
    [say('receipt.fee'), fee && money(fee)],
  ];
  return (
    <>
      {total && <Amount amount={total} />}
      {total && promised && (
        <p>{say('receipt.differs', { seen: money(promised), total: money(total) })}</p>
      )}
      {children}
      <Receipt
        label={say('receipt.number')}
        number={receiptNumber}
        end={receiptNumber && <Copy of={receiptNumber} />}
      >
        {facts.map(([name, value]) => value && <Fact key={name} name={name} value={value} />)}
        {total && <Fact sum name={say('pay.total')} value={money(total)} />}
      </Receipt>
      <Steps payment={payment} />
      <Rows>
        <Row icon={printIcon} title={say('receipt.print')} onClick={() => window.print()} />
      </Rows>
    </>
  );
}

/** How far the money is: what the company promises is said, and not ticked. */
function Steps({ payment }: { readonly payment: BillPayment }) {
  const { status, paidOn, acceptedAt, arrivesBy, expectedBy, returned } = payment;
  const accepted = paidOn ?? acceptedAt;
  const posted = arrivesBy ?? expectedBy;
  if (!accepted || returned || status === 'scheduled') return null;
  return (
    <ol class="steps">
      <li class="done">
        <Icon name="check" />
        {say('receipt.sent')}
      </li>
      <li class="done">
        <Icon name="check" />
        <span>{say('receipt.accepted', { date: day(accepted) })}</span>
      </li>
      {posted && (
        <li>
          <i aria-hidden="true" />
          <span>{say('receipt.arrives', { date: day(posted) })}</span>
        </li>
      )}
    </ol>
  );
}

function dayTextOf(status: BillPayment['status']) {
  if (status === 'scheduled') return 'receipt.payOn';
  return status === 'pending' ? 'receipt.sentOn' : 'receipt.paidOn';
}

function Copy({ of }: { readonly of: string }) {
  const { announce } = useKit();
  const copy = async () => {
    announce('');
    // A frame may not be allowed to: the number can be selected.
    await navigator.clipboard?.writeText(of).then(
      () => announce(say('receipt.copied')),
      () => {},
    );
  };
  return (
    <button type="button" class="plain" aria-label={say('receipt.copy')} onClick={copy}>
      <Icon name="copy" path={copyIcon} />
    </button>
  );
}
