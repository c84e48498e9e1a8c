/** What became of a payment that was to be made once the company had let us in. */
import type { CompanySummary } from '@billhook/core/schemas/company';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { useEffect, useState } from 'preact/hooks';
import { listMethods } from '../card-code.tsx';
import { useKit } from '../kit.ts';
import { methodName } from '../method-name.ts';
import { Actions, OutLink, Primary, Screen } from '../shell.tsx';
import { day, money, say } from '../text.ts';
import { useLoginUrl } from '../use-login-url.ts';
import { usePoll } from '../use-poll.ts';
import {
  type BillState,
  getBill,
  isPaymentOpen,
  listBills,
  type PaymentState,
  stoodBefore,
} from './before.ts';
import { Connecting } from './connecting.tsx';
import { Success } from './done.tsx';
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
  const [state, setState] = useState<{ readonly payment?: PaymentState }>();
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
  const end = (kind: 'linked' | 'paid') => () => onEnd({ kind, authId });
  const names = { company: company.name, method };
  if (status === 'paid' && payment?.amount) {
    const amount = money(payment.amount);
    const date = day(payment.payDate ?? new Date().toISOString());
    return (
      <Success
        name="paid"
        title={say('pay.receipt.title', names)}
        {...{ doneText }}
        onDone={end('paid')}
      >
        <p>{say('pay.receipt.body', { ...names, amount, date })}</p>
      </Success>
    );
  }
  const kind = status === 'declined' ? 'declined' : status === 'held' ? 'unknown' : 'none';
  return (
    <Screen name={`payment-${kind}`} title={say(`pay.${kind}.title`, names)}>
      <p>{say(`pay.${kind}.body`, names)}</p>
      <Actions>
        {kind === 'unknown' && <CompanyLink companyId={company._id} name={company.name} />}
        <Primary text={say('action.done')} onClick={end('linked')} />
      </Actions>
    </Screen>
  );
}

/** Where the user looks before anything is paid again. */
function CompanyLink({ companyId, name }: { readonly companyId: string; readonly name: string }) {
  const url = useLoginUrl(companyId);
  if (!url) return null;
  return <OutLink href={url} text={say('hold.action.check', { company: name })} button />;
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
