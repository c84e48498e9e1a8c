import { useEffect, useState } from 'preact/hooks';

/** Seconds before the end at which the user is asked (WCAG 2.2.1). */
const WARNING_SECONDS = 60;
/** A session that could be made longer by less than this is at its end: asking again would not help. */
const WORTH_ASKING_SECONDS = 30;
/** A session that is shorter is asked about later. */
const WARNING_SHARE = 0.2;
const TICK_MILLISECONDS = 500;

type Expiry = {
  /** Nothing is counted any more. */
  readonly over: boolean;
  readonly onWarning: (seconds: number) => void;
  readonly onEnd: () => void;
  /** @returns when the session ends now; nothing when it could not be made longer. */
  readonly renew: () => Promise<number | undefined>;
};

/**
 * Follows the end of a session. By the clock and not by one long timer: a page in the background
 * sleeps, and finds out when it is seen again.
 *
 * @param endsAt milliseconds since the epoch.
 */
export function useExpiry(endsAt: number, { over, onWarning, onEnd, renew }: Expiry) {
  const [end, setEnd] = useState(endsAt);
  const [warning, setWarning] = useState<number>();
  const [final, setFinal] = useState(false);
  useEffect(() => {
    if (over) return;
    const length = (end - Date.now()) / 1000;
    const from = Math.min(WARNING_SECONDS, length * WARNING_SHARE);
    let warned = false;
    const timer = setInterval(() => {
      const left = Math.ceil((end - Date.now()) / 1000);
      if (left <= 0) return onEnd();
      if (left > from) return;
      if (!warned) onWarning(left);
      warned = true;
      if (!final) setWarning(left);
    }, TICK_MILLISECONDS);
    return () => clearInterval(timer);
  }, [end, over, final]);
  const stay = async () => {
    setWarning(undefined);
    const renewed = await renew();
    if (renewed === undefined) return;
    setFinal((renewed - end) / 1000 < WORTH_ASKING_SECONDS);
    setEnd(renewed);
    // The clock may have warned once more while the answer was on its way.
    setWarning(undefined);
  };
  return { warning: over ? undefined : warning, stay };
}
