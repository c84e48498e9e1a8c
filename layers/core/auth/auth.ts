/**
 * Auths: accounts of a client at companies.
 *
 * A link is one attempt to log in, with all that the user is asked on the way. `link` stands while
 * one is under way; the outcome removes it. An auth without `status` has had no outcome yet and is in
 * no list (decision: linking-and-challenges).
 */

import type { Failure } from '../base/errors.ts';
import { type Exactly, only, without } from '../base/members.ts';
import type { OwnedRecord } from '../base/owned-record.ts';
import type { Sealed } from '../base/sealed.ts';
import { dueAttributes } from '../base/table-keys.ts';
import type { CompanyChallenge, EndedLogin } from '../company/connector.ts';
import type { LoginAttempt } from '../company/nothing-tried.ts';
import type { RunningCall } from '../company/running.ts';
import type { ConnectionRef, LiveRef } from '../company/session-refs.ts';
import { withShownLogo } from '../company/shown-logo.ts';
import type { BillStart } from '../consent/consent.ts';
import type { Auth, AuthItem, LinkedAuth, Mfa } from '../schemas/auth.ts';
import type { CompanySummary } from '../schemas/company.ts';
import type { Consent } from '../schemas/consent.ts';
import { type HoldCode, type HoldSubcode, holdCodes } from '../schemas/hold-codes.ts';
import { authStateOf, authStates } from '../states/auth-states.ts';
import { type RefusalOf, refusalOf } from '../states/state-machine.ts';
import type { OpenChallenge } from './challenge.ts';
import type { PassingRef } from './passing.ts';

/** A card that a company may still put on file. */
export type UnknownSwap = {
  readonly submissionId: string;
  readonly paymentMethodId: string;
};

/** What a link was asked to do once the login succeeds. */
export type LinkRequest = {
  readonly items: readonly AuthItem[];
  readonly paymentMethodId?: string;
  readonly billId?: string;
  /** The most that its payment may be of: what its user was shown. */
  readonly maxCents?: number;
  /** What its user chose to pay this time, if it is not what the bill charges otherwise. */
  readonly chosenCents?: number;
  /** An earlier payment that isn't shown yet, on top of which it pays. */
  readonly afterPayment?: string;
  /** The card of `paymentMethodId` is put on file once the login is verified. */
  readonly swaps?: boolean;
  /** The swap that is moved or resumed; a new one when left out. */
  readonly swapId?: string;
  readonly paymentIdentifier?: string;
};

export type Link = LinkRequest & {
  readonly linkId: string;
  readonly requestedAt: string;
  readonly holdFixed?: boolean;
  /** The company took the credentials, and its bills are being read. */
  readonly readingBills?: true;
  /** The login of this round, once it has begun. */
  readonly login?: LoginAttempt;
  /** What of it is running at the company: the login of this round, or the reading of the bills. */
  readonly running?: RunningCall;
  /** Since when the link waits for its company's gate; an instant. Gone once it was let in. */
  readonly waitingSince?: string;
  /** Executions of the workflow before this one; one ended with an accepted step not taken up. */
  readonly runs?: number;
  /** What the company asks next. The workflow shows it as soon as it waits for the answer. */
  readonly asking?: CompanyChallenge;
  /** An accepted step that the workflow has not taken up yet, and the task that waits for it. */
  readonly accepted?: { readonly taskToken: string };
  readonly security?: LinkSecurity;
  /** The session that its login has left open. */
  readonly live?: LiveRef;
  /** Answers to what the company's form asks for since the auth was linked; the login adds them to the others. */
  readonly given?: Sealed;
} & LinkOrigin;

/** Where a link comes from. */
export type LinkOrigin = {
  /** The auth was asked for by a partner itself, with its API key. */
  readonly byApiKey?: true;
  /** The module session that it began in. */
  readonly sessionId?: string;
};

