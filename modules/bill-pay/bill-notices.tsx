/** What has to be known of a bill before anything else, with the way on. */
import type { AuthStatus } from '@billhook/core/schemas/auth';
import { methodName } from '../kit/method-name.ts';
import { Notice, Secondary } from '../kit/shell.tsx';
import { assignedTo, payState } from './bill-actions.ts';
import { useBills } from './bills.ts';
import { type Entry, findMethod } from './entry.ts';
import { type BillWhy, whyOf } from './groups.ts';
import { linkPlaceOf } from './place.ts';
import { statusText } from './status-text.ts';
import { say, type TextKey } from './text.ts';

/** Why the account needs its user, in the kit's words. */
const authTexts: Readonly<Record<Exclude<AuthStatus, 'verified'>, TextKey>> = {
  hold: 'hold.unknown.title',
  authenticate: 'signIn.again',
  'mfa-required': 'questions.title',
};

/** What its facts alone do not tell. */
const told: readonly BillWhy[] = ['pending', 'scheduled', 'overdue', 'syncing', 'zero-balance'];

export function BillNotices({ entry }: { readonly entry: Entry }) {
  const { account, go } = useBills();
  const { bill, payment } = entry;
  const { _id: billId, auth, company } = bill;
  const names = { company: company.name };
  const why = whyOf(entry, account.methods);
  const status = auth.status.type;
  if (status !== 'verified') {
    return (
      <Notice kind="problem">
        <p>{say(authTexts[status], names)}</p>
        <Secondary
          text={say(`row.${status}`)}
          onClick={() => go({ at: 'link', from: linkPlaceOf(auth), billId })}
        />
      </Notice>
    );
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
  if (payState(entry) === 'pay' && payment?.status === 'held') {
    return <Notice kind="problem">{say('pay.unknown.body', names)}</Notice>;
  }
  if (!told.includes(why)) return null;
  return <Notice kind={why === 'overdue' ? 'problem' : 'info'}>{statusText(entry, why)}</Notice>;
}

function Declined({ entry: { bill, payment } }: { readonly entry: Entry }) {
  const { account, go } = useBills();
  const { _id: billId, company } = bill;
  const method =
    findMethod(account, payment?.paymentMethodId) ??
    assignedTo(bill, account.methods) ??
    account.methods.find(({ status }) => status === 'declined');
  const name = method ? methodName(method) : say('method.some');
  return (
    <Notice kind="problem">
      <p>{say('notice.declined', { method: name, company: company.name })}</p>
      {method?.status === 'declined' && (
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
