/** The card as it fills while it is typed: a picture, of which every word stands in a field, too. */
import { BrandMark } from './brand-mark.tsx';
import type { TypedCard } from './typed-card.ts';

type Props = {
  readonly card: TypedCard;
  readonly brand?: string;
  /** As much of it as may be seen. */
  readonly number: string;
};

export function CardPreview({ card, brand, number }: Props) {
  return (
    <div class="plastic" aria-hidden="true">
      <span class="line">
        <i class="chip" />
        {brand && <BrandMark brand={brand} />}
      </span>
      <span class="pan number">{number}</span>
      <span class="line">
        <span>{card.name.trim().toUpperCase()}</span>
        <span class="number">{card.expiry}</span>
      </span>
    </div>
  );
}