/** What became of the challenges of a link so far. */
export type LinkSecurity = {
  /** Challenges met. */
  readonly asked: number;
  /** Wrong codes given. */
  readonly refused: number;
  /** How many challenges were met before the login that is made now: the one before it had succeeded. */
  readonly askedBefore?: number;
  /** Where the answers of each round are; release 0.1.0 stored them here, sealed by identifier. */
  readonly answers: readonly (Sealed | PassingRef)[];
  readonly codeChoice?: string;
  readonly codeSentAt?: string;
  /** What the user did last, until the company has said what it thinks of it. */
  readonly lastStep?: 'answers' | 'choice' | 'pressed' | 'resend';
};

export type Hold = { readonly code: HoldCode; readonly subcode?: HoldSubcode };

/** The account and its login: the same in every state. */
type LinkedAccount = OwnedRecord & {
  readonly company: CompanySummary;
  readonly created: string;
  readonly items: readonly AuthItem[];
  readonly billIds: readonly string[];
  /** The link that is under way. */
  readonly link?: Link;
  /** The next reading of its bills; without it, there is none before the user links it again. */
  readonly refresh?: PlannedReading;
  /** Since when its readings have shown a part of its accounts alone; nothing after a full one. */
  readonly partialSince?: string;
  /** Events about it and its bills are numbered above this: those before it was erased have the rest. */
  readonly numberedFrom?: number;
  /** The swap that is under way; there is one at a time. */
  readonly openSwapId?: string;
  /** The card of a swap that was given up: the company may still put it on file. */
  readonly unknownSwap?: UnknownSwap;
};

/** A reading without the user. */
export type PlannedReading = {
  readonly at: string;
  /** What of the one before is running at the company. */
  readonly running?: RunningCall;
  /** Readings in a row that came to nothing. */
  readonly failures?: number;
  /** Readings in a row that began and never ended: they took too long, or their run died. */
  readonly unended?: number;
};

/** What it is logged in with. */
type LinkedLogin = {
  /** The login form, sealed. Which fields have an answer can be read: `filledFields`. */
  readonly credentials: Sealed;
  /** Where it is of another login than the one that its id is derived from: the id of that. */
  readonly loginId?: string;
  /** These credentials have been verified once. */
  readonly verifiedBefore?: true;
  /** Never verified since it was first linked; missing of an auth that is older than this field. */
  readonly neverVerified?: true;
  /** What the next session gets back; it goes with the credentials that it was made with. */
  readonly connection?: ConnectionRef;
};

/** What was said when it was last linked. */
type LastAsked = {
  /** Whether a partner asked for it itself; one that is resumed stays that. */
  readonly byApiKey?: boolean;
  readonly paymentIdentifier?: string;
  /** What bills begin with that are found from now on; missing where it is older than consents. */
  readonly starts?: BillStart;
  /** What the user agreed to: that its data is read. */
  readonly dataConsent?: Consent;
  /** The link whose outcome is recorded, so that a task that is repeated knows its own work. */
  readonly lastLinkId?: string;
  /** The links that were asked for last, whatever became of them, so that a request knows its own. */
  readonly recentLinkIds?: readonly string[];
};

/** Its first link has come to nothing yet: it is in no list. */
type Linking = { readonly status: undefined };

type Verified = { readonly status: 'verified' };

/** The company takes its credentials no more. */
type Refused = {
  readonly status: 'authenticate';
  /** Fields of the company's form that they lack, by name; nothing else is asked of the user. */
  readonly asksFor?: readonly string[];
};

type Held = {
  readonly status: 'hold';
  readonly hold: Hold;
  /** What the link asked for that met it: a link that resumes it asks the same. */
  readonly interrupted?: LinkRequest;
};

/** The company asks the user something. */
type Challenged = {
  readonly status: 'mfa-required';
  readonly mfa: Mfa;
  /** While it can be answered; an accepted step removes it. */
  readonly challenge?: OpenChallenge;
};

type AnyState = Linking | Verified | Refused | Held | Challenged;

/** An auth in one of its states. Leaving one drops what belongs to it: see `linkedAccount`. */
export type AuthRecord<S extends AnyState['status'] = AnyState['status']> = LinkedAccount &
  LinkedLogin &
  LastAsked &
  Exactly<Extract<AnyState, { readonly status: S }>, AnyState>;

