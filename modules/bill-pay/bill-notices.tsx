/** What a bill wants its user to do, where its line alone does not say how. */
import type { ComponentChild } from 'preact';
import { amountChoices } from '../kit/amounts.ts';
import { chargesOfWaiting } from '../kit/charge.ts';
import { methodInText, shortMethodName } from '../kit/method-name.ts';
import { Notice, OutLink, Secondary } from '../kit/shell.tsx';
import { money } from '../kit/text.ts';
import { useLoginUrl } from '../kit/use-login-url.ts';
import { assignedTo } from './bill-actions.ts';
import { type AuthNeed, lineOf } from './bill-line.ts';
import { useBills } from './bills.ts';
import { type Entry, findMethod } from './entry.ts';
import { linkPlaceOf } from './place.ts';
import { say, type TextKey } from './text.ts';

/** Why the account needs its user, in the kit's words. */
const authTexts: Readonly<Record<AuthNeed, TextKey>> = {
  hold: 'hold.unknown.title',
  authenticate: 'signIn.again',
  questions: 'questions.title.one',
  code: 'notice.code',
  prompt: 'notice.prompt',
};

/** @returns nothing where the line says it all. */
export function useNotice(entry: Entry | undefined): ComponentChild {
  const { account, go } = useBills();
  if (!entry) return null;
  const { bill, payment } = entry;
  const { _id: billId, auth, company } = bill;
  const names = { company: company.name };
  const { kind, method } = lineOf(entry, account.methods);
  switch (kind) {
    case 'hold':
    case 'authenticate':
    case 'questions':
    case 'code':
    case 'prompt':
      return (
        <Notice kind="warning">
          <p>{say(authTexts[kind], names)}</p>
          <Secondary
            text={say(`row.${kind}`)}
            onClick={() => go({ at: 'link', from: linkPlaceOf(auth), billId })}
          />
        </Notice>
      );
    case 'returned':
    case 'declined':
      return <Declined entry={entry} />;
    case 'unconfirmed':
      return <Notice kind="problem">{say('pay.unknown.body', names)}</Notice>;
    case 'amount-limit':
      return <OverLimit bill={bill} />;
    case 'not-agreed':
      return (
        <Notice kind="warning">
          <p>{say('notice.notAgreed', names)}</p>
          <Secondary
            text={
              method
                ? say('line.choose-method', { method: shortMethodName(method) })
                : say('billMethod.choose')
            }
            onClick={() => go({ at: 'bill-method', billId })}
          />
        </Notice>
      );
    case 'waiting-more-owed':
    case 'waiting-another-statement':
    case 'waiting-unusual-amount':
    case 'waiting-earlier-payment-not-shown': {
      const [seen, owed] = chargesOfWaiting(payment?.waiting ?? bill.waiting);
      const amounts = { seen: money(seen), owed: money(owed) };
      return <Notice kind="warning">{say(`notice.${kind}`, amounts)}</Notice>;
    }
    case 'choose-method':
    case 'needs-card':
    case 'needs-bank':
    case 'no-payment-method':
    case 'payment-method-declined':
      return company.requiredPayment ? (
        <Notice kind="warning">{say(`notice.required.${company.requiredPayment}`, names)}</Notice>
      ) : null;
    default:
      return null;
  }
}

/** Less of it can be paid where its company takes any amount; all of it there alone. */
function OverLimit({ bill }: { readonly bill: Entry['bill'] }) {
  const { company } = bill;
  const url = useLoginUrl(company._id);
  const takesLess = amountChoices(bill).length > 1;
  const most = bill.withheld?.limit;
  const limit = most ? say('notice.limit.of', { amount: money(most) }) : say('notice.limit.some');
  return (
    <Notice kind="warning">
      <p>{say(takesLess ? 'notice.limit' : 'notice.limitAll', { company: company.name, limit })}</p>
      {url && <OutLink href={url} text={say('notice.payThere', { company: company.name })} />}
    </Notice>
  );
}

function Declined({ entry: { bill, payment } }: { readonly entry: Entry }) {
  const { account, go } = useBills();
  const { _id: billId, company } = bill;
  const method =
    findMethod(account, payment?.paymentMethodId) ??
    assignedTo(bill, account.methods) ??
    account.methods.find(({ status }) => status === 'declined');
  const name = methodInText(method);
  const kind = payment?.returned ? 'returned' : 'declined';
  const amount = payment?.amount ? money(payment.amount) : '';
  return (
    <Notice kind="problem">
      <p>{say(`notice.${kind}`, { method: name, company: company.name, amount })}</p>
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
