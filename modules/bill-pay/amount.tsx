/** How much of a bill is paid: one of its balances, or another amount where its company takes one. */
import { useState } from 'preact/hooks';
import { amountLabel, amountMeaning } from '../kit/amount/choose-amount.tsx';
import { type AmountKind, amountChoices, chosenKind, mostOf, readAmount } from '../kit/amounts.ts';
import { Choices, Field, Form } from '../kit/fields.tsx';
import { Actions, Primary, Screen } from '../kit/shell.tsx';
import { money } from '../kit/text.ts';
import { useForm } from '../kit/use-send.ts';
import { useBills, useEntry } from './bills.ts';
import { Missing } from './missing.tsx';
import { say } from './text.ts';

export function Amount({ billId }: { readonly billId: string }) {
  const { go, reload } = useBills();
  const bill = useEntry(billId)?.bill;
  const [chosen, setChosen] = useState<AmountKind>();
  const [typed, setTyped] = useState<string>();
  const company = bill?.company.name ?? '';
  const { busy, problem, problems, passes, send } = useForm({
    payment_amount_not_accepted: say('amount.refused', { company }),
  });
  if (!bill) return <Missing />;
  const kind = chosen ?? chosenKind(bill);
  const custom = typed ?? (chosenKind(bill) === 'custom' ? bill.customPaymentAmount : '') ?? '';
  const back = () => go({ at: 'settings', billId });
  const most = mostOf(bill);
  const save = async () => {
    if (!kind) return;
    const amount = amountOf(kind, custom);
    const wrong = typeof amount === 'object' && amount;
    if (!passes(wrong ? { amount: wrong.problem } : {})) return;
    const path = `/bill/${encodeURIComponent(billId)}/customize`;
    const body = { customPaymentAmount: amount };
    if (await send({ path, body }, reload)) go({ at: 'settings', billId }, say('amount.saved'));
  };
  const amountOf = (asked: AmountKind, text: string) => {
    if (asked === 'balance') return null;
    if (asked !== 'custom') return amountChoices(bill).find((one) => one.kind === asked)?.amount;
    const read = readAmount(text, bill);
    if (typeof read === 'string') return read;
    const max = most === undefined ? '' : money(most);
    return { problem: say(read.not === 'none' ? 'amount.none' : 'amount.tooMuch', { max }) };
  };
  return (
    <Screen name="amount" title={say('amount.title')} onBack={back}>
      <Form problems={problems} problem={problem} onSubmit={save}>
        <Choices
          name="kind"
          legend={say('amount.legend', { company: bill.company.name })}
          choices={amountChoices(bill).map(({ kind: value, amount }) => ({
            value,
            label: amountLabel(bill, value),
            detail: amountMeaning(bill, value),
            amount: amount && money(amount),
          }))}
          value={kind}
          onChange={setChosen}
        />
        {kind === 'custom' && (
          <Field
            name="amount"
            label={say('amount.custom')}
            hint={
              most === undefined || problems.amount
                ? undefined
                : say('amount.most', { max: money(most) })
            }
            inputMode="decimal"
            value={custom}
            problem={problems.amount}
            onInput={setTyped}
          />
        )}
        <p class="muted">{say('amount.rest')}</p>
        <Actions>
          <Primary text={say('action.save')} busy={busy} />
        </Actions>
      </Form>
    </Screen>
  );
}
