/**
 * Auths: accounts of a client at companies.
 *
 * A link is one attempt to log in, with all that the user is asked on the way. `link` stands while
 * one is under way; the outcome removes it. An auth without `status` has had no outcome yet and is in
 * no list (decision: linking-and-challenges).
 */

import type { Failure } from '../base/errors.ts';
import type { OwnedRecord } from '../base/owned-record.ts';
import type { Sealed } from '../base/sealed.ts';
import { dueAttributes } from '../base/table-keys.ts';
import type { CompanyChallenge, EndedLogin } from '../company/connector.ts';
import type { LoginAttempt } from '../company/nothing-tried.ts';
import type { RunningCall } from '../company/running.ts';
import type { ConnectionRef, LiveRef } from '../company/session-refs.ts';
import { withShownLogo } from '../company/shown-logo.ts';
import type { BillStart } from '../consent/consent.ts';
import type { Auth, AuthItem, AuthStatus, LinkedAuth, Mfa } from '../schemas/auth.ts';
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

export type AuthRecord = OwnedRecord & {
  /** When the bills are read again unattended; never without the user where it is missing. */
  readonly refreshAt?: string;
  /** What of the daily reading is running at the company. */
  readonly reading?: RunningCall;
  /** Readings in a row that came to nothing. */
  readonly refreshFailures?: number;
  /** Readings in a row that began and never ended: they took too long, or their run died. */
  readonly refreshUnended?: number;
  /** Since when its readings have shown a part of its accounts alone; nothing after a full one. */
  readonly partialSince?: string;
  /** Events about it and its bills are numbered above this: those before it was erased have the rest. */
  readonly numberedFrom?: number;
  readonly company: CompanySummary;
  readonly created: string;
  readonly items: readonly AuthItem[];
  readonly status?: AuthStatus;
  readonly hold?: Hold;
  readonly mfa?: Mfa;
  /** What the user is asked, while it can be answered; an accepted step removes it. */
  readonly challenge?: OpenChallenge;
  /** Whether a partner asked for it itself when it was last linked; one that is resumed stays that. */
  readonly byApiKey?: boolean;
  /** What bills begin with that are found from now on; missing where it is older than consents. */
  readonly starts?: BillStart;
  /** What the user last agreed to when the account was linked: that its data is read. */
  readonly dataConsent?: Consent;
  /** These credentials have been verified once. */
  readonly verifiedBefore?: true;
  readonly paymentIdentifier?: string;
  /** Never verified since it was first linked; missing of an auth that is older than this field. */
  readonly neverVerified?: true;
  /** Where it is of another login than the one that its id is derived from: the id of that. */
  readonly loginId?: string;
  /** The login form, sealed. Which fields have an answer can be read: `filledFields`. */
  readonly credentials: Sealed;
  /** Fields of the company's form that these credentials lack, by name; nothing else is asked of the user. */
  readonly asksFor?: readonly string[];
  /** What the next session gets back; it goes with the credentials that it was made with. */
  readonly connection?: ConnectionRef;
  readonly billIds: readonly string[];
  /** The swap that is under way; there is one at a time. */
  readonly openSwapId?: string;
  /** The card of a swap that was given up: the company may still put it on file. */
  readonly unknownSwap?: UnknownSwap;
  readonly link?: Link;
  /** What the link asked for that met a hold: a link that resumes it asks the same. */
  readonly interrupted?: LinkRequest;
  /** The link whose outcome is recorded, so that a task that is repeated knows its own work. */
  readonly lastLinkId?: string;
  /** The links that were asked for last, whatever became of them, so that a request knows its own. */
  readonly recentLinkIds?: readonly string[];
};

export const MAX_AUTHS_PER_CLIENT = 100;
export const MAX_BILLS_PER_AUTH = 20;
/** As many as a client may ask for itself in an hour. */
const MAX_RECENT_LINKS = 10;

/** A new auth, or the one that stands with a new link that supersedes the one under way. */
export function requestLink(
  standing: AuthRecord | undefined,
  asked: Pick<
    AuthRecord,
    | '_id'
    | 'clientId'
    | 'partnerId'
    | 'partnerUserId'
    | 'company'
    | 'credentials'
    | 'clocked'
    | 'sequence'
    | 'numberedFrom'
    | 'starts'
    | 'dataConsent'
    | 'loginId'
  > & {
    readonly link: Link;
  },
): AuthRecord {
  const { link, dataConsent, ...identity } = asked;
  const known = standingAuth(standing, link.requestedAt);
  return {
    ...known,
    ...identity,
    // What was agreed to before still holds where nothing is said of it.
    ...(dataConsent && { dataConsent }),
    version: known.version + 1,
    items: [...new Set([...known.items, ...link.items])],
    paymentIdentifier: link.paymentIdentifier,
    byApiKey: link.byApiKey ?? false,
    challenge: undefined,
    verifiedBefore: undefined,
    connection: undefined,
    asksFor: undefined,
    interrupted: undefined,
    // It was begun with other credentials, perhaps.
    reading: undefined,
    link,
    recentLinkIds: recentLinkIds(known, link),
    ...dueAttributes('link', asked._id, link.requestedAt),
  };
}

