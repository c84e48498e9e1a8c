/** What a company's page looks like to whoever isn't signed in, as its connector saw it last. */

export type LookState = 'as-known' | 'changed' | 'away';

/** As its connector says it. */
export type Looked = {
  /** An instant. */
  readonly at: string;
  readonly state: LookState;
  /** Which of the pages that it knows. */
  readonly page?: string;
  /** Fields and buttons that are gone, by what they were called. */
  readonly missing?: readonly string[];
};

/** Without a look where a session has met a page that nobody knew, before anybody looked. */
export type LookRecord = Partial<Looked> & {
  readonly version: number;
  /** Since when it is in that state; an instant. */
  readonly since?: string;
  /** Pages that nobody knew, the latest first: each is kept sealed for a week, by its hash. */
  readonly pages?: readonly PageRef[];
};

export type PageRef = { readonly hash: string; readonly at: string };

/** Of a page that was not known: an element a line, and no word of it. */
export type UnknownPage = PageRef & { readonly lines: readonly string[] };

const MOST_PAGES = 5;
export const PAGE_DAYS_KEPT = 7;

/** The record after a look; the same where it was made earlier than what is known. */
export function afterLook(before: LookRecord | undefined, looked: Looked): LookRecord {
  if (before?.at !== undefined && before.at >= looked.at) return before;
  const { pages, version = 0, state, since } = before ?? {};
  return {
    ...looked,
    version: version + 1,
    since: since !== undefined && state === looked.state ? since : looked.at,
    ...(pages && { pages }),
  };
}

/** The record with a page that was met; the same where it is known since. */
export function withPage(before: LookRecord | undefined, { hash, at }: PageRef): LookRecord {
  const { pages: known = [], version = 0 } = before ?? {};
  if (before && known.some((one) => one.hash === hash && one.at >= at)) return before;
  const others = known.filter((one) => one.hash !== hash);
  const pages = [{ hash, at }, ...others].slice(0, MOST_PAGES);
  return { ...before, version: version + 1, pages };
}
