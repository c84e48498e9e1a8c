/** Which companies a hosted module may show before anything is typed: few, whatever there is. */
import { MAX_POPULAR } from './popular.ts';
import { type CompanyFacts, factFlag } from './search/facts.ts';

/** Of what a module needs; some may be in maintenance when they are to be shown. */
const MOST_OF_A_KIND = 2 * MAX_POPULAR;

const needed = [
  factFlag.bill,
  factFlag.swap,
  factFlag.bill | factFlag.payment | factFlag.takesCards,
  factFlag.swap | factFlag.takesCards,
];

/**
 * Ids, at most 96: for each need, companies of one category after another, by name. Those with a logo of
 * their own color come first; the others fill what these leave.
 */
export function shownFirst(companies: readonly CompanyFacts[]): string[] {
  const colored = companies.filter(({ flags }) => (flags & factFlag.hasColor) !== 0);
  const others = companies.filter(({ flags }) => (flags & factFlag.hasColor) === 0);
  const chosen = needed.flatMap((flags) =>
    [...fitting(colored, flags), ...fitting(others, flags)].slice(0, MOST_OF_A_KIND),
  );
  return [...new Set(chosen)];
}

function fitting(companies: readonly CompanyFacts[], flags: number): string[] {
  const kinds = new Map<string, string[]>();
  for (const company of companies) {
    if ((company.flags & flags) !== flags) continue;
    const kind = company.categories[0] ?? '';
    const ids = kinds.get(kind) ?? [];
    kinds.set(kind, ids);
    if (ids.length < MOST_OF_A_KIND) ids.push(company.id);
  }
  const lists = [...kinds.values()];
  const rounds = Array.from({ length: MOST_OF_A_KIND }, (_, round) =>
    lists.flatMap((ids) => ids.slice(round, round + 1)),
  );
  return rounds.flat().slice(0, MOST_OF_A_KIND);
}
