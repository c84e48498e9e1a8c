/** What stands for a whole state: an icon on its own ground, bones of what comes, how far it is. */
import type { CompanySummary } from '@billhook/core/schemas/company';
import { Logo } from '../logo.tsx';
import { Icon } from '../shell.tsx';
import { checkIcon } from './icons.ts';

/** The check of a success, drawn once. */
export function SuccessDisc() {
  return (
    <div class="disc success drawn" aria-hidden="true">
      <Icon name="check" path={checkIcon} />
    </div>
  );
}

/** The same on a company's logo, where something has succeeded with it. */
export function SuccessSeal({ company }: { readonly company: CompanySummary }) {
  return (
    <div class="seal">
      <Logo large company={company} />
      <SuccessDisc />
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
