/**
 * What the user agrees to on a screen: the text of its kind that is in force, and what a request names it
 * by. A published text is never changed: a new one gets the next number, and the old stays in the tables,
 * so that a user can read again what was agreed to.
 */
import type { GivenConsent } from '@billhook/core/schemas/consent';
import { addTexts, language, say } from '../text.ts';
import { texts } from './texts/table.ts';

addTexts(texts);

/** The number of the texts in force. */
export const CONSENT_VERSION = '2';

/** Whole keys: the build leaves out of a page what it does not name. */
const inForce = {
  /** Recurring charges of a card; debits of a bank account. */
  card: ['consent.card.2', 'consent.card.2.hash'],
  bank: ['consent.bank.2', 'consent.bank.2.hash'],
  /** Kept, and charged each time that its user says so. */
  cardOnce: ['consent.cardOnce.2', 'consent.cardOnce.2.hash'],
  bankOnce: ['consent.bankOnce.2', 'consent.bankOnce.2.hash'],
  /** A bill is paid automatically with whatever its user will pay with. */
  rule: ['consent.rule.2', 'consent.rule.2.hash'],
  /** An account is linked whose company takes automatic payments only. */
  subscription: ['consent.subscription.2', 'consent.subscription.2.hash'],
} as const;

export type AgreementKind = keyof typeof inForce;

type Names = { readonly partner: string; readonly company?: string };

/** The text itself. */
export function agreementText(kind: AgreementKind, { partner, company = '' }: Names): string {
  return say(inForce[kind][0], { partner, company });
}

/** The same as a request names it: by the hash of the published text, with its names in braces. */
export function agreed(kind: AgreementKind): GivenConsent {
  return { textHash: say(inForce[kind][1]), version: CONSENT_VERSION, locale: tableLocale() };
}

/** There is a table of texts for each of two languages. */
function tableLocale(): 'en' | 'es' {
  return language().startsWith('es') ? 'es' : 'en';
}
