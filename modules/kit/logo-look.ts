/** The interface's three rules for a logo (decision: company-logos). */
import type { CompanySummary } from '@billhook/core/schemas/company';

/** A white image on the brand's color, as CSS has it; else a background with the name over it, or on white. */
export type LogoLook = {
  readonly source: string;
  readonly color?: string;
  readonly background?: boolean;
};

export function logoLook({ url, background, svg }: CompanySummary['logo']): LogoLook {
  return svg ? { source: svg.url, color: `#${svg.color}` } : { source: url, background };
}
