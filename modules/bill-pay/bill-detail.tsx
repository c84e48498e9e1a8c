/** One bill: what is owed and when, how much of it is paid now, and what else can be done. */
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { useState } from 'preact/hooks';
import { ChooseAmount, type Chosen, standingChoice } from '../kit/amount/choose-amount.tsx';
import { isMinimum } from '../kit/amounts.ts';
import { newKey } from '../kit/api.ts';
import { accountDigits } from '../kit/bill-name.ts';
import { type Charge, chargeOf, chargeOfPaid, chargesOfWaiting } from '../kit/charge.ts';
import { Logo } from '../kit/logo.tsx';
import { Amount } from '../kit/look/amount.tsx';
import { Foot, Second } from '../kit/look/foot.tsx';
import {
  calendarIcon,
  cardIcon,
  historyIcon,
  repeatIcon,
  settingsIcon,
  skipIcon,
} from '../kit/look/icons.ts';
import { Row, Rows } from '../kit/look/rows.tsx';
import { Status } from '../kit/look/status.tsx';
import { methodName } from '../kit/method-name.ts';
import { Notice, Primary, Screen, Secondary } from '../kit/shell.tsx';
import { money } from '../kit/text.ts';
import { useSend } from '../kit/use-send.ts';
import { cancelState, chargeOfEntry, isAutomatic, payingMethod, payState } from './bill-actions.ts';
import { type BillLine, lineOf, needsUser } from './bill-line.ts';
import { useNotice } from './bill-notices.tsx';
import { useBills, useEntry } from './bills.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { shortDay } from './days.ts';
import { type Entry, lastPaid } from './entry.ts';
import { lineStatus } from './line-text.ts';
import { Missing } from './missing.tsx';
import { paidWith } from './pay-with.ts';
import { reviewPlace } from './place.ts';
import { say } from './text.ts';

export function BillDetail({ billId }: { readonly billId: string }) {
  const { account, go, news } = useBills();
  const entry = useEntry(billId);
  const notice = useNotice(entry);
  const [choice, setChoice] = useState<Chosen>();
  if (!entry) return <Missing />;
  const { bill } = entry;
  const { company } = bill;
  const line = lineOf(entry, account.methods);
  const chosen = choice ?? standingChoice(bill);
  const { methods } = account;
  const isPaid = payState(entry) === 'pay';
  const method = (isPaid && paidWith(bill, methods)) || payingMethod(bill, methods);
  const charge = isPaid
    ? chargeOf(bill, method, { amount: chosen.amount })
    : chargeOfEntry(entry, methods);
  return (
    <Screen
      name="bill"
      title={company.name}
      mark={<Logo company={company} />}
      under={underOf(entry)}
      onBack={() => go({ at: 'bills' })}
    >
      {news && <Notice kind="success">{news}</Notice>}
      {notice}
      <Due
        {...{ entry, line, charge }}
        isNow={isPaid && chosen.amount !== undefined && canPay(line, chosen)}
      />
      {!notice && (
        <p>
          <Status {...lineStatus(line)} />
        </p>
      )}
      {isPaid && <ChooseAmount bill={bill} chosen={chosen} onChange={setChoice} />}
      <Second>
        <Ways {...{ entry, line, method, charge }} />
        <Pay {...{ entry, line, chosen, charge }} methodId={method?._id} />
      </Second>
    </Screen>
  );
}

/** What tells the account from others of its company. */
export function underOf({ bill }: Pick<Entry, 'bill'>): string {
  const digits = accountDigits(bill);
  const account = digits && say('bill.account', { digits });
  return [bill.customLabel, account].filter(Boolean).join(' · ');
}

type ShownProps = { readonly entry: Entry; readonly line: BillLine; readonly charge: Charge };

function Due({ entry, line, charge, isNow }: ShownProps & { readonly isNow: boolean }) {
  const { kind } = line;
  const state = payState(entry);
  const paid = kind === 'paid' && lastPaid(entry);
  if (paid) {
    const feeIn = paid.fee && say('method.feeIn', { fee: money(paid.fee) });
    return <Amount label={say('receipt.paidOn')} amount={paid.total} detail={feeIn} />;
  }
  if (state === 'nothing' || state === 'syncing') return null;
  const { amount, total, fee } = charge;
  const isDecided = state === 'scheduled' || state === 'pending';
  const { dueDate } = entry.bill;
  const detail = [
    isDecided && fee && say('method.feeIn', { fee: money(fee) }),
    // What is overdue says since when.
    kind !== 'overdue' && dueDate && say('bill.dueDate', { date: shortDay(dueDate) }),
  ];
  return (
    <Amount
      label={say(isNow ? 'bill.now' : 'total.pay')}
      // The fee of what is still to be decided depends on the method: it is said there, and on the button.
      amount={isDecided ? total : amount}
      detail={detail.filter(Boolean).join(' · ')}
    />
  );
}

