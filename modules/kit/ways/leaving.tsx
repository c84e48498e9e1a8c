/** What is asked before a screen is left on which something is under way, or before a session ends. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../dialog.tsx';
import { isFramed } from '../host.ts';
import type { Underway } from '../kit.ts';
import { Actions, Primary, Secondary } from '../shell.tsx';
import { say } from '../text.ts';
import { guardBack } from './trail.ts';

type Standing = {
  readonly kind: Underway;
  /** It is of this screen, and not of the module: Back leaves it, too. */
  readonly ofScreen: boolean;
};

type DialogProps = {
  readonly title: string;
  readonly body: string;
  readonly stayText: string;
  /** What is left is lost. */
  readonly danger?: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
};

function StayOrLeave({ title, body, stayText, danger, onStay, onLeave }: DialogProps) {
  return (
    <Dialog title={title} onCancel={onStay}>
      <p>{body}</p>
      <Actions>
        <Primary text={stayText} onClick={onStay} />
        <Secondary text={say('leave.leave')} danger={danger} onClick={onLeave} />
      </Actions>
    </Dialog>
  );
}

/**
 * Leaving a screen, by whatever way: at once, or after the user was asked.
 *
 * @returns what is under way now, what leaves, and the question while it is asked.
 */
export function useLeaving() {
  const underway = useRef<Standing>();
  const [asked, setAsked] = useState<{ readonly kind: Underway; readonly go: () => void }>();
  const ask = (go: () => void, wholly: boolean): boolean => {
    const { kind, ofScreen } = underway.current ?? {};
    const asks = kind !== undefined && (wholly || ofScreen === true);
    if (asks) setAsked({ kind, go });
    return asks;
  };
  /** @param wholly whether the module is left, and not only its screen. */
  const leave = (go: () => void, wholly = false) => {
    if (!ask(go, wholly)) go();
  };
  useEffect(() => guardBack((go) => ask(go, false)), []);
  const stay = () => setAsked(undefined);
  const dialog = asked && (
    <StayOrLeave
      title={say(`leave.${asked.kind}.title`)}
      body={say(`leave.${asked.kind}.body`)}
      stayText={say('leave.stay')}
      danger={asked.kind === 'answer'}
      onStay={stay}
      onLeave={() => {
        stay();
        underway.current = undefined;
        asked.go();
      }}
    />
  );
  return { underway, leave, dialog };
}

type StillThereProps = {
  /** Until the page ends by itself. */
  readonly seconds: number;
  readonly onStay: () => void;
  readonly onLeave: () => void;
};

export function StillThere({ seconds, ...ways }: StillThereProps) {
  const title = say('session.still.title');
  const body = say('session.still.body', { seconds });
  return <StayOrLeave {...{ title, body }} stayText={say('session.still.stay')} {...ways} />;
}

/** What the host says to the page that it shows in a modal: its user wants to leave. */
const CLOSE = 'close';

/**
 * Escape in a modal of the host's, and the host's own wish to close it, are as the page's Close. In a
 * frame that is part of a page Escape is nobody's.
 */
export function useEscape(isModal: boolean, origins: readonly string[], close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isModal || !isFramed(window)) return;
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isElsewhere(event)) latest.current();
    };
    const hear = ({ origin, source, data }: MessageEvent) => {
      const isHost = source === window.parent && origins.includes(origin);
      if (isHost && data?.billhook === CLOSE && !isAsking()) latest.current();
    };
    addEventListener('keydown', press);
    addEventListener('message', hear);
    return () => {
      removeEventListener('keydown', press);
      removeEventListener('message', hear);
    };
  }, [isModal, origins]);
}

/** A dialog takes it for itself, and a search that has something in it is emptied by it. */
function isElsewhere({ defaultPrevented, isComposing, target }: KeyboardEvent): boolean {
  const isSearch = target instanceof HTMLInputElement && target.type === 'search' && target.value;
  return defaultPrevented || isComposing || isAsking() || Boolean(isSearch);
}

function isAsking(): boolean {
  return document.querySelector('dialog[open]') !== null;
}
