/** What a connector remembers: outcomes of operations and submissions, and nonces. */

export type Stored = { readonly version: number; readonly value: unknown };

export type Store = {
  /** What is stored, unless it has expired. */
  get(key: string): Promise<Stored | undefined>;
  /**
   * Stores a value if what is stored has this version; 0 means that nothing is stored, or what was
   * stored has expired. Returns whether it did. It must be atomic and on disk when it returns: a payment
   * is made once because this is so.
   * @param expiresAt milliseconds since the epoch.
   */
  put(key: string, value: unknown, expectedVersion: number, expiresAt: number): Promise<boolean>;
};
