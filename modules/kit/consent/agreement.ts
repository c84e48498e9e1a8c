/**
 * What the user agrees to on a screen: the text of its kind that is in force, and what a request names it
 * by. A published text is never changed: a new one gets the next number, and the old stays in the tables,
 * so that a user can read again what was agreed to.
 */
import type { GivenConsent } from '@billhook/core/schemas/consent';
import { language, say } from '../text.ts';
import type { texts } from './texts/en.ts';

/** The number of the texts in force. */
export const CONSENT_VERSION = '2';

type Hashed = Extract<keyof typeof texts, `${string}.hash`>;

/** The keys of a text and of its hash. */
export type Agreement = readonly [text: keyof typeof texts, hash: Hashed];

type Names = { readonly partner: string; readonly company?: string };

/** The text itself. */
export function agreementText([key]: Agreement, { partner, company = '' }: Names): string {
  return say(key, { partner, company });
}

/** The same as a request names it: by the hash of the published text, with its names in braces. */
export function agreedTo([, hash]: Agreement): GivenConsent {
  return { textHash: say(hash), version: CONSENT_VERSION, locale: language() };
}
