/** Measures searches of a large directory by the kind of query, and how many misspellings are found. */
import type { CompanyRecord } from '@billhook/core/company/company';
import { buildArrays } from '@billhook/core/company/search/build-arrays';
import { companyFacts } from '@billhook/core/company/search/facts';
import { openSearch } from '@billhook/core/company/search/find-companies';
import { companyIdAt } from '@billhook/core/company/search/index-arrays';
import type { CompanySearch } from '@billhook/core/schemas/company';
import { createPlainIndex } from '../../../test/support/directory/plain-search.ts';
import { seededRandom } from '../../../test/support/directory/seeded.ts';
import { hundredThousandCompanies } from './hundred-thousand.ts';
import { type Asked, kindsOfMistakes, makers, queriesOf } from './queries.ts';

type Given = { readonly companies: number; readonly queries: number; readonly seed: number };

/** The plain search takes hundreds of times as long: it gets fewer of the same queries. */
const PLAIN_SHARE = 50;
/** Queries of each kind before those that are timed. */
const WARM_UP = 200;
/** A name counts as found among this many results. */
const FIRST_RESULTS = 10;

type NamesFound = (query: CompanySearch) => readonly string[];

export function* measureSearch({ companies: count, queries, seed }: Given): Generator<string> {
  const companies = hundredThousandCompanies(count, seed);
  const { names, plain } = openBoth(companies);
  const random = seededRandom(seed);
  yield row(['kind of query', 'p50 ms', 'p99 ms', 'plain p50 ms', 'times as fast', 'found']);
  for (const kind of [...Object.keys(makers), ...kindsOfMistakes]) {
    const asked = queriesOf(kind, companies, queries + WARM_UP, random);
    for (const { query } of asked.splice(0, WARM_UP)) names(query);
    const timed = timesOf(names, asked);
    const few = asked.slice(0, Math.max(10, Math.ceil(queries / PLAIN_SHARE)));
    const before = timesOf(plain, few, 1);
    const fewAgain = timesOf(names, few);
    const found = asked.filter(({ query, name }) =>
      names(query).slice(0, FIRST_RESULTS).includes(name),
    );
    yield row([
      kind,
      quantile(timed, 0.5).toFixed(3),
      quantile(timed, 0.99).toFixed(3),
      quantile(before, 0.5).toFixed(1),
      (quantile(before, 0.5) / quantile(fewAgain, 0.5)).toFixed(0),
      (found.length / asked.length).toFixed(3),
    ]);
  }
}

function openBoth(companies: readonly CompanyRecord[]): { names: NamesFound; plain: NamesFound } {
  const arrays = buildArrays(companies.map(companyFacts));
  const find = openSearch(arrays);
  const nameOf = new Map(companies.map(({ _id, name }) => [_id, name]));
  const plainIndex = createPlainIndex(companies);
  return {
    names: (query) =>
      find(query).companies.map((one) => nameOf.get(companyIdAt(arrays, one)) ?? ''),
    plain: (query) => plainIndex.search(query).records.map(({ name }) => name),
  };
}

/** Milliseconds of each: the best of a few, since the machine does other things as well. */
function timesOf(search: NamesFound, asked: readonly Asked[], times = 5): number[] {
  return asked.map(({ query }) => {
    const taken = Array.from({ length: times }, () => {
      const from = performance.now();
      search(query);
      return performance.now() - from;
    });
    return Math.min(...taken);
  });
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function row([first = '', ...others]: readonly string[]): string {
  return first.padEnd(26) + others.map((text) => text.padStart(15)).join('');
}
