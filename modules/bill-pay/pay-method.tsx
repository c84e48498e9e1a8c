/** The first step of paying: with what. */
import { useState } from 'preact/hooks';
import { newKey } from '../kit/api.ts';
import { Form } from '../kit/fields.tsx';
import { Actions, Notice, Primary, Screen } from '../kit/shell.tsx';
import { useBills, useEntry } from './bills.ts';
import { AddMethod, ChooseMethod } from './choose-method.tsx';
import { Missing } from './missing.tsx';
import { hindranceOf, paidWith } from './pay-with.ts';
import { type Place, reviewPlace } from './place.ts';
import { say } from './text.ts';

type Props = Extract<Place, { readonly at: 'pay-method' | 'pay-when' }>;

export function PayMethod({ billId, methodId, date }: Props) {
  const { account, go } = useBills();
  const bill = useEntry(billId)?.bill;
  const [chosen, setChosen] = useState(methodId);
  if (!bill) return <Missing />;
  const usable = account.methods.filter((method) => !hindranceOf(bill, method));
  const value = usable.some(({ _id }) => _id === chosen)
    ? chosen
    : paidWith(bill, account.methods)?._id;
  // With its user there a payment is made now; there is no day to choose.
  const next = () =>
    go(
      bill.company.userPresenceRequired
        ? reviewPlace({ billId, methodId: value }, newKey)
        : { at: 'pay-when', billId, methodId: value, date },
    );
  const { requiredPayment } = bill.company;
  return (
    <Screen
      name="pay-method"
      title={say('pay.title', { company: bill.company.name })}
      onBack={() => go({ at: 'bill', billId })}
    >
      {requiredPayment && (
        <Notice>{say(`notice.required.${requiredPayment}`, { company: bill.company.name })}</Notice>
      )}
      <Form onSubmit={next}>
        <ChooseMethod bill={bill} value={value} onChange={setChosen} />
        <Actions>
          {value !== undefined && <Primary text={say('action.continue')} />}
          <AddMethod wish={{ billId, date }} next="pay" />
        </Actions>
      </Form>
    </Screen>
  );
}
