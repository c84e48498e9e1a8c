/** Whose fault it is that a payment came to nothing (decision: faults-have-a-source). */
import { only } from '../base/members.ts';
import type { Capabilities } from '../company/capabilities.ts';
import type { FoundPayment, SubmittedPayment } from '../company/connector.ts';
import type { Fault } from '../states/late-endings.ts';
import type { PaymentRecord } from './payment.ts';

/** A decline that isn't the user's is none of the method: prefunded ones are the operator's by default. */
export function withBlame<T extends SubmittedPayment | FoundPayment>(
  outcome: T,
  { funding }: Pick<Capabilities, 'funding'>,
): T | { readonly kind: 'never-taken'; readonly fault: Fault['fault']; readonly step?: string } {
  if (outcome.kind !== 'declined') return outcome;
  const { fault = funding === 'prefunded' ? 'operator' : 'user', step } = outcome;
  if (fault === 'user') return outcome;
  return { kind: 'never-taken', fault, ...(step !== undefined && { step }) };
}

export function faultOf(outcome: SubmittedPayment | FoundPayment): Fault | undefined {
  if (!('fault' in outcome) || outcome.fault === undefined) return undefined;
  return { fault: outcome.fault, ...only(outcome, ['step']) };
}

/** Nothing of it is under way at the company, and only an operator can end what keeps it from being made. */
export function waitsForOperator(payment: Pick<PaymentRecord, 'status' | 'fault'>): boolean {
  return payment.status === 'pending' && payment.fault?.fault === 'operator';
}
