/** How much is paid this time: minimum, statement or full balance, with what each means. */

import { moneyText } from '@billhook/core/base/money';
import type { Bill } from '@billhook/core/schemas/bill';
import { useState } from 'preact/hooks';
import {
  type AmountKind,
  amountChoices,
  chargedCents,
  chosenKind,
  hasMinimum,
  mostOf,
  readAmount,
} from '../amounts.ts';
import { Choices, Field } from '../fields.tsx';
import { money, say } from '../text.ts';

/** `own` is of this payment alone; `amount` is missing while what is typed is none. */
export type Chosen = {
  readonly kind: AmountKind | undefined;
  readonly amount?: string;
  readonly own?: boolean;
};

/** What the bill charges anyway. */
export function standingChoice(bill: Bill): Chosen {
  const cents = chargedCents(bill);
  return { kind: chosenKind(bill), ...(cents > 0 && { amount: moneyText(cents) }) };
}

/** Minimum where it is one; a plain bill has a balance that is due. */
export function amountLabel(bill: Bill, kind: AmountKind): string {
  return say(kind === 'balance' && hasMinimum(bill) ? 'amount.minimum' : `amount.${kind}`);
}

export function amountMeaning(bill: Bill, kind: AmountKind): string | undefined {
  if (!hasMinimum(bill) || kind === 'custom') return undefined;
  return say(kind === 'balance' ? 'amount.minimum.means' : `amount.${kind}.means`);
}

type Props = {
  readonly bill: Bill;
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
};

export function ChooseAmount({ bill, chosen, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const choices = amountChoices(bill);
  if (choices.length < 2) return null;
  const choose = (kind: AmountKind, text = typed) => {
    const standing = standingChoice(bill);
    if (kind === standing.kind && kind !== 'custom') return onChange(standing);
    const fixed = choices.find((one) => one.kind === kind)?.amount;
    const read = fixed ?? readAmount(text, bill);
    onChange({ kind, own: true, ...(typeof read === 'string' && { amount: read }) });
  };
  const most = mostOf(bill);
  const read = readAmount(typed, bill);
  const wrong = typed !== '' && typeof read === 'object' && read.not;
  const max = most === undefined ? '' : money(most);
  return (
    <>
      <Choices
        name="kind"
        legend={say('amount.now')}
        choices={choices.map(({ kind, amount }) => ({
          value: kind,
          label: amountLabel(bill, kind),
          detail: amountMeaning(bill, kind),
          amount: amount && money(amount),
        }))}
        value={chosen.kind}
        onChange={(kind) => choose(kind)}
      />
      {chosen.kind === 'custom' && (
        <Field
          name="amount"
          label={say('amount.custom')}
          hint={most === undefined || wrong ? undefined : say('amount.most', { max })}
          inputMode="decimal"
          value={typed}
          problem={
            wrong ? say(wrong === 'none' ? 'amount.none' : 'amount.tooMuch', { max }) : undefined
          }
          onInput={(text) => {
            setTyped(text);
            choose('custom', text);
          }}
        />
      )}
    </>
  );
}
