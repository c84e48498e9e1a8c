/** What became of a payment that was to be made once the company had let us in. */
import type { BillPayment } from '@billhook/core/schemas/bill';
import { useState } from 'preact/hooks';
import { useKit } from '../kit.ts';
import { type BillState, listBills } from '../lists.ts';
import { methodName } from '../method-name.ts';
import { say } from '../text.ts';
import { useMethod } from '../use-method.ts';
import { usePoll } from '../use-poll.ts';
import { useWorking } from '../use-working.ts';
import { getBill, isPaymentOpen, stoodBefore } from './before.ts';
import { Connecting } from './connecting.tsx';
import { goesOn } from './goes-on.ts';
import { PaymentResult } from './payment-result.tsx';
import type { OutcomeProps } from './task.ts';

export function PaymentOutcome(props: OutcomeProps) {
  const { authId, company, before, task, doneText, onEnd } = props;
  const { api, clientId } = useKit();
  const [state, setState] = useState<Pick<BillState, 'payment'>>();
  usePoll(authId, async () => {
    const bill = await findBill();
    if (!bill) return true;
    const { payment: newest } = bill;
    const payment = newest && !stoodBefore(before, newest._id) ? newest : undefined;
    setState({ payment });
    return payment !== undefined && isUnderWay(payment);
  });
  const findBill = async (): Promise<BillState | undefined> => {
    if (task.billId !== undefined) return getBill(api, task.billId);
    const bills = await listBills(api, clientId);
    const own = bills?.find(({ bill }) => bill.auth._id === authId);
    return own && getBill(api, own.bill._id);
  };
  const method = useMethod(state?.payment?.paymentMethodId);
  const open = state === undefined || (state.payment !== undefined && isUnderWay(state.payment));
  useWorking(open);
  if (open) return <Connecting purpose="payment" company={company} step="paying" />;
  const { payment } = state;
  const kind = payment?.status === 'paid' ? 'paid' : 'linked';
  const end = () => onEnd({ kind, authId });
  const name = method ? methodName(method) : say('method.some');
  return <PaymentResult {...{ company, payment, doneText }} method={name} onDone={end} />;
}

function isUnderWay(payment: BillPayment): boolean {
  return isPaymentOpen(payment.status) && !goesOn(payment);
}
