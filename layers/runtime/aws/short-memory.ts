/** Remembers a few values for a while. What is over is forgotten at the next use, whoever's it is. */

export type ShortMemory<T> = {
  readonly get: (name: string, now: number) => T | undefined;
  readonly set: (name: string, value: T, now: number) => void;
  readonly delete: (name: string) => void;
  /** How many are remembered, of which some may be over. */
  readonly size: () => number;
};

type Kept<T> = { readonly until: number; readonly value: T };

/** @param most beyond them the oldest is forgotten. */
export function openShortMemory<T>(most: number, milliseconds: number): ShortMemory<T> {
  /** The oldest first. */
  const kept = new Map<string, Kept<T>>();
  const forgetOver = (now: number) => {
    for (const [name, { until }] of kept) {
      if (until > now) return;
      kept.delete(name);
    }
  };
  return {
    get: (name, now) => {
      forgetOver(now);
      return kept.get(name)?.value;
    },
    set: (name, value, now) => {
      forgetOver(now);
      kept.delete(name);
      const [oldest] = kept.keys();
      if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
      kept.set(name, { until: now + milliseconds, value });
    },
    delete: (name) => {
      kept.delete(name);
    },
    size: () => kept.size,
  };
}
