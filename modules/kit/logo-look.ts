/** The interface's three rules for a logo (decision: company-logos). */
import type { CompanySummary } from '@billhook/core/schemas/company';

export type LogoLook = {
  readonly source: string;
  /** A white image on the brand's color; an image on white; or a background with the name over it. */
  readonly on: 'brand' | 'white' | 'background';
  /** Of the brand, as CSS has it. */
  readonly color?: string;
};

export function logoLook({ url, background, svg }: CompanySummary['logo']): LogoLook {
  // A page may be newer than what it shows: release 0.1.0 had a `#`.
  if (svg) return { source: svg.url, on: 'brand', color: `#${svg.color.replace('#', '')}` };
  return { source: url, on: background ? 'background' : 'white' };
}
