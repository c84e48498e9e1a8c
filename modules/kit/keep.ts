/**
 * What outlives a reload: the token and where the user was, in `history.state`
 * (decision: no-site-storage). Storage of the site throws in another site's frame, and what stands
 * there outlives the page. Never what was typed.
 */
export type Kept = {
  readonly token?: string;
  readonly verifier?: string;
  /** Opens the page again where the one-time token is spent. */
  readonly accessToken?: string;
  /**
   * Auths that the host was told of: once each, and no `exit` after one, also after a reload
   * (decision: module-events).
   */
  readonly told?: readonly string[];
  /** Whether the host was told that the user left, which it is once for each token. */
  readonly exited?: boolean;
  /** The version of what the user has agreed to before the first password. */
  readonly agreed?: string;
  /** What a module is at, in its own words: ids. The same on whatever screen. */
  readonly work?: unknown;
  /** Where a module is, in its own words: ids and names of screens. Of this entry of the history. */
  readonly place?: unknown;
  /** The places before it, one for each entry of the history. */
  readonly trail?: readonly unknown[];
  /** Which of them nobody goes back to, by their number: what was done there is done. */
  readonly spent?: readonly number[];
};

/**
 * Of the entry that was written last: what an entry that the user comes back to has to know. The
 * page's early script writes, too, and has a copy of this file.
 */
const LATEST = Symbol.for('billhook.kept');
const holder = globalThis as { [LATEST]?: Kept };

export function kept(): Kept {
  const state: unknown = history.state;
  const own = (state as { readonly billhook?: unknown } | null)?.billhook;
  return typeof own === 'object' && own !== null ? (own as Kept) : {};
}

export function keep(change: Kept, address: string = location.href): void {
  holder[LATEST] = { ...kept(), ...change };
  history.replaceState({ billhook: holder[LATEST] }, '', address);
}

/** The same in an entry of its own, from which the browser's Back leads here. */
export function keepBehind(change: Kept): void {
  holder[LATEST] = { ...kept(), ...change };
  history.pushState({ billhook: holder[LATEST] }, '', location.href);
}

/** An older entry was written when the page knew less: it keeps its place, and gets the rest. */
export function refreshKept(): void {
  const { place, trail } = kept();
  keep({ ...holder[LATEST], place, trail });
}
