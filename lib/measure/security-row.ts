type Work = () => unknown | Promise<unknown>;

/** Work of ours beside the bare `node:crypto` work that it cannot do without. */
export type SecurityRow = {
  readonly name: string;
  readonly ours: Work;
  readonly bare: Work;
  /** At most so many times the bare work, or so many microseconds. */
  readonly target: { readonly ratio: number } | { readonly microseconds: number };
  /** Calls to KMS, which are not in the times. */
  readonly kmsCalls: number;
};
