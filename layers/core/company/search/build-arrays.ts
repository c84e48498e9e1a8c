/** Builds the index from the facts of all companies. */
import type { CompanyFacts } from './facts.ts';
import { hashOfTriple, type IndexArrays, TRIPLE_HASHES } from './index-arrays.ts';

const MAX_SHARED = 255;

export function buildArrays(companies: readonly CompanyFacts[]): IndexArrays {
  const sorted = inOrder(companies);
  const words = [...new Set(sorted.flatMap(({ words }) => words))].sort();
  const numbers = new Map(words.map((word, number) => [word, number]));
  const wordsOfName = joined(
    sorted.map((company) => company.words.map((word) => numbers.get(word) as number)),
    Uint32Array,
  );
  const namesOfWord = inverted(wordsOfName, words.length);
  return {
    ...idsOf(sorted),
    ...vocabularyOf(words),
    ...triplesOf(words),
    namesOfWord: namesOfWord.values,
    namesOfWordStarts: namesOfWord.starts,
    wordsOfName: wordsOfName.values,
    wordsOfNameStarts: wordsOfName.starts,
    ...placesOf(sorted),
    flags: Uint8Array.from(sorted, ({ flags }) => flags),
    ...kindsOf(sorted),
  };
}

/** By name, and by id where names are the same. */
function inOrder(companies: readonly CompanyFacts[]): CompanyFacts[] {
  const keyed = companies.map((company) => ({ company, key: company.words.join(' ') }));
  keyed.sort((one, other) => {
    if (one.key !== other.key) return one.key < other.key ? -1 : 1;
    return one.company.id < other.company.id ? -1 : 1;
  });
  return keyed.map(({ company }) => company);
}

function idsOf(sorted: readonly CompanyFacts[]): Pick<IndexArrays, 'ids' | 'idStarts'> {
  const ids = new TextEncoder().encode(sorted.map(({ id }) => id).join(''));
  return { ids, idStarts: startsOf(sorted.map(({ id }) => id.length)) };
}

function vocabularyOf(
  words: readonly string[],
): Pick<IndexArrays, 'letters' | 'letterStarts' | 'shared'> {
  const letterStarts = startsOf(words.map(({ length }) => length));
  const letters = new Uint16Array(letterStarts.at(-1) ?? 0);
  const shared = new Uint8Array(words.length);
  let before = '';
  for (const [number, word] of words.entries()) {
    const start = letterStarts[number] as number;
    let same = 0;
    while (same < MAX_SHARED && same < before.length && before[same] === word[same]) same += 1;
    shared[number] = same;
    for (let at = 0; at < word.length; at += 1) letters[start + at] = word.charCodeAt(at);
    before = word;
  }
  return { letters, letterStarts, shared };
}

function triplesOf(
  words: readonly string[],
): Pick<IndexArrays, 'wordsOfTriple' | 'wordsOfTripleStarts'> {
  const hashes = words.map((word) => {
    const found = new Set<number>();
    for (let at = 0; at + 2 < word.length; at += 1) {
      found.add(
        hashOfTriple(word.charCodeAt(at), word.charCodeAt(at + 1), word.charCodeAt(at + 2)),
      );
    }
    return [...found];
  });
  const { values, starts } = inverted(joined(hashes, Uint32Array), TRIPLE_HASHES);
  return { wordsOfTriple: values, wordsOfTripleStarts: starts };
}

function placesOf(
  sorted: readonly CompanyFacts[],
): Pick<IndexArrays, 'latitudes' | 'longitudes' | 'bySouth'> {
  const latitudes = Float32Array.from(sorted, ({ place }) => place?.lat ?? Number.NaN);
  const longitudes = Float32Array.from(sorted, ({ place }) => place?.lng ?? Number.NaN);
  const placed = sorted.flatMap(({ place }, number) => (place ? [number] : []));
  const latitude = (number: number) => latitudes[number] as number;
  placed.sort((one, other) => latitude(one) - latitude(other) || one - other);
  return { latitudes, longitudes, bySouth: Uint32Array.from(placed) };
}

function kindsOf(
  sorted: readonly CompanyFacts[],
): Pick<
  IndexArrays,
  | 'categoryNames'
  | 'categoriesOfName'
  | 'categoriesOfNameStarts'
  | 'namesOfCategory'
  | 'namesOfCategoryStarts'
> {
  const names = [...new Set(sorted.flatMap(({ categories }) => categories))].sort();
  const numbers = new Map(names.map((name, number) => [name, number]));
  const categories = joined(
    sorted.map((company) => [
      ...new Set(company.categories.map((name) => numbers.get(name) as number)),
    ]),
    Uint16Array,
  );
  const companies = inverted(categories, names.length);
  return {
    categoryNames: new TextEncoder().encode(JSON.stringify(names)),
    categoriesOfName: categories.values,
    categoriesOfNameStarts: categories.starts,
    namesOfCategory: companies.values,
    namesOfCategoryStarts: companies.starts,
  };
}

type Lists<A> = { readonly values: A; readonly starts: Uint32Array };

function joined<A extends Uint32Array | Uint16Array>(
  lists: readonly (readonly number[])[],
  kind: new (length: number) => A,
): Lists<A> {
  const starts = startsOf(lists.map(({ length }) => length));
  const values = new kind(starts.at(-1) ?? 0);
  for (const [number, list] of lists.entries()) values.set(list, starts[number]);
  return { values, starts };
}

/** Who has a value, once each and ascending, by the value. */
function inverted(
  { values, starts }: Lists<Uint32Array | Uint16Array>,
  count: number,
): Lists<Uint32Array> {
  const last = new Int32Array(count).fill(-1);
  const lengths = new Array<number>(count).fill(0);
  const each = (visit: (value: number, owner: number) => void) => {
    last.fill(-1);
    for (let owner = 0; owner + 1 < starts.length; owner += 1) {
      for (let at = starts[owner] as number; at < (starts[owner + 1] as number); at += 1) {
        const value = values[at] as number;
        if (last[value] !== owner) visit(value, owner);
        last[value] = owner;
      }
    }
  };
  each((value) => {
    lengths[value] = (lengths[value] as number) + 1;
  });
  const inverse = startsOf(lengths);
  const next = inverse.slice();
  const owners = new Uint32Array(inverse.at(-1) ?? 0);
  each((value, owner) => {
    owners[next[value] as number] = owner;
    next[value] = (next[value] as number) + 1;
  });
  return { values: owners, starts: inverse };
}

function startsOf(lengths: readonly number[]): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  for (const [number, length] of lengths.entries()) {
    starts[number + 1] = (starts[number] as number) + length;
  }
  return starts;
}
