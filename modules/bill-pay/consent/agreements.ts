/** What is agreed to in bill pay, by what will pay. The texts are among those that come late. */
import type { GivenConsent } from '@billhook/core/schemas/consent';
import { type Agreement, agreedTo } from '../../kit/consent/agreement.ts';

export const agreements = {
  /** Recurring charges of a card; debits of a bank account. */
  card: ['consent.card.2', 'consent.card.2.hash'],
  bank: ['consent.bank.2', 'consent.bank.2.hash'],
  /** Kept, and charged each time that its user says so. */
  cardOnce: ['consent.cardOnce.2', 'consent.cardOnce.2.hash'],
  bankOnce: ['consent.bankOnce.2', 'consent.bankOnce.2.hash'],
  /** A bill is paid automatically with whatever its user will pay with. */
  rule: ['consent.rule.2', 'consent.rule.2.hash'],
} as const satisfies Record<string, Agreement>;

export type AgreementKind = keyof typeof agreements;

export function agreed(kind: AgreementKind): GivenConsent {
  return agreedTo(agreements[kind]);
}