/** What of an auth is the same in the state that it enters next. */
export function linkedAccount(auth: AuthRecord) {
  return without(auth, ['status', 'asksFor', 'hold', 'interrupted', 'mfa', 'challenge']);
}

export const MAX_AUTHS_PER_CLIENT = 100;
export const MAX_BILLS_PER_AUTH = 20;
/** As many as a client may ask for itself in an hour. */
const MAX_RECENT_LINKS = 10;

/** A new auth, or the one that stands with a new link that supersedes the one under way. */
export function requestLink(
  standing: AuthRecord | undefined,
  asked: Omit<OwnedRecord, 'version'> &
    Pick<AuthRecord, 'company' | 'credentials' | 'numberedFrom' | 'loginId'> &
    Pick<LastAsked, 'starts' | 'dataConsent'> & { readonly link: Link },
): AuthRecord {
  const { link, dataConsent, ...identity } = asked;
  const known = standingAuth(standing, link.requestedAt);
  const login = asked.credentials === standing?.credentials ? {} : newLogin(asked.credentials);
  return {
    ...known,
    ...identity,
    ...login,
    // What was agreed to before still holds where nothing is said of it.
    ...(dataConsent && { dataConsent }),
    items: [...new Set([...known.items, ...link.items])],
    paymentIdentifier: link.paymentIdentifier,
    byApiKey: link.byApiKey ?? false,
    challenge: undefined,
    interrupted: undefined,
    // It was begun with other credentials, perhaps.
    ...(known.refresh && { refresh: { ...known.refresh, running: undefined } }),
    ...beginning(known, asked._id, link),
  };
}

/** Other credentials: nothing counts any more that was made with those before. */
export function newLogin(credentials: Sealed) {
  return { credentials, verifiedBefore: undefined, connection: undefined, asksFor: undefined };
}

function beginning(
  { recentLinkIds = [] }: Pick<LastAsked, 'recentLinkIds'>,
  authId: string,
  link: Link,
) {
  return {
    link,
    recentLinkIds: [...recentLinkIds, link.linkId].slice(-MAX_RECENT_LINKS),
    ...dueAttributes('link', authId, link.requestedAt),
  };
}

/** Whether a link was asked for, be it under way, ended or superseded. */
export function hasAskedFor({ recentLinkIds = [] }: AuthRecord, linkId: string): boolean {
  return recentLinkIds.includes(linkId);
}

/** An auth that was deleted while a payment was in flight begins anew; its bills may still end. */
function standingAuth(
  standing: AuthRecord | undefined,
  created: string,
): AuthRecord | Omit<AuthRecord<undefined>, keyof Parameters<typeof requestLink>[1]> {
  if (standing && !standing.deletedAt) return standing;
  const { version = 1, billIds = [], sequence, numberedFrom } = standing ?? {};
  const kept = { version, billIds, sequence, numberedFrom };
  return { ...kept, created, items: [], neverVerified: true, status: undefined };
}

/** Starts the link again with the stored credentials; the hold stays visible until the outcome. */
export function resumeHold(
  auth: AuthRecord,
  context: { readonly linkId: string; readonly now: string } & LinkOrigin,
): AuthRecord | Failure<RefusalOf<typeof authStates, 'fix-hold'>> {
  const refusal = refusalOf(authStates, authStateOf(auth), 'fix-hold');
  if (refusal) return refusal;
  if (auth.link?.holdFixed) return auth;
  const { linkId, now, sessionId, byApiKey: resumedByApiKey } = context;
  const byApiKey = auth.byApiKey ?? resumedByApiKey;
  const link = {
    ...{ linkId, requestedAt: now },
    ...(byApiKey && { byApiKey }),
    ...(sessionId !== undefined && { sessionId }),
    // Never a payment that nobody asked for: without a request on record, the bills are read.
    ...(auth.interrupted ?? { items: ['bill'] as const }),
    holdFixed: true,
  };
  return { ...auth, ...beginning(auth, auth._id, link) };
}

