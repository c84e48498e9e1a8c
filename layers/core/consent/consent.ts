/**
 * Who agreed that a bill is paid automatically. Nothing is kept of it but the hash of the text that
 * was shown, its version and language, and when (decision: automatic-payments-need-consent).
 */
import { instantText, parseInstant } from '../base/dates.ts';
import { type Failure, fail } from '../base/errors.ts';
import type { AuthItem } from '../schemas/auth.ts';
import type { Switch } from '../schemas/bill.ts';
import type { Consent, GivenConsent } from '../schemas/consent.ts';

/** What a bill begins with when its account is linked. */
export type BillStart =
  | { readonly recurring: 'disabled' }
  | {
      readonly recurring: 'enabled';
      readonly consent: Consent;
      /** A first statement that would be paid at once is its user's to pay: see `leaveDue`. */
      readonly leavesDue?: true;
    };

/** What of a bill tells whether anyone agreed. */
type Agreed = {
  readonly version: number;
  readonly recurring: Switch;
  readonly consent?: Consent;
  readonly notAgreed?: true;
  readonly subscription: boolean;
  readonly newestPaymentId?: string;
  readonly payments: readonly unknown[];
};

/** Of records that were written before consent was recorded. */
const legacy: Consent = { by: 'legacy' };

/** How far a caller's clock may be ahead of ours. */
const MAX_AHEAD_MILLISECONDS = 5 * 60 * 1000;

type Heard = {
  readonly by: 'partner' | 'user';
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The partner's own time, where its test clock is ahead. */
  readonly latest?: number;
  /** The hash of `given.text`. */
  readonly hashOf: (text: string) => string;
  /** Which field an error names. */
  readonly field?: string | undefined;
};

/** The consent that a request gives. A user's own page names the text that it has shown; it agrees now. */
export function readConsent(
  given: GivenConsent,
  { by, now, latest = now, hashOf, field = 'consent' }: Heard,
): Consent | Failure<'invalid_request'> {
  const { textHash, version, locale, text, at } = given;
  if (by === 'user' && (version === undefined || locale === undefined)) {
    return invalid(field, 'Expected `version` and `locale`');
  }
  const said = at === undefined || by === 'user' ? undefined : parseInstant(at);
  const agreedAt = said ?? now;
  if (agreedAt > Math.max(now, latest) + MAX_AHEAD_MILLISECONDS) {
    return invalid(`${field}.at`, 'Expected a time that is not in the future');
  }
  return {
    ...{ by, at: instantText(agreedAt) },
    textHash: text === undefined ? textHash : hashOf(text),
    ...(version !== undefined && { version }),
    ...(locale !== undefined && { locale }),
  };
}

/** What holds when a partner passes none: it has its users' consent, unless its settings differ. */
export function impliedConsent(now: number): Consent {
  return { ...partnerConsent(now), implied: true };
}

/** What holds when a partner enables it by itself: no text was passed. */
export function partnerConsent(now: number): Consent {
  return { by: 'partner', at: instantText(now) };
}

/**
 * What bills begin with that are linked on this ground.
 * @param leavesDue whether a first statement that would be paid at once is left to its user.
 */
export function startOn(consent: Consent | undefined, leavesDue = false): BillStart {
  if (!consent) return { recurring: 'disabled' };
  return { recurring: 'enabled', consent, ...(leavesDue && { leavesDue: true }) };
}

/** The same of an auth that may be older than consents: what a partner linked was recurring. */
export function startOf(auth: {
  readonly starts?: BillStart;
  readonly byApiKey?: boolean;
}): BillStart {
  return auth.starts ?? startOn(auth.byApiKey ? legacy : undefined);
}

/** What was agreed about an account stays when it is linked again with the same credentials. */
export function startAgain(
  auth: Parameters<typeof startOf>[0],
  asked: BillStart | undefined,
): BillStart | undefined {
  const standing = startOf(auth);
  const agreedNow = asked?.recurring === 'enabled' && asked.consent.textHash !== undefined;
  return standing.recurring === 'enabled' && !agreedNow ? standing : asked;
}

/** Why a bill is paid automatically; nothing of one that is not. */
export function consentOf({
  recurring,
  consent,
}: Pick<Agreed, 'recurring' | 'consent'>): Consent | undefined {
  return recurring === 'enabled' ? (consent ?? legacy) : undefined;
}

/** A subscription is paid automatically or not at all: it is agreed to before it is linked. */
export function checkSubscription(
  company: { readonly subscription: boolean },
  items: readonly AuthItem[],
  { recurring }: BillStart,
): Failure<'consent_required'> | undefined {
  const readsBills = items.some((item) => item !== 'swap');
  const lacks = company.subscription && readsBills && recurring === 'disabled';
  return lacks ? fail('consent_required') : undefined;
}

/**
 * The bill when a first payment method is added, where nobody has agreed to pay it automatically but
 * by default: with the consent that comes with the method, or without automatic payments, which a
 * subscription can't be: its own are withheld. The same bill otherwise, and where it was paid here before.
 */
export function withFirstMethod<B extends Agreed>(bill: B, starts: BillStart): B {
  const agreed = bill.consent !== undefined && !bill.consent.implied;
  const paid = bill.newestPaymentId !== undefined || bill.payments.length > 0;
  if (bill.recurring === 'disabled' || agreed || paid) return bill;
  if (starts.recurring === 'enabled') {
    const { consent } = starts;
    return consent.implied ? bill : { ...bill, consent, notAgreed: undefined };
  }
  if (bill.subscription) return bill.notAgreed ? bill : { ...bill, notAgreed: true };
  return { ...bill, recurring: 'disabled', consent: undefined };
}

function invalid(field: string, message: string): Failure<'invalid_request'> {
  return fail('invalid_request', { fields: [{ field, code: 'invalid_value', message }] });
}
