/** What records keep of ceilings (decision: payments-have-ceilings): why one waits, and what it counts. */
import type { Day } from '../base/dates.ts';
import type { ShownWithheld } from '../schemas/bill.ts';

/** The ceilings that an operator sets: of one payment, and of a client's and a partner's day. */
export const ceilingNames = ['payment', 'clientDay', 'partnerDay'] as const;
export type CeilingName = (typeof ceilingNames)[number];

/** What a payment would be over. `timesBalance` is of companies that take any amount. */
export type Ceiling = CeilingName | 'timesBalance';

/** What a payment counts for, as its record keeps it: given back where nothing was taken. */
export type Counted = {
  /** The partner's day. */
  readonly day: Day;
  readonly cents: number;
  /** Cents by the number of the share, where the partner has a ceiling. */
  readonly shares?: Readonly<Record<string, number>>;
};

/** As partners see it. Which of the service's limits it is is the operator's affair. */
export const shownWithheld: ShownWithheld = { reason: 'amount-limit' };
