import { useEffect, useRef } from 'preact/hooks';

/**
 * Often at first, seldom later (decision: polling-slows-down): milliseconds of waiting, up to
 * milliseconds since the start.
 */
const pace = [
  [10_000, 1_000],
  [60_000, 2_000],
  [Number.POSITIVE_INFINITY, 5_000],
] as const;

/**
 * Asks again and again until it says that it is done. At once when the page is seen again, or is
 * back online: phones suspend it while the user fetches a code.
 *
 * @param ask resolves to whether to go on. @param key of what is asked about; nothing pauses.
 */
export function usePoll(key: string | undefined, ask: () => Promise<boolean>): void {
  const asking = useRef(ask);
  asking.current = ask;
  useEffect(() => {
    if (key === undefined) return;
    const startedAt = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let busy = false;
    let over = false;
    const round = async () => {
      if (busy || over) return;
      busy = true;
      clearTimeout(timer);
      const goOn = await asking.current();
      busy = false;
      if (!goOn || over) return;
      const since = Date.now() - startedAt;
      const wait = pace.find(([until]) => since < until)?.[1];
      timer = setTimeout(round, wait);
    };
    const wake = () => {
      if (document.visibilityState === 'visible') round();
    };
    document.addEventListener('visibilitychange', wake);
    addEventListener('online', wake);
    addEventListener('pageshow', wake);
    round();
    return () => {
      over = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
      removeEventListener('online', wake);
      removeEventListener('pageshow', wake);
    };
  }, [key]);
}