/** Records how a link ended. */
export function withLoginOutcome(auth: AuthRecord, outcome: EndedLogin): AuthRecord {
  const { link } = auth;
  const ended = { ...linkedAccount(auth), ...linkEnd(auth) };
  if (outcome.kind === 'verified') return { ...ended, status: 'verified' };
  const { kind: status } = outcome;
  if (status === 'authenticate') return { ...ended, status, asksFor: outcome.asksFor };
  const hold = { code: outcome.code, subcode: outcome.subcode };
  return { ...ended, status, hold, interrupted: link && requestOf(link) };
}

function requestOf(link: Link): LinkRequest {
  const pays = ['paymentMethodId', 'billId', 'maxCents', 'chosenCents', 'afterPayment'] as const;
  return only(link, ['items', ...pays, 'swaps', 'swapId', 'paymentIdentifier']);
}

/** What a link is held for when it failed on our side. */
export function linkFailure(
  { link }: AuthRecord,
  subcode: HoldSubcode,
): Extract<EndedLogin, { kind: 'hold' }> {
  const code = link?.swaps ? 'system_issue_with_swap' : 'system_issue_with_bill';
  return { kind: 'hold', code, subcode };
}

/**
 * Holds a linked auth for what a payment or a swap met; a link under way goes on. While it asks the user
 * something, that is what the auth shows.
 */
export function recordHold(
  auth: AuthRecord,
  hold: Hold,
  interrupted: LinkRequest | undefined = auth.interrupted,
): AuthRecord {
  return auth.challenge ? auth : { ...linkedAccount(auth), status: 'hold', hold, interrupted };
}

/** The auth with its link ended. */
export function withoutLink(auth: AuthRecord): AuthRecord {
  return { ...auth, ...linkEnd(auth) };
}

function linkEnd({ link, lastLinkId }: AuthRecord) {
  return { link: undefined, lastLinkId: link?.linkId ?? lastLinkId };
}

/**
 * The auth as verified, with the bills that were found. A link that is to pay or to swap goes on:
 * what it pays, and with which method, stands in it.
 */
export function withVerifiedBills(auth: AuthRecord, billIds: readonly string[]): AuthRecord {
  const { link } = auth;
  // The answers have done their work; a payment or a swap needs none of them.
  const over = { security: undefined, accepted: undefined, login: undefined, running: undefined };
  return {
    ...withLoginOutcome(auth, { kind: 'verified' }),
    ...{ verifiedBefore: true, neverVerified: undefined, billIds },
    ...(link && goesOn(link) && { link: { ...link, ...over } }),
  };
}

/** Whether a link pays or swaps once its login is verified. */
export function goesOn({ swaps, items }: LinkRequest): boolean {
  return swaps === true || items.includes('payment');
}

export function isLinked(auth: AuthRecord, linkId: string): boolean {
  return auth.link?.linkId === linkId;
}

/** The auth as the interface shows it. It must have had an outcome. */
export function presentAuth(auth: AuthRecord): Auth {
  return { ...presentLinkedAuth(auth), status: { type: auth.status ?? 'authenticate' } };
}

/** The auth as it is read by its id; until its first outcome it has no status. */
export function presentLinkedAuth(auth: AuthRecord): LinkedAuth {
  return {
    _id: auth._id,
    ...(auth.status && { status: { type: auth.status } }),
    ...(auth.status === 'hold' && auth.hold && { reason: presentHold(auth.hold) }),
    ...(auth.status === 'mfa-required' && auth.mfa && { mfa: auth.mfa }),
    ...(auth.status === 'authenticate' && auth.asksFor && { asksFor: [...auth.asksFor] }),
    company: withShownLogo(auth.company),
    created: auth.created,
    items: [...auth.items],
  };
}

/** Why an auth or a swap is on hold, as the interface shows it. */
export function presentHold(hold: Hold): NonNullable<Auth['reason']> {
  return {
    userMessage: holdCodes[hold.code].userMessage,
    code: hold.code,
    ...(hold.subcode && { subcode: hold.subcode }),
  };
}
