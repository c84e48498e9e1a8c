/** Which way to pay is a bill's own. */
import { useState } from 'preact/hooks';
import { Form } from '../kit/fields.tsx';
import { Actions, Primary, Screen } from '../kit/shell.tsx';
import { useSend } from '../kit/use-send.ts';
import { useBills, useEntry } from './bills.ts';
import { AddMethod, ChooseMethod } from './choose-method.tsx';
import { Missing } from './missing.tsx';
import { assignment, paidWith } from './pay-with.ts';
import { say } from './text.ts';

export function BillMethod({ billId }: { readonly billId: string }) {
  const { account, go, reload } = useBills();
  const bill = useEntry(billId)?.bill;
  const [chosen, setChosen] = useState<string>();
  const { busy, problem, send } = useSend();
  if (!bill) return <Missing />;
  const methodId = chosen ?? paidWith(bill, account.methods)?._id;
  const back = () => go({ at: 'bill', billId });
  const save = async () => {
    const done = await send(assignment(methodId ?? '', billId), reload);
    if (done) go({ at: 'bill', billId }, say('billMethod.done'));
  };
  return (
    <Screen name="bill-method" title={say('billMethod.title')} onBack={back}>
      <Form problem={problem} onSubmit={save}>
        <ChooseMethod bill={bill} value={methodId} onChange={setChosen} />
        <Actions>
          {methodId !== undefined && <Primary text={say('action.save')} busy={busy} />}
          <AddMethod wish={{ billId }} next="assign" />
        </Actions>
      </Form>
    </Screen>
  );
}
