/** The card as it fills while it is typed: a picture, of which every word stands in a field, too. */
import { BrandMark } from './brand-mark.tsx';
import { shownNumber, type TypedCard } from './typed-card.ts';

type Props = {
  readonly card: TypedCard;
  readonly brand?: string;
  /** The number is being typed; else no more than its end is shown. */
  readonly isTyping: boolean;
};

export function CardPreview({ card, brand, isTyping }: Props) {
  return (
    <div class="plastic" aria-hidden="true">
      <span class="line">
        <i class="chip" />
        {brand && <BrandMark brand={brand} />}
      </span>
      <span class="pan number">{shownNumber(card.number, isTyping)}</span>
      <span class="line">
        <span>{card.name.trim().toUpperCase()}</span>
        <span class="number">{card.expiry}</span>
      </span>
    </div>
  );
}
