/** What stands for a whole state: what became of something with a company, how far it is. */
import type { CompanySummary } from '@billhook/core/schemas/company';
import { Logo } from '../logo.tsx';
import { Disc, type DiscProps } from './disc.tsx';

/** The same on the logo of the company that it is about. */
export function Seal({ company, ...disc }: DiscProps & { readonly company: CompanySummary }) {
  return (
    <div class="seal">
      <Logo large company={company} />
      <Disc {...disc} />
    </div>
  );
}

/** How much is done or left, 0 to 1; words beside it say the same. */
export function Bar({ share }: { readonly share: number }) {
  return (
    <div class="bar" aria-hidden="true">
      <i style={{ inlineSize: `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%` }} />
    </div>
  );
}
