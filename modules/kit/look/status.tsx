/** How something stands: an icon, then words, then color, in this order of importance. */
import { Icon } from '../shell.tsx';
import { alertIcon, checkIcon } from './icons.ts';

export type Tone = 'danger' | 'warning' | 'success' | 'muted';

type Props = {
  readonly text: string;
  readonly tone?: Tone;
  /** A path of `icons.ts`; without one, its tone's. */
  readonly icon?: string;
};

/** What stands before the words of a tone. */
export const toneIcons: Partial<Record<Tone, string>> = {
  danger: alertIcon,
  warning: alertIcon,
  success: checkIcon,
};

/** `<Status icon={repeatIcon} text="Pays itself Dec 10" />` */
export function Status({ text, tone = 'muted', icon = toneIcons[tone] }: Props) {
  return (
    <em class={`status ${tone}`}>
      {icon && <Icon name={tone} path={icon} />}
      <span>{text}</span>
    </em>
  );
}
