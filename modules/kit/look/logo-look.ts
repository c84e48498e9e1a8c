/** The interface's three rules for a logo (decision: company-logos). */
import type { CompanySummary } from '@billhook/core/schemas/company';

/** A white image on the brand's color, as CSS has it; else a background with the name over it, or on white. */
export type LogoLook = {
  readonly source: string;
  readonly color?: string;
  /** What can be read on it: black or white. */
  readonly textColor?: string;
  readonly background?: boolean;
};

export function logoLook({ url, background, svg }: CompanySummary['logo']): LogoLook {
  if (!svg) return { source: url, background };
  return { source: svg.url, color: `#${svg.color}`, textColor: textOn(svg.color) };
}

/** How much of a color's light its red, green and blue are. */
const SHARES = [0.2126, 0.7152, 0.0722];
/** Above it black has the higher contrast, and each of the two at least 4.5:1. */
const MIDDLE = 0.179;

/** @param color `rrggbb`. */
function textOn(color: string): string {
  const light = SHARES.reduce((sum, share, at) => {
    const channel = Number.parseInt(color.slice(at * 2, at * 2 + 2), 16) / 255;
    return sum + share * channel ** 2.2;
  }, 0);
  return light > MIDDLE ? '#000' : '#fff';
}
