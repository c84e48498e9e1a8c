/** How something stands: an icon, then words, then color, in this order of importance. */
import { Icon } from '../shell.tsx';

export type Tone = 'danger' | 'warning' | 'success' | 'muted';

type Props = {
  readonly text: string;
  readonly tone?: Tone;
  /** A path of `icons.ts`. */
  readonly icon?: string;
};

/** `<Status icon={repeatIcon} text="Pays itself Dec 10" />` */
export function Status({ text, tone = 'muted', icon }: Props) {
  return (
    <em class={`status ${tone}`}>
      {icon && <Icon name={tone} path={icon} />}
      <span>{text}</span>
    </em>
  );
}
