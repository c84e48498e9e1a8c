/** What was paid of a bill: each payment opens its receipt. */
import type { BillPayment } from '@billhook/core/schemas/bill';
import { useState } from 'preact/hooks';
import { fullName, payeeName } from '../kit/bill-name.ts';
import { chargeOfPaid } from '../kit/charge.ts';
import { useKit } from '../kit/kit.ts';
import { PaymentReceipt } from '../kit/linking/payment-receipt.tsx';
import { Logo } from '../kit/logo.tsx';
import { checkIcon } from '../kit/look/icons.ts';
import { Row, Rows } from '../kit/look/rows.tsx';
import { Screen, Trouble } from '../kit/shell.tsx';
import { day, money } from '../kit/text.ts';
import { usePoll } from '../kit/use-poll.ts';
import { underOf } from './bill-detail.tsx';
import { useBills, useEntry } from './bills.ts';
import { findEntry, findMethod } from './entry.ts';
import { Missing } from './missing.tsx';
import { say } from './text.ts';

export function History({ billId }: { readonly billId: string }) {
  const { go } = useBills();
  const entry = useEntry(billId);
  if (!entry) return <Missing />;
  const { company } = entry.bill;
  return (
    <Screen
      name="history"
      title={say('history.title')}
      mark={<Logo company={company} />}
      under={[company.name, underOf(entry)].filter(Boolean).join(' · ')}
      onBack={() => go({ at: 'bill', billId })}
    >
      {entry.payments.length === 0 && <p>{say('history.none')}</p>}
      <Rows label={say('history.title')}>
        {entry.payments.map((paid) => {
          const { _id: paymentId, paidOn, receiptNumber } = paid;
          const { total, fee } = chargeOfPaid(paid);
          const feeIn = fee && say('method.feeIn', { fee: money(fee) });
          return (
            <Row
              key={paymentId ?? paidOn}
              icon={checkIcon}
              title={day(paidOn)}
              detail={[receiptNumber, feeIn].filter(Boolean).join(' · ')}
              amount={money(total)}
              onClick={
                paymentId === undefined ? undefined : () => go({ at: 'payment', billId, paymentId })
              }
            />
          );
        })}
      </Rows>
    </Screen>
  );
}

type Props = { readonly billId: string; readonly paymentId: string };

export function OnePayment({ billId, paymentId }: Props) {
  const { api } = useKit();
  const { account, go } = useBills();
  const bill = findEntry(account, billId)?.bill;
  const [payment, setPayment] = useState<BillPayment>();
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  usePoll(`${paymentId} ${round}`, async () => {
    const path = `/bill/${encodeURIComponent(billId)}/payment/${encodeURIComponent(paymentId)}`;
    const result = await api<{ readonly payment: BillPayment }>({ path });
    if (result.ok) setPayment(result.value.payment);
    setFailed(!result.ok);
    return !result.ok && result.code === 'offline';
  });
  const title = say('history.title');
  const back = () => go({ at: 'history', billId });
  if (!bill) return <Missing />;
  if (!payment) {
    return (
      <Trouble
        name="payment-loading"
        title={title}
        text={failed ? say('problem.general') : undefined}
        onRetry={() => setRound(round + 1)}
        onBack={back}
      />
    );
  }
  const method = findMethod(account, payment.paymentMethodId);
  return (
    <Screen
      name="payment"
      title={title}
      mark={<Logo company={bill.company} />}
      under={fullName(bill)}
      onBack={back}
    >
      <PaymentReceipt {...{ payment, bill, method }} to={payeeName(bill)} />
    </Screen>
  );
}
