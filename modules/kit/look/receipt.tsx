/** The receipt: a quiet paper with a number that can be read out, and its facts. */
import type { ComponentChildren } from 'preact';

type Props = {
  /** What the number is: "Confirmation number". */
  readonly label: string;
  readonly number?: string;
  /** Beside the number: a button that copies it. */
  readonly end?: ComponentChildren;
  /** `Fact`s. */
  readonly children: ComponentChildren;
};

/** `<Receipt label={say('receipt.number')} number="BH-7K4Q-29"><Fact …/></Receipt>` */
export function Receipt({ label, number, end, children }: Props) {
  return (
    <section class="receipt">
      {number && (
        <p>
          <small>{label}</small>
          <b class="number">{number}</b>
          {end}
        </p>
      )}
      <dl>{children}</dl>
    </section>
  );
}
