/** What became of a payment that was to be made once the company had let us in. */
import type { BillPayment } from '@billhook/core/schemas/bill';
import { useState } from 'preact/hooks';
import { chargesOfWaiting } from '../charge.ts';
import { useKit } from '../kit.ts';
import { type BillState, listBills } from '../lists.ts';
import { Primary } from '../shell.tsx';
import { say } from '../text.ts';
import { useMethod } from '../use-method.ts';
import { usePoll } from '../use-poll.ts';
import { useWorking } from '../use-working.ts';
import { getBill, isPaymentOpen, stoodBefore } from './before.ts';
import { Connecting } from './connecting.tsx';
import { goesOn } from './goes-on.ts';
import { PaymentResult } from './payment-result.tsx';
import type { OutcomeProps } from './task.ts';

type Found = { readonly bill?: BillState['bill']; readonly payment?: BillPayment };

export function PaymentOutcome(props: OutcomeProps) {
  const { authId, company, before, task, doneText, onEnd, onReview } = props;
  const { api, clientId } = useKit();
  const [found, setFound] = useState<Found>();
  usePoll(authId, async () => {
    const state = await findBill();
    if (!state) return true;
    const { bill, payment: newest } = state;
    const payment = newest && !stoodBefore(before, newest._id) ? newest : undefined;
    setFound({ bill, payment });
    return payment !== undefined && isUnderWay(payment);
  });
  const findBill = async (): Promise<BillState | undefined> => {
    if (task.billId !== undefined) return getBill(api, task.billId);
    const bills = await listBills(api, clientId);
    const own = bills?.find(({ bill }) => bill.auth._id === authId);
    return own && getBill(api, own.bill._id);
  };
  const method = useMethod(found?.payment?.paymentMethodId);
  const open = found === undefined || (found.payment !== undefined && isUnderWay(found.payment));
  useWorking(open);
  if (open) return <Connecting purpose="payment" company={company} step="paying" />;
  const { bill } = found;
  // One that waits for its user was not made.
  const { waiting } = found.payment ?? {};
  const payment = waiting ? undefined : found.payment;
  const kind = payment?.status === 'paid' ? 'paid' : 'linked';
  const end = () => onEnd({ kind, authId });
  const { maxAmount: seen = '', amount } = task;
  const owed = bill?.customPaymentAmount ?? bill?.balance ?? '';
  // Of an amount that was chosen, what is owed says nothing.
  const isMore = !payment && amount === undefined && seen && Number(owed) > Number(seen);
  const again = !payment && Number(owed) > 0 && onReview;
  return (
    <PaymentResult
      {...{ company, payment, method, doneText }}
      bill={bill}
      changed={waiting?.fee ? chargesOfWaiting(waiting) : isMore ? [seen, owed] : undefined}
      more={again && <Primary text={say('review.title')} onClick={onReview} />}
      onDone={end}
    />
  );
}

/** A payment that waits for its user goes on with them alone: nobody waits for it here. */
function isUnderWay(payment: BillPayment): boolean {
  return isPaymentOpen(payment.status) && !goesOn(payment) && !payment.waiting;
}
