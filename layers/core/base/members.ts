/** Members of records. */

/** A record without some of its members. */
export function without<R extends object, K extends keyof R>(
  record: R,
  names: readonly K[],
): Omit<R, K> {
  const left: Partial<R> = { ...record };
  for (const name of names) delete left[name];
  return left as Omit<R, K>;
}

/** Some members of a record, as far as it has them. */
export function only<R extends object, K extends keyof R>(
  record: R,
  names: readonly K[],
): Pick<R, K> {
  const kept = names.filter((name) => record[name] !== undefined);
  return Object.fromEntries(kept.map((name) => [name, record[name]])) as Pick<R, K>;
}

type MembersOf<S> = S extends unknown ? keyof S : never;

/** A union of states, each without what only others have: nothing can be left behind in it. */
export type Exactly<S, All = S> = S extends unknown
  ? S & { readonly [Other in Exclude<MembersOf<All>, keyof S>]?: undefined }
  : never;
