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
  /** Where a module was, in its own words: ids and names of screens. */
  readonly place?: unknown;
};

export function kept(): Kept {
  const state: unknown = history.state;
  const own = (state as { readonly billhook?: unknown } | null)?.billhook;
  return typeof own === 'object' && own !== null ? (own as Kept) : {};
}

export function keep(change: Kept, address: string = location.href): void {
  history.replaceState({ billhook: { ...kept(), ...change } }, '', address);
}

/** Where the module was: what comes back is as it was kept, or nothing. */
export function keepPlace(place: unknown): void {
  keep({ place });
}
