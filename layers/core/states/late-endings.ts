/**
 * What a payment keeps of an ending that comes late: it is settled in days, returned after that, or nobody
 * but the operator can help it.
 */

import type { Day } from '../base/dates.ts';
import type { AcceptedPayment, FaultNote, ReturnedPayment } from '../company/connector.ts';
import type { PaymentStatus } from '../schemas/bill.ts';

/** What is kept. One that was returned is shown as declined: the interface has no such status. */
export type PaymentState = PaymentStatus | 'returned';

/** What the company said last, and when it said so first. */
export type Accepted = Omit<AcceptedPayment, 'kind'> & {
  /** In milliseconds. */
  readonly at: number;
  /** How often it was asked since. */
  readonly asks: number;
};

/** Whose fault it was, and at which step, for an operator. */
export type Fault = Required<Pick<FaultNote, 'fault'>> & Pick<FaultNote, 'step'>;

/** What its company or network said of a return. */
export type Returned = Omit<ReturnedPayment, 'kind'>;

/** While a payment that is paid may be returned. */
export type ReturnWatch = {
  /** The last day on which it may be. */
  readonly until: Day;
  /** Its company is being asked. */
  readonly looking?: true;
};
