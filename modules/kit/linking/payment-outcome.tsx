/** What became of a payment that was to be made once the company had let us in. */
import type { CompanySummary } from '@billhook/core/schemas/company';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { useEffect, useState } from 'preact/hooks';
import { listMethods } from '../card-code.tsx';
import { useKit } from '../kit.ts';
import { methodName } from '../method-name.ts';
import { say } from '../text.ts';
import { usePoll } from '../use-poll.ts';
import { type BillState, getBill, isPaymentOpen, listBills, stoodBefore } from './before.ts';
import { Connecting } from './connecting.tsx';
import { PaymentResult } from './payment-result.tsx';
import type { LinkResult, Task } from './task.ts';

type Props = {
  readonly authId: string;
  readonly company: CompanySummary;
  readonly before: string;
  readonly task: Task;
  readonly doneText?: string;
  readonly onEnd: (result: LinkResult) => void;
  readonly goOn: () => void;
};

export function PaymentOutcome(props: Props) {
  const { authId, company, before, task, doneText, onEnd } = props;
  const { api, clientId, setWorking } = useKit();
  const [state, setState] = useState<Pick<BillState, 'payment'>>();
  usePoll(authId, async () => {
    const bill = await findBill();
    if (!bill) return true;
    const { payment: newest } = bill;
    const payment = newest && !stoodBefore(before, newest._id) ? newest : undefined;
    setState({ payment });
    return payment !== undefined && isPaymentOpen(payment.status);
  });
  const findBill = async (): Promise<BillState | undefined> => {
    if (task.billId !== undefined) return getBill(api, task.billId);
    const bills = await listBills(api, clientId);
    const own = bills.find(({ bill }) => bill.auth._id === authId);
    return own && getBill(api, own.bill._id);
  };
  const method = useMethodName(state?.payment?.paymentMethodId);
  const status = state?.payment?.status;
  const open = state === undefined || (status !== undefined && isPaymentOpen(status));
  useEffect(() => {
    setWorking(open);
    return () => setWorking(false);
  }, [setWorking, open]);
  if (open) return <Connecting purpose="payment" company={company.name} step="paying" />;
  const { payment } = state;
  const kind = payment?.status === 'paid' ? 'paid' : 'linked';
  const end = () => onEnd({ kind, authId });
  return <PaymentResult {...{ company, payment, method, doneText }} onDone={end} />;
}

function useMethodName(paymentMethodId: string | undefined): string {
  const { api, clientId } = useKit();
  const [methods, setMethods] = useState<readonly PaymentMethod[]>();
  useEffect(() => {
    if (paymentMethodId === undefined) return;
    listMethods(api, clientId).then(setMethods);
  }, [api, clientId, paymentMethodId]);
  const method = methods?.find(({ _id }) => _id === paymentMethodId);
  return method ? methodName(method) : say('method.some');
}
