/** An icon on its own ground: how something ended, and that there is nothing yet. */
import { Icon } from '../shell.tsx';
import { infoIcon } from './icons.ts';
import { type Tone, toneIcons } from './status.tsx';

export type DiscProps = {
  readonly tone?: Tone;
  /** A path of `icons.ts`; without one, its tone's. */
  readonly icon?: string;
};

/** What became of something, as a picture; words below it say the same. A check is drawn once. */
export function Disc({ tone = 'muted', icon = toneIcons[tone] ?? infoIcon }: DiscProps) {
  return (
    <div class={`disc ${tone}${tone === 'success' ? ' drawn' : ''}`} aria-hidden="true">
      <Icon name="drawing" path={icon} />
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
