/**
 * Which companies users link most (decision: counted-links). A partner's links are counted in one small
 * record, those of all partners in another: both know the companies that are linked often, and forget
 * the others.
 */

/** Links by the ids of companies. A count may be too low, never too high. */
export type LinkCounts = {
  readonly links: Readonly<Record<string, number>>;
  /** Links of whatever company. */
  readonly total: number;
};

/** The same over all partners, with marks of the partners whose users linked each: up to `ENOUGH_PARTNERS`. */
export type SharedCounts = LinkCounts & {
  readonly partners: Readonly<Record<string, readonly string[]>>;
};

/** A record of so many takes about 4 KB. */
const MOST_COUNTED = 100;
/** Then all counts are halved, so that what was linked long ago counts less. */
const HALVED_AT = 20_000;
/** A partner with fewer links gets the companies of all partners. */
const ENOUGH_TOTAL = 50;
/** Fewer would show what a few users did. */
const ENOUGH_LINKS = 5;
/** Fewer would show one partner what the users of another link. */
const ENOUGH_PARTNERS = 3;
/** What a search tells apart. */
export const MOST_POPULAR = 60;

export function countLink(
  { links, total }: LinkCounts = { links: {}, total: 0 },
  companyId: string,
): LinkCounts {
  const known = links[companyId];
  const hasPlace = known !== undefined || Object.keys(links).length < MOST_COUNTED;
  // One that finds no place costs each of the others a link: what is rare makes room in the end.
  const counted = hasPlace
    ? { ...links, [companyId]: (known ?? 0) + 1 }
    : mapped(links, (count) => count - 1);
  if (total + 1 < HALVED_AT) return { links: counted, total: total + 1 };
  return { links: mapped(counted, (count) => Math.floor(count / 2)), total: HALVED_AT / 2 };
}

/** @param mark of the partner: it tells partners apart, and says nothing else of them. */
export function countShared(
  before: SharedCounts | undefined,
  companyId: string,
  mark: string,
): SharedCounts {
  const { links, total } = countLink(before, companyId);
  const marks = before?.partners[companyId] ?? [];
  const isNew = marks.length < ENOUGH_PARTNERS && !marks.includes(mark);
  const all = { ...before?.partners, [companyId]: isNew ? [...marks, mark] : marks };
  const kept = Object.entries(all).filter(([id]) => links[id] !== undefined);
  return { links, total, partners: Object.fromEntries(kept) };
}

/** Ids of companies, the most popular first: by a partner's own links, then by those of all partners. */
export function mostLinked(
  own: LinkCounts | undefined,
  shared: SharedCounts | undefined,
): readonly string[] {
  const ofOwn = own && own.total >= ENOUGH_TOTAL ? byLinks(own) : [];
  const ofAll = byLinks(shared).filter(
    (id) => (shared?.partners[id]?.length ?? 0) >= ENOUGH_PARTNERS,
  );
  return [...new Set([...ofOwn, ...ofAll])].slice(0, MOST_POPULAR);
}

function byLinks({ links }: LinkCounts = { links: {}, total: 0 }): string[] {
  return Object.entries(links)
    .filter(([, count]) => count >= ENOUGH_LINKS)
    .toSorted(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
    .map(([id]) => id);
}

/** Without those that come to nothing. */
function mapped(
  links: LinkCounts['links'],
  change: (count: number) => number,
): LinkCounts['links'] {
  const changed = Object.entries(links).map(([id, count]) => [id, change(count)] as const);
  return Object.fromEntries(changed.filter(([, count]) => count > 0));
}