/** Whether a link was asked for, be it under way, ended or superseded. */
export function hasAskedFor({ recentLinkIds = [] }: AuthRecord, linkId: string): boolean {
  return recentLinkIds.includes(linkId);
}

function recentLinkIds(known: Pick<AuthRecord, 'recentLinkIds'>, { linkId }: Link): string[] {
  return [...(known.recentLinkIds ?? []), linkId].slice(-MAX_RECENT_LINKS);
}

type StandingAuth = Pick<
  AuthRecord,
  | 'version'
  | 'created'
  | 'items'
  | 'billIds'
  | 'recentLinkIds'
  | 'sequence'
  | 'numberedFrom'
  | 'neverVerified'
  | 'dataConsent'
>;

/** An auth that was deleted while a payment was in flight begins anew; its bills may still end. */
function standingAuth(standing: AuthRecord | undefined, now: string): StandingAuth {
  const fresh = { created: now, items: [], neverVerified: true } as const;
  if (!standing) return { ...fresh, version: 0, billIds: [] };
  if (!standing.deletedAt) return standing;
  const { version, billIds, sequence, numberedFrom } = standing;
  return { ...fresh, version, billIds, sequence, numberedFrom };
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
    ...interruptedRequest(auth),
    holdFixed: true,
  };
  return {
    ...auth,
    version: auth.version + 1,
    challenge: undefined,
    link,
    recentLinkIds: recentLinkIds(auth, link),
    ...dueAttributes('link', auth._id, link.requestedAt),
  };
}

/** Never a payment that nobody asked for: without a request on record, the bills are read. */
function interruptedRequest(auth: AuthRecord): LinkRequest {
  return auth.interrupted ?? { items: ['bill'] };
}

/** Records how a link ended. */
export function withLoginOutcome(auth: AuthRecord, outcome: EndedLogin): AuthRecord {
  const ended = {
    ...withoutLink(auth),
    hold: undefined,
    mfa: undefined,
    challenge: undefined,
    asksFor: undefined,
    interrupted: undefined,
  };
  if (outcome.kind === 'authenticate')
    return { ...ended, status: outcome.kind, asksFor: outcome.asksFor };
  if (outcome.kind !== 'hold') return { ...ended, status: outcome.kind };
  const hold = { code: outcome.code, subcode: outcome.subcode };
  const interrupted = auth.link && requestOf(auth.link);
  return { ...ended, status: 'hold', hold, interrupted };
}

function requestOf(link: Link): LinkRequest {
  const { items, paymentMethodId, billId, maxCents, chosenCents, afterPayment } = link;
  const { swaps, swapId, paymentIdentifier } = link;
  const pays = { items, paymentMethodId, billId, maxCents, chosenCents, afterPayment };
  return { ...pays, swaps, swapId, paymentIdentifier };
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
 * Holds a linked auth for what a payment met; a link under way goes on. While it asks the user
 * something, that is what the auth shows.
 */
export function recordHold(auth: AuthRecord, hold: Hold): AuthRecord {
  const status = auth.challenge ? auth.status : 'hold';
  return { ...auth, version: auth.version + 1, status, hold };
}

/** The auth with its link ended. */
export function withoutLink(auth: AuthRecord): AuthRecord {
  const { link, dueShard, dueAt, dueKind, ...rest } = auth;
  return { ...rest, version: auth.version + 1, lastLinkId: link?.linkId ?? auth.lastLinkId };
}

/**
 * The auth as verified, with the bills that were found. A link that is to pay or to swap goes on:
 * what it pays, and with which method, stands in it.
 */
export function withVerifiedBills(auth: AuthRecord, billIds: readonly string[]): AuthRecord {
  const verified = withLoginOutcome(auth, { kind: 'verified' });
  const { link, dueShard, dueAt, dueKind } = auth;
  // The answers have done their work; a payment or a swap needs none of them.
  const over = { security: undefined, accepted: undefined, login: undefined, running: undefined };
  const next = link && { ...link, ...over };
  const more = link && goesOn(link) && { link: next, dueShard, dueAt, dueKind };
  return { ...verified, verifiedBefore: true, neverVerified: undefined, billIds, ...more };
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
