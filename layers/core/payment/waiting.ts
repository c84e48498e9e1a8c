import type { waitingReasons } from '../schemas/bill.ts';

/**
 * A payment that waits for its user. `more-owed`: the statement owes more, and its company takes no
 * part, or the company's fee rose. `another-statement`: that is not the one that was seen.
 * `unusual-amount`: an automatic payment of far more than statements came to before.
 * `earlier-payment-not-shown`: what is owed may contain a payment that was made already.
 */
export type Waiting = {
  readonly reason: (typeof waitingReasons)[number];
  /** What was agreed to; of an unusual amount, the most before; else what the earlier payment paid. */
  readonly seenCents: number;
  readonly owedCents: number;
  /** The earlier payment. */
  readonly paymentId?: string;
  /** Where the fee is what rose: what was promised of it, and what it would be now. */
  readonly seenFeeCents?: number;
  readonly feeCents?: number;
  /** The user was reminded on the due date. */
  readonly reminded?: true;
};
