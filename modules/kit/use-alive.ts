import { useEffect } from 'preact/hooks';
import type { Host } from './host.ts';

const ALIVE_MILLISECONDS = 30_000;
const signs = ['pointerdown', 'keydown', 'input', 'wheel', 'touchstart'] as const;

/**
 * Says `alive` every 30 seconds in which the user did something, or work was under way
 * (decision: module-events).
 */
export function useAlive(host: Host, isWorking: () => boolean, over: boolean): void {
  useEffect(() => {
    if (over) return;
    let active = false;
    const note = () => {
      active = true;
    };
    for (const sign of signs) addEventListener(sign, note, { passive: true });
    const timer = setInterval(() => {
      if (active || isWorking()) host.emit('alive');
      active = false;
    }, ALIVE_MILLISECONDS);
    return () => {
      clearInterval(timer);
      for (const sign of signs) removeEventListener(sign, note);
    };
  }, [host, over]);
}
