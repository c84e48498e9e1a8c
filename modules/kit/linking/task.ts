/** What linking an account is for, and where the user is with it. */
import type { AuthItem, ChallengeData, LinkedAuth } from '@billhook/core/schemas/auth';
import type { CompanySummary } from '@billhook/core/schemas/company';
import type { JSX } from 'preact';

/** What follows once the company has let us in. */
export type Task = {
  readonly items: readonly AuthItem[];
  readonly paymentMethodId?: string;
  readonly billId?: string;
  readonly swapId?: string;
  /** The most that is paid: what the user was shown. Nothing is paid without it. */
  readonly maxAmount?: string;
  /** What is paid this time, if it is not what the bill charges otherwise. */
  readonly amount?: string;
};

/** A text that is agreed to, for the modules that have one: the others need not carry it. */
export type Agreement = {
  readonly text: (names: { readonly partner: string; readonly company: string }) => string;
  readonly given: () => object;
};

/** What the user has sent to sign in. */
export type Login = {
  readonly form: Readonly<Record<string, string>>;
  readonly consent: object | undefined | '';
  /** With the consent: what would be paid today was not agreed to. */
  readonly skipCycle: true | undefined;
  readonly dataConsent: object | undefined;
};

/** Of an account whose company has changed its login form: what is asked for alone. */
export type Asked = Pick<LinkedAuth, '_id' | 'asksFor'>;

/** Signing in again, to the whole form or to what is asked for alone. */
export function signInAgain({ _id, asksFor, company }: Asked & Pick<LinkedAuth, 'company'>): Place {
  const asked = asksFor && { asked: { _id, asksFor } };
  return { at: 'sign-in', companyId: company._id, why: 'again', ...asked };
}

/** Where the user is; kept over a reload, hence ids only. */
export type Place =
  | { readonly at: 'search' }
  | {
      readonly at: 'sign-in';
      readonly companyId: string;
      readonly why?: SignInReason;
      readonly asked?: Asked;
    }
  | { readonly at: 'working'; readonly authId: string; readonly before?: string };

/** Why the user signs in once more: the subcodes of a sign-in that was not completed among them. */
const signInReasons = [
  'refused',
  'again',
  'invalid-credentials',
  'no-mfa-response-received',
  'invalid-mfa',
  // What was wrong of it, which only the page knows that asked.
  'invalid-code',
  'invalid-answer',
  'unanswered-mfa-question',
] as const;

export type SignInReason = (typeof signInReasons)[number];

export function isSignInReason(reason: unknown): reason is SignInReason {
  return (signInReasons as readonly unknown[]).includes(reason);
}

export type OpenChallenge = ChallengeData & {
  /** Seconds until it can't be answered any more; an older service doesn't say. */
  readonly expiresIn?: number;
};

/** `GET /auth/{authId}`. */
export type LinkProgress = {
  readonly auth: LinkedAuth;
  readonly linking: boolean;
  readonly challenge?: OpenChallenge;
  readonly progress?: ProgressStep;
};

export type ProgressStep =
  | 'signing-in'
  | 'waiting-for-code'
  | 'checking-security'
  | 'reading-bill'
  | 'updating-card'
  | 'paying';

/** What watches what a link was for, once the company has let us in. */
export type OutcomeProps = {
  readonly authId: string;
  readonly company: CompanySummary;
  readonly before: string;
  readonly task: Task;
  readonly doneText?: string;
  readonly onEnd: (result: LinkResult) => void;
  readonly goOn: () => void;
  /** Nothing was paid, as more is owed than the user was shown: it is looked over again. */
  readonly onReview?: () => void;
};

/** What follows a link, for a module in which it is not the end. */
export type After = (authId: string, company: CompanySummary) => JSX.Element;

/** How linking ended, for the module that began it. */
export type LinkResult =
  | { readonly kind: 'linked' | 'swapped' | 'paid'; readonly authId: string }
  /** Questions are left for later, or the user left a hold. */
  | { readonly kind: 'left'; readonly authId?: string };

export function purposeOf({ items }: Task): 'link' | 'swap' | 'payment' {
  if (items.includes('swap')) return 'swap';
  return items.includes('payment') ? 'payment' : 'link';
}

/** What was kept, if it is such a place. */
export function readPlace(kept: unknown): Place | undefined {
  const place = kept as Partial<Record<string, unknown>> | null | undefined;
  if (typeof place !== 'object' || !place) return undefined;
  if (place.at === 'search') return { at: 'search' };
  if (place.at === 'sign-in' && typeof place.companyId === 'string') {
    const why = isSignInReason(place.why) ? { why: place.why } : {};
    return { at: 'sign-in', companyId: place.companyId, ...why, ...readAsked(place.asked) };
  }
  if (place.at === 'working' && typeof place.authId === 'string') {
    const before = typeof place.before === 'string' ? { before: place.before } : {};
    return { at: 'working', authId: place.authId, ...before };
  }
  return undefined;
}

function readAsked(kept: unknown): { readonly asked?: Asked } {
  const { _id, asksFor } = (kept ?? {}) as Partial<Record<string, unknown>>;
  return typeof _id === 'string' && Array.isArray(asksFor) ? { asked: { _id, asksFor } } : {};
}
