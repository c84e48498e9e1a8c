/** Asks before a payment is cancelled, or an automatic one skipped. */
import { fullName } from '../kit/bill-name.ts';
import { chargeText } from '../kit/charge.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Actions, Notice, Primary, Secondary } from '../kit/shell.tsx';
import { useSend } from '../kit/use-send.ts';
import { chargeOfEntry } from './bill-actions.ts';
import { useBills } from './bills.ts';
import type { Entry } from './entry.ts';
import { say } from './text.ts';

export function CancelDialog({
  entry: { bill, payment },
  what,
  onClose,
}: {
  readonly entry: Entry;
  readonly what: 'payment' | 'automatic' | 'pending';
  readonly onClose: () => void;
}) {
  const { account, go, reload } = useBills();
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
  const charge = chargeOfEntry({ bill, payment }, account.methods);
  const body = bill.settings.recurring === 'enabled' ? 'cancel.bodySkip' : 'cancel.body';
  return (
    <Dialog title={say('cancel.title')} onCancel={onClose}>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <p>
        {what === 'pending'
          ? say('cancel.pending')
          : say(body, { company: fullName(bill), amount: chargeText(charge) })}
      </p>
      <Actions>
        {what !== 'pending' && (
          <Primary danger text={say(`cancel.${what}`)} busy={busy} onClick={stop} />
        )}
        <Secondary text={say('cancel.keep')} onClick={onClose} />
      </Actions>
    </Dialog>
  );
}