/** How it is paid, and what was: the quiet list. */
function Ways({
  entry,
  line,
  method,
  charge: { fee },
}: ShownProps & { readonly method: PaymentMethod | undefined }) {
  const { go } = useBills();
  const [cancelling, setCancelling] = useState(false);
  const { bill, payments, payment } = entry;
  const { _id: billId } = bill;
  const cancel = cancelState(entry);
  const [last] = payments;
  const cancelDate = payment?.status === 'scheduled' ? payment.payDate : bill.payDate;
  const date = cancelDate ? shortDay(cancelDate) : undefined;
  return (
    <>
      <Rows>
        <Row
          icon={cardIcon}
          title={method ? methodName(method) : say('billMethod.choose')}
          detail={method && (fee ? say('method.fee', { fee: money(fee) }) : say('method.noFee'))}
          onClick={() => go({ at: 'bill-method', billId })}
        />
        <Row
          icon={repeatIcon}
          title={say('bill.automatic')}
          detail={ruleText(entry, line)}
          onClick={() => go({ at: 'settings', billId })}
        />
        {(cancel === 'payment' || cancel === 'automatic') && (
          <Row
            danger
            icon={cancel === 'payment' ? calendarIcon : skipIcon}
            title={date ? say(`cancel.${cancel}Of`, { date }) : say(`cancel.${cancel}`)}
            onClick={() => setCancelling(true)}
          />
        )}
        {cancel === 'pending' && (
          <Row
            icon={skipIcon}
            title={say('cancel.payment')}
            detail={say('cancel.pending')}
            danger
            disabled
            onClick={() => setCancelling(true)}
          />
        )}
        <Row
          icon={historyIcon}
          title={say('history.title')}
          detail={
            last
              ? say('history.last', {
                  ...{ amount: money(chargeOfPaid(last).total), date: shortDay(last.paidOn) },
                })
              : say('history.none')
          }
          onClick={last && (() => go({ at: 'history', billId }))}
        />
        <Row
          icon={settingsIcon}
          title={say('settings.title')}
          onClick={() => go({ at: 'settings', billId })}
        />
      </Rows>
      {cancelling && cancel !== 'none' && (
        <CancelDialog entry={entry} what={cancel} onClose={() => setCancelling(false)} />
      )}
    </>
  );
}

/** What is paid automatically, and when. */
function ruleText({ bill }: Entry, line: BillLine): string {
  const { company, settings, autopay, customPaymentAmount: own } = bill;
  if (autopay === 'enabled') return say('bill.collected', { company: company.name });
  if (!isAutomatic(bill)) return say('bill.off');
  // It is not paid by itself as long as that lasts.
  if (needsUser(line) && line.kind !== 'overdue') return lineStatus(line).text;
  const amount = own
    ? say('bill.ruleAmount.other', { amount: money(own) })
    : say(isMinimum(bill) ? 'amount.minimum' : 'amount.balance');
  return `${amount}, ${say(`rule.${settings.schedule}`)}`;
}

/** What is over a limit is refused: less of it is chosen, or it is paid at the company. */
function canPay({ kind }: BillLine, { own = false }: Chosen): boolean {
  return kind !== 'amount-limit' || own;
}

type PayProps = ShownProps & { readonly chosen: Chosen; readonly methodId: string | undefined };

function Pay({ entry, line, chosen, charge, methodId }: PayProps) {
  const { go } = useBills();
  const { bill, payment } = entry;
  if (payment?.status === 'scheduled' && payment.waiting) return <Waiting entry={entry} />;
  if (payState(entry) !== 'pay' || (chosen.amount === undefined && chosen.kind !== 'custom')) {
    return null;
  }
  if (!canPay(line, chosen)) return null;
  const amount = chosen.amount === undefined ? '' : money(charge.total);
  const wish = { billId: bill._id, methodId, amount: chosen.own ? chosen.amount : undefined };
  const next = () => {
    go(methodId === undefined ? { at: 'pay-method', ...wish } : reviewPlace(wish, newKey));
  };
  return (
    <Foot>
      <Primary
        text={say('pay.submit', { amount }).trim()}
        disabled={chosen.amount === undefined}
        onClick={next}
      />
    </Foot>
  );
}

/** It waits for its user: approved for what is owed now, or declined. */
function Waiting({ entry }: { readonly entry: Entry }) {
  const { account, go, reload } = useBills();
  const [declining, setDeclining] = useState(false);
  const { busy, problem, send } = useSend();
  const { bill, payment } = entry;
  const { owed = '', paymentId: afterPayment } = payment?.waiting ?? {};
  const [, total] = chargesOfWaiting(payment?.waiting);
  const billId = bill._id;
  const approve = async () => {
    if (bill.company.userPresenceRequired) {
      // Nobody approves it from afar: it makes room for one that is made with its user there.
      const methodId = paidWith(bill, account.methods)?._id;
      const gone = await send({ path: '/payment/cancel', body: { billId } }, reload);
      if (gone) go(reviewPlace({ billId, methodId }, newKey));
      return;
    }
    const body = { billId, maxAmount: owed, ...(afterPayment && { afterPayment }) };
    const done = await send({ path: '/payment/schedule', body }, reload);
    if (done) go({ at: 'paying', billId });
  };
  return (
    <Foot>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <Primary text={say('pay.submit', { amount: money(total) })} busy={busy} onClick={approve} />
      <Secondary danger text={say('bill.decline')} onClick={() => setDeclining(true)} />
      {declining && (
        <CancelDialog entry={entry} what="payment" onClose={() => setDeclining(false)} />
      )}
    </Foot>
  );
}
