/** With what a bill is paid this time. */
import { useState } from 'preact/hooks';
import { newKey } from '../kit/api.ts';
import { Form } from '../kit/fields.tsx';
import { Logo } from '../kit/logo.tsx';
import { Actions, Notice, Primary, Screen } from '../kit/shell.tsx';
import { underOf } from './bill-detail.tsx';
import { useBills, useEntry } from './bills.ts';
import { AddMethod, ChooseMethod } from './choose-method.tsx';
import { Missing } from './missing.tsx';
import { hindranceOf, paidWith } from './pay-with.ts';
import { type Place, reviewPlace } from './place.ts';
import { say } from './text.ts';

type Props = Extract<Place, { readonly at: 'pay-method' }>;

export function PayMethod({ billId, methodId, date, amount }: Props) {
  const { account, go } = useBills();
  const bill = useEntry(billId)?.bill;
  const [chosen, setChosen] = useState(methodId);
  if (!bill) return <Missing />;
  const usable = account.methods.filter((method) => !hindranceOf(bill, method));
  const value = usable.some(({ _id }) => _id === chosen)
    ? chosen
    : paidWith(bill, account.methods)?._id;
  const next = () => go(reviewPlace({ billId, methodId: value, date, amount }, newKey));
  const { company } = bill;
  return (
    <Screen
      name="pay-method"
      title={say('pay.title', { company: company.name })}
      mark={<Logo company={company} />}
      under={underOf({ bill })}
      onBack={() => go({ at: 'bill', billId })}
    >
      {company.requiredPayment && (
        <Notice>
          {say(`notice.required.${company.requiredPayment}`, { company: company.name })}
        </Notice>
      )}
      <Form onSubmit={next}>
        <ChooseMethod {...{ bill, amount, value }} onChange={setChosen} />
        <AddMethod wish={{ billId, date, amount }} next="pay" />
        <Actions>{value !== undefined && <Primary text={say('action.continue')} />}</Actions>
      </Form>
    </Screen>
  );
}
