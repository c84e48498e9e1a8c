/** The payment methods as radio buttons, each with what the bill's company adds, and rows that add one. */
import type { Bill } from '@billhook/core/schemas/bill';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { chargeOf } from '../kit/charge.ts';
import { Choices } from '../kit/fields.tsx';
import { plusIcon } from '../kit/look/icons.ts';
import { Row, Rows } from '../kit/look/rows.tsx';
import { methodName } from '../kit/method-name.ts';
import { Notice } from '../kit/shell.tsx';
import { money } from '../kit/text.ts';
import { useBills } from './bills.ts';
import { hindranceOf } from './pay-with.ts';
import type { Wish } from './place.ts';
import { say } from './text.ts';

type Props = {
  readonly bill: Bill;
  /** What is paid, where that was chosen. */
  readonly amount?: string;
  readonly value: string | undefined;
  readonly onChange: (methodId: string) => void;
};

export function ChooseMethod({ bill, amount, value, onChange }: Props) {
  const { methods } = useBills().account;
  if (methods.length === 0) return <Notice>{say('pay.no-method')}</Notice>;
  return (
    <Choices
      name="method"
      legend={say('pay.method')}
      choices={methods.map((method) => ({
        value: method._id,
        label: methodName(method),
        detail: detailOf(bill, method, amount),
        disabled: hindranceOf(bill, method) !== undefined,
      }))}
      value={value}
      onChange={onChange}
    />
  );
}

function detailOf(bill: Bill, method: PaymentMethod, amount?: string): string | undefined {
  const hindrance = hindranceOf(bill, method);
  if (hindrance) return say(`method.not.${hindrance}`, { company: bill.company.name });
  const { fee } = chargeOf(bill, method, { amount });
  if (fee) return say('method.fee', { fee: money(fee) });
  return method.default ? say('method.default') : undefined;
}

/** The new one comes back to where it was wanted. */
export function AddMethod({
  wish,
  next,
}: {
  readonly wish: Wish;
  readonly next: 'pay' | 'assign';
}) {
  const { account, go } = useBills();
  const required = account.entries.find(({ bill }) => bill._id === wish.billId)?.bill.company
    .requiredPayment;
  const types = (['card', 'bank'] as const).filter((type) => !required || required === type);
  return (
    <Rows>
      {types.map((type) => (
        <Row
          key={type}
          icon={plusIcon}
          title={say(type === 'card' ? 'card.add.title' : 'add.bank.title')}
          onClick={() => go({ at: `add-${type}`, ...wish, next })}
        />
      ))}
    </Rows>
  );
}
