/** What stands for a whole state: an icon on its own ground, bones of what comes, how far it is. */
import type { CompanySummary } from '@billhook/core/schemas/company';
import { Logo } from '../logo.tsx';
import { Icon } from '../shell.tsx';
import { clockIcon } from './icons.ts';
import { type Tone, toneIcons } from './status.tsx';

type DiscProps = {
  readonly tone?: Tone;
  /** A path of `icons.ts`; without one, its tone's. */
  readonly icon?: string;
};

/** What became of something, as a picture; words below it say the same. A check is drawn once. */
export function Disc({ tone = 'muted', icon = toneIcons[tone] ?? clockIcon }: DiscProps) {
  return (
    <div class={`disc ${tone}${tone === 'success' ? ' drawn' : ''}`} aria-hidden="true">
      <Icon name="drawing" path={icon} />
    </div>
  );
}

/** The same on the logo of the company that it is about. */
export function Seal({ company, ...disc }: DiscProps & { readonly company: CompanySummary }) {
  return (
    <div class="seal">
      <Logo large company={company} />
      <Disc {...disc} />
    </div>
  );
}

/** That a list has nothing yet. @param icon a path of `icons.ts`, of what it would have. */
export function Empty({ icon, text }: { readonly icon: string; readonly text: string }) {
  return (
    <>
      <Disc icon={icon} />
      <p>{text}</p>
    </>
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
