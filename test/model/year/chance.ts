/** Seeded chance: a household of the same number meets the same year. */
export type Chance = {
  /** From 0 to below 1. */
  readonly next: () => number;
  /** A whole number, both ends included. */
  readonly between: (least: number, most: number) => number;
  readonly happens: (probability: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly shuffled: <T>(list: readonly T[]) => T[];
};

/** @throws Error when the seed is too large to be told from the next one. */
export function chanceOf(seed: number): Chance {
  if (!Number.isSafeInteger(seed)) throw new Error(`${seed} is no seed`);
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x9e3779b9) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const pick = <T>(list: readonly T[]): T => list[between(0, list.length - 1)] as T;
  const shuffled = <T>(list: readonly T[]): T[] => {
    const left = [...list];
    return list.map(() => left.splice(between(0, left.length - 1), 1)[0] as T);
  };
  return { next, between, happens: (probability) => next() < probability, pick, shuffled };
}
