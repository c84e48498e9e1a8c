/** The one number of a screen: what it is of, the amount, and a line of truth about it. */
import { money } from '../text.ts';

/** Longer amounts are set smaller: none is ever cut off, on the narrowest phone. */
const MAX_LARGE_DIGITS = 7;

type Props = {
  /** A decimal text, as the API writes money. */
  readonly amount: string;
  /** Above it: "To pay by December 31". */
  readonly label?: string;
  /** Below it: "Due December 15". */
  readonly detail?: string | false;
};

/** `<Amount amount="228.96" label={say('bill.now')} detail={say('bill.due', { date })} />` */
export function Amount({ amount, label, detail }: Props) {
  const [large, cents] = amountParts(amount);
  return (
    <div class="hero">
      {label && <p>{label}</p>}
      <strong translate={false} class={large.length > MAX_LARGE_DIGITS ? 'number long' : 'number'}>
        {large}
        <span>{cents}</span>
      </strong>
      {detail && <p dir="auto">{detail}</p>}
    </div>
  );
}

/** All but the cents, and these with their separator, which are set smaller. */
export function amountParts(amount: string): readonly [large: string, cents: string] {
  const text = money(amount);
  const [cents = ''] = /\D\d\d$/.exec(text) ?? [];
  return [text.slice(0, text.length - cents.length), cents];
}
