/** How long a code or a prompt can still be answered: in words, and as a line that becomes shorter. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useKit } from '../kit.ts';
import { Bar } from '../look/drawn.tsx';
import { say } from './text.ts';

/** As long as the service waits; of less is what a page shows that was opened later. */
const WHOLE_SECONDS = 5 * 60;
/** What is left when it is said aloud. */
const SPOKEN_SECONDS = [60, 30];

type Props = {
  /** When the screen appeared. An older service doesn't say. */
  readonly seconds: number | undefined;
  readonly textKey: 'code.chooseWithin' | 'code.goodFor' | 'prompt.waiting';
  /** Nothing is left. */
  readonly onGone: () => void;
};

export function TimeLeft({ seconds, textKey, onGone }: Props) {
  const { announce } = useKit();
  const endsAt = useRef(Date.now() + (seconds ?? 0) * 1000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (seconds === undefined) return;
    // By the clock: a phone that fetches the code suspends the page.
    const timer = setInterval(() => {
      setLeft(Math.max(0, Math.ceil((endsAt.current - Date.now()) / 1000)));
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  const text = left === undefined ? '' : say(textKey, { time: timeText(left) });
  useEffect(() => {
    if (left === 0) onGone();
    else if (left !== undefined && SPOKEN_SECONDS.includes(left)) announce(text);
  }, [left]);
  if (left === undefined) return null;
  return (
    <div role="timer" aria-live="off">
      <Bar share={left / WHOLE_SECONDS} />
      <p class="hint number">{text}</p>
    </div>
  );
}

/** `4 min 06 s`, `42 s`. */
function timeText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  if (minutes === 0) return say('time.seconds', { seconds });
  return say('time.minutes', { minutes, seconds: String(rest).padStart(2, '0') });
}
