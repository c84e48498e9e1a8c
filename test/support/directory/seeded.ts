/** Random numbers that are the same for the same seed (xorshift, 32 bits). */
export type Random = {
  /** From 0 up to a number, which is not included. */
  readonly below: (limit: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
};

export function seededRandom(seed: number): Random {
  let state = seed | 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  const below = (limit: number) => Math.floor((next() / 2 ** 32) * limit);
  return { below, pick: (list) => list[below(list.length)] as (typeof list)[number] };
}
