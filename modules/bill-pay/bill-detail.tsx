/** One bill: what is owed and when, how it is paid, what was paid, and what can be done. */

import { moneyText } from '@billhook/core/money';
import { feeCents } from '@billhook/core/payments/surcharge';
import { useState } from 'preact/hooks';
import { Dialog } from '../kit/dialog.tsx';
import { Fact } from '../kit/fact.tsx';
import { Logo } from '../kit/logo.tsx';
import { methodName } from '../kit/method-name.ts';
import { Actions, Notice, Primary, Screen, Secondary } from '../kit/shell.tsx';
import { day, money } from '../kit/text.ts';
import { useSend } from '../kit/use-send.ts';
import { amountChoices, chargedCents } from './amounts.ts';
import { cancelState, isAutomatic, payingMethod, payState } from './bill-actions.ts';
import { BillNotices } from './bill-notices.tsx';
import { useBills, useEntry } from './bills.ts';
import { billName, type Entry } from './entry.ts';
import { Missing } from './missing.tsx';
import { paidWith } from './pay-with.ts';
import { say } from './text.ts';

export function BillDetail({ billId }: { readonly billId: string }) {
  const { go, news } = useBills();
  const entry = useEntry(billId);
  if (!entry) return <Missing />;
  const { bill } = entry;
  return (
    <Screen name="bill" title={billName(bill)} onBack={() => go({ at: 'bills' })}>
      <div class="center">
        <Logo company={bill.company} />
      </div>
      {news && <Notice>{news}</Notice>}
      <BillNotices entry={entry} />
      <Facts entry={entry} />
      <BillActions entry={entry} />
      <History entry={entry} />
    </Screen>
  );
}

function Facts({ entry }: { readonly entry: Entry }) {
  const { account } = useBills();
  const { bill } = entry;
  const { company, meta } = bill;
  const method = payingMethod(bill, account.methods);
  const charged = chargedCents(bill);
  const fee = feeCents(company.fees, method, charged);
  const state = payState(entry);
  const owes = state !== 'nothing' && state !== 'syncing';
  const date = (instant: string | undefined) => instant && day(instant);
  const facts: readonly (readonly [name: string, value: string | undefined | false])[] = [
    [say('bill.company'), bill.customLabel !== undefined && company.name],
    [say('bill.account'), meta.accountNumber],
    [say('amount.balance'), bill.balance && money(bill.balance)],
    [say('amount.statement'), bill.statementBalance && money(bill.statementBalance)],
    [say('amount.full'), bill.fullBalance && money(bill.fullBalance)],
    [say('bill.dueDate'), date(bill.dueDate)],
    [say('pay.amount'), owes && bill.customPaymentAmount && money(moneyText(charged))],
    [say('bill.payDate'), owes && method && date(bill.payDate)],
    [say('pay.method'), owes && (method ? methodName(method) : say('billMethod.choose'))],
    [say('pay.fee', { company: company.name }), owes && fee > 0 && money(moneyText(fee))],
    [say('bill.lastPaid'), lastPaid(entry)],
    [say('bill.automatic'), say(isAutomatic(bill) ? 'switch.on' : 'switch.off')],
    [
      say('bill.autopay', { company: company.name }),
      bill.autopay === 'enabled' && say(`autopay.${bill.autopaySource}`),
    ],
  ];
  return (
    <dl>{facts.map(([name, value]) => value && <Fact key={name} name={name} value={value} />)}</dl>
  );
}

function lastPaid({ bill: { lastPaidAmount, lastPaidOn } }: Entry): string | undefined {
  if (!lastPaidAmount || !lastPaidOn) return undefined;
  return `${money(lastPaidAmount)} · ${day(lastPaidOn)}`;
}

function BillActions({ entry }: { readonly entry: Entry }) {
  const { account, go } = useBills();
  const [cancelling, setCancelling] = useState(false);
  const { bill } = entry;
  const { _id: billId } = bill;
  const state = payState(entry);
  const cancel = cancelState(entry);
  const amount = money(moneyText(chargedCents(bill)));
  const methodId = paidWith(bill, account.methods)?._id;
  const choosesAmount = state === 'pay' && amountChoices(bill).length > 1;
  return (
    <>
      <Actions>
        {state === 'pay' && (
          <Primary
            text={say('pay.submit', { amount })}
            onClick={() => go({ at: 'pay-method', billId, methodId })}
          />
        )}
        {choosesAmount && (
          <Secondary text={say('amount.title')} onClick={() => go({ at: 'amount', billId })} />
        )}
        {(cancel === 'payment' || cancel === 'automatic') && (
          <Secondary text={say(`cancel.${cancel}`)} onClick={() => setCancelling(true)} />
        )}
        {cancel === 'pending' && (
          <div>
            <button type="button" class="button" disabled aria-describedby="no-cancel">
              {say('cancel.payment')}
            </button>
            <small id="no-cancel">{say('cancel.pending')}</small>
          </div>
        )}
        <Secondary
          text={say('billMethod.title')}
          onClick={() => go({ at: 'bill-method', billId })}
        />
        <Secondary text={say('settings.title')} onClick={() => go({ at: 'settings', billId })} />
      </Actions>
      {cancelling && cancel !== 'none' && (
        <CancelDialog entry={entry} what={cancel} onClose={() => setCancelling(false)} />
      )}
    </>
  );
}

function CancelDialog({
  entry: { bill },
  what,
  onClose,
}: {
  readonly entry: Entry;
  readonly what: 'payment' | 'automatic' | 'pending';
  readonly onClose: () => void;
}) {
  const { go, reload } = useBills();
  // Cancelled by another page is cancelled.
  const { busy, problem, send } = useSend({
    payment_not_scheduled: true,
    payment_pending: say('cancel.pending'),
  });
  const stop = async () => {
    if (!(await send({ path: '/payment/cancel', body: { billId: bill._id } }, reload))) return;
    onClose();
    go({ at: 'bill', billId: bill._id }, say('cancel.done'));
  };
  const date = bill.payDate;
  return (
    <Dialog title={say('cancel.title')} onCancel={onClose}>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <p>
        {what === 'pending'
          ? say('cancel.pending')
          : say(bill.settings.recurring === 'enabled' ? 'cancel.bodySkip' : 'cancel.body', {
              date: date ? day(date) : '',
              amount: money(moneyText(chargedCents(bill))),
            })}
      </p>
      <Actions>
        {what !== 'pending' && <Primary text={say(`cancel.${what}`)} busy={busy} onClick={stop} />}
        <Secondary text={say('cancel.keep')} onClick={onClose} />
      </Actions>
    </Dialog>
  );
}

function History({ entry: { payments } }: { readonly entry: Entry }) {
  if (payments.length === 0) return null;
  return (
    <section>
      <h2>{say('history.title')}</h2>
      <dl>
        {payments.map(({ amount, paidOn }) => (
          <Fact key={paidOn} name={day(paidOn)} value={money(amount)} />
        ))}
      </dl>
    </section>
  );
}
