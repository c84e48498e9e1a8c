/**
 * A payment that waits for its user. `more-owed`: the statement owes more, and its company takes no
 * part. `another-statement`: that is not the one that was seen.
 */
export type Waiting = {
  readonly reason: 'more-owed' | 'another-statement';
  readonly seenCents: number;
  readonly owedCents: number;
  /** The user was reminded on the due date. */
  readonly reminded?: true;
};
