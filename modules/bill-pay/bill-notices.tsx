/** What has to be known of a bill before anything else, each with the way on. */
import { methodName } from '../kit/method-name.ts';
import { Notice, Secondary } from '../kit/shell.tsx';
import { day, say } from '../kit/text.ts';
import { assignedTo, payState } from './bill-actions.ts';
import { useBills } from './bills.ts';
import { type Entry, findMethod } from './entry.ts';
import { whyOf } from './groups.ts';
import { linkPlaceOf } from './place.ts';

export function BillNotices({ entry }: { readonly entry: Entry }) {
  const { account, go } = useBills();
  const { bill, payment } = entry;
  const { _id: billId, auth, company } = bill;
  const names = { company: company.name };
  const state = payState(entry);
  const why = whyOf(entry, account.methods);
  const status = auth.status.type;
  if (status !== 'verified') {
    return (
      <Notice kind="problem">
        <p>{say(`notice.${status}`, names)}</p>
        <Secondary
          text={say(`notice.${status}.action`, names)}
          onClick={() => go({ at: 'link', from: linkPlaceOf(auth), billId })}
        />
      </Notice>
    );
  }
  if (state === 'pending') return <Notice>{say('notice.pending')}</Notice>;
  if (state === 'scheduled') {
    const date = payment?.payDate ?? bill.payDate;
    return <Notice>{say('notice.scheduled', { date: date ? day(date) : '' })}</Notice>;
  }
  if (why === 'payment-declined') return <Declined entry={entry} />;
  if (why === 'payment-required') {
    const { requiredPayment = 'card' } = company;
    return (
      <Notice kind="problem">
        <p>{say(`notice.required.${requiredPayment}`, names)}</p>
        <Secondary
          text={say('billMethod.choose')}
          onClick={() => go({ at: 'bill-method', billId })}
        />
      </Notice>
    );
  }
  if (state === 'pay' && payment?.status === 'held') {
    return <Notice kind="problem">{say('pay.unknown.body', names)}</Notice>;
  }
  if (why === 'overdue') return <Notice kind="problem">{say('notice.overdue')}</Notice>;
  if (why === 'zero-balance') return <Notice>{say('row.zero-balance')}</Notice>;
  if (state === 'syncing') return <Notice>{say('notice.syncing', names)}</Notice>;
  return null;
}

function Declined({ entry: { bill, payment } }: { readonly entry: Entry }) {
  const { account, go } = useBills();
  const { _id: billId } = bill;
  const method =
    findMethod(account, payment?.paymentMethodId) ??
    assignedTo(bill, account.methods) ??
    account.methods.find(({ status }) => status === 'declined');
  const isDeclined = method?.status === 'declined';
  return (
    <Notice kind="problem">
      <p>
        {say('notice.declined', {
          method: method ? methodName(method) : say('method.some'),
          company: bill.company.name,
        })}
      </p>
      {isDeclined && (
        <Secondary
          text={say(`method.replace.${method.type}`)}
          onClick={() =>
            go({ at: `add-${method.type}`, billId, replaces: method._id, next: 'pay' })
          }
        />
      )}
    </Notice>
  );
}
