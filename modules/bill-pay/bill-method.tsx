/** Which payment method is a bill's own, and what it pays from then on. */
import { useState } from 'preact/hooks';
import { Form } from '../kit/fields.tsx';
import { useKit } from '../kit/kit.ts';
import { Logo } from '../kit/logo.tsx';
import { methodInText } from '../kit/method-name.ts';
import { Screen } from '../kit/shell.tsx';
import { useSend } from '../kit/use-send.ts';
import { underOf } from './bill-detail.tsx';
import { useBills, useEntry } from './bills.ts';
import { AddMethod, ChooseMethod } from './choose-method.tsx';
import { agreed } from './consent/agreements.ts';
import { Ask, Decide, useAsking } from './consent/ask.tsx';
import { callsAfter, callsBefore } from './consent/calls.ts';
import { carryOut } from './consent/carry-out.ts';
import { planOf } from './consent/plan.ts';
import { findMethod } from './entry.ts';
import { Missing } from './missing.tsx';
import { assignment, paidWith } from './pay-with.ts';
import { say } from './text.ts';

export function BillMethod({ billId }: { readonly billId: string }) {
  const { api } = useKit();
  const { account, go, reload } = useBills();
  const bill = useEntry(billId)?.bill;
  const [chosen, setChosen] = useState<string>();
  const { busy, problem, send } = useSend();
  const methodId = chosen ?? (bill && paidWith(bill, account.methods)?._id) ?? '';
  const method = findMethod(account, methodId);
  const plan = planOf(account, { kind: 'assign', methodId, billId });
  const asking = useAsking(plan, method?.type ?? 'card');
  if (!bill) return <Missing />;
  const { decided, kind } = asking;
  const save = async () => {
    const done = await send(
      () =>
        carryOut(api, [
          ...callsBefore(plan, decided()),
          assignment(methodId, billId),
          ...callsAfter(plan, decided(), agreed(kind())),
        ]),
      reload,
    );
    const name = methodInText(method);
    if (done) go({ at: 'bill', billId }, say('billMethod.done', { method: name }));
  };
  return (
    <Screen
      name="bill-method"
      title={say('billMethod.title', { company: bill.company.name })}
      mark={<Logo company={bill.company} />}
      under={underOf({ bill })}
      onBack={() => go({ at: 'bill', billId })}
    >
      <Form problem={problem} onSubmit={save}>
        <ChooseMethod bill={bill} value={methodId || undefined} onChange={setChosen} />
        <AddMethod wish={{ billId }} next="assign" />
        {method && (
          <>
            <Ask {...{ plan, asking }} />
            <Decide
              {...{ plan, asking, busy }}
              text={say('action.save')}
              auto={say('consent.saveAuto')}
              self={say('consent.saveSelf')}
              keeps
            />
          </>
        )}
      </Form>
    </Screen>
  );
}
