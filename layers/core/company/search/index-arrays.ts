/**
 * The index of the directory: arrays of numbers alone, so that a function can use what it has read
 * without making an object a company (decision: search-by-index).
 *
 * A company is a number, in the order of the names; a word of the names is a number, in the order of
 * UTF-16 units. `…Starts` says where the part of each number begins in the array without `Starts`, and
 * has one entry more, the end of the last.
 */
export const arrayKinds = {
  /** Ids, in ASCII. */
  ids: Uint8Array,
  idStarts: Uint32Array,
  /** The vocabulary: the UTF-16 units of all words. */
  letters: Uint16Array,
  letterStarts: Uint32Array,
  /** How many units a word begins with as the word before it does; at most 255. */
  shared: Uint8Array,
  /** The companies whose names have a word, ascending. */
  namesOfWord: Uint32Array,
  namesOfWordStarts: Uint32Array,
  /** The words of a company's name, in their order. */
  wordsOfName: Uint32Array,
  wordsOfNameStarts: Uint32Array,
  /** Words by a hash of three units next to each other in them, ascending. */
  wordsOfTriple: Uint32Array,
  wordsOfTripleStarts: Uint32Array,
  /** In degrees; NaN for companies of the whole country. */
  latitudes: Float32Array,
  longitudes: Float32Array,
  /** Companies with a place, from south to north. */
  bySouth: Uint32Array,
  /** A sum of `flag` for each company. */
  flags: Uint8Array,
  /** A JSON list of categories, in UTF-8. */
  categoryNames: Uint8Array,
  categoriesOfName: Uint16Array,
  categoriesOfNameStarts: Uint32Array,
  namesOfCategory: Uint32Array,
  namesOfCategoryStarts: Uint32Array,
} as const;

export type ArrayName = keyof typeof arrayKinds;

type ArrayOf<Kind> = Kind extends Uint8ArrayConstructor
  ? Uint8Array
  : Kind extends Uint16ArrayConstructor
    ? Uint16Array
    : Kind extends Uint32ArrayConstructor
      ? Uint32Array
      : Float32Array;

export type IndexArrays = {
  readonly [N in ArrayName]: ArrayOf<(typeof arrayKinds)[N]>;
};

/** A power of two: a hash is cut to its bits. */
export const TRIPLE_HASHES = 32_768;

/** Of three units that are next to each other. */
export function hashOfTriple(first: number, second: number, third: number): number {
  return (Math.imul(first, 961) + Math.imul(second, 31) + third) & (TRIPLE_HASHES - 1);
}

export function companyCount({ flags }: IndexArrays): number {
  return flags.length;
}

export function wordCount({ shared }: IndexArrays): number {
  return shared.length;
}

export function companyIdAt({ ids, idStarts }: IndexArrays, company: number): string {
  return String.fromCharCode(...ids.subarray(idStarts[company], idStarts[company + 1]));
}

/** Of all companies, by their numbers. */
export function idsOf({ ids, idStarts }: IndexArrays): string[] {
  // Parts of one text: to make each from its letters takes ten times as long.
  const all = new TextDecoder('latin1').decode(ids);
  return Array.from({ length: idStarts.length - 1 }, (_, company) =>
    all.slice(idStarts[company], idStarts[company + 1]),
  );
}

export function categoriesOf({ categoryNames }: IndexArrays): string[] {
  return JSON.parse(new TextDecoder().decode(categoryNames)) as string[];
}
