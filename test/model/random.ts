/** As `randomBytes`, and the same each time that the walk of this number is repeated. */
export function seededBytes(seed: number): (count: number) => Buffer {
  return openRandom(seed).bytes;
}

/** The same, which can be left and gone on from: `kept` is what to open the next one with. */
export function openRandom(seed: number) {
  let state = seed >>> 0;
  return {
    kept: () => state,
    bytes: (count: number): Buffer => {
      const bytes = Buffer.alloc(count);
      for (let index = 0; index < count; index += 1) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        bytes[index] = state >>> 24;
      }
      return bytes;
    },
  };
}
