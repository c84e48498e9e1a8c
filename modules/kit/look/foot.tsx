/** The end of a screen: its one filled button, the way beside it, and what pressing it means. */
import type { ComponentChildren } from 'preact';
import { Actions } from '../shell.tsx';

type Props = {
  readonly children: ComponentChildren;
  /** The authorization or the like, right under the button. */
  readonly legal?: ComponentChildren;
};

/** `<Foot legal={say('pay.consent')}><Primary …/><Secondary …/></Foot>` */
export function Foot({ children, legal }: Props) {
  return (
    <Actions>
      {children}
      {legal && <p class="legal">{legal}</p>}
    </Actions>
  );
}

/** What fills the rest of a screen, with its button at the foot. */
export function Second({ children }: { readonly children: ComponentChildren }) {
  return <div class="second">{children}</div>;
}

/** The main button where nothing is decided, "Add a bill", or one of two that weigh the same. */
export function Quiet({
  text,
  busy,
  onClick,
}: {
  readonly text: string;
  readonly busy?: boolean;
  readonly onClick: (event: MouseEvent) => void;
}) {
  return (
    <button
      type="button"
      translate={false}
      class="button quiet"
      aria-disabled={busy}
      onClick={busy ? undefined : onClick}
    >
      {text}
    </button>
  );
}
