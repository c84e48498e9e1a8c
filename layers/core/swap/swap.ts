/**
 * Swaps: a card of the client put on file at a company (decision: swap-records).
 *
 * States: `pending` → `in-progress` → `completed | hold`; another attempt leads from `completed` and
 * `hold` back to `pending`. An auth has at most one swap under way: its record names it.
 */
import { type AuthRecord, type Hold, presentAuth, presentHold, recordHold } from '../auth/auth.ts';
import { instantText } from '../base/dates.ts';
import { type Failure, fail } from '../base/errors.ts';
import { only, without } from '../base/members.ts';
import type { OwnedRecord } from '../base/owned-record.ts';
import { dueAttributes, withoutDue } from '../base/table-keys.ts';
import type { Capabilities } from '../company/capabilities.ts';
import type { CompanyRecord } from '../company/company.ts';
import type { SwapOutcome } from '../company/connector.ts';
import type { RunningCall } from '../company/running.ts';
import type { LiveRef } from '../company/session-refs.ts';
import { withShownLogo } from '../company/shown-logo.ts';
import { type KeptFace, keptFaceOf } from '../method/face.ts';
import {
  hasCardCode,
  MAX_DECLINES,
  type PaymentMethodRecord,
  presentMethod,
  withoutCardCode,
} from '../method/payment-method.ts';
import type { CompanySummary } from '../schemas/company.ts';
import type { Swap, SwapStatus } from '../schemas/swap.ts';
import { authStateOf, authStates } from '../states/auth-states.ts';
import { paymentMethodStates } from '../states/payment-method-states.ts';
import { ignores, type RefusalOf, refusalOf, refuse } from '../states/state-machine.ts';
import { swapStates } from '../states/swap-states.ts';

/** Swaps kept of an auth; the oldest goes when another one begins. */
export const MAX_SWAPS_PER_AUTH = 10;

export type SwapRecord = OwnedRecord & {
  /** The module session that it began in. */
  readonly sessionId?: string;
  /** The attempt is what a link was for that was begun with an API key. */
  readonly byApiKey?: true;
  readonly authId: string;
  readonly company: CompanySummary;
  readonly status: SwapStatus;
  readonly hold?: Hold;
  readonly paymentMethodId: string;
  /** The method as it was when the attempt began, for its events; missing of release 0.1.1. */
  readonly method?: KeptFace;
  readonly created: string;
  /** Counts the attempts from 1 on; the company knows each by its own id. */
  readonly attempt: number;
  /**
   * The number of the last submission of this attempt; missing of the first. The next one follows the
   * promise that it was never taken, and never will be.
   */
  readonly submission?: number;
  /** How many executions of this attempt's workflow ended without an outcome. */
  readonly rounds?: number;
  /** The attempt follows a hold of which the user says that it is fixed. */
  readonly holdFixed?: boolean;
  /** The session of the link that this attempt belongs to. */
  readonly live?: LiveRef;
  /** The company said that the credentials are wrong, which stands on the auth. */
  readonly refused?: true;
  /** The company let no session in to ask what became of the card. */
  readonly unasked?: true;
  /** The attempt is running at the company. */
  readonly running?: RunningCall;
  /** What the company said of this attempt; set before anything else changes. */
  readonly outcome?: SwapOutcome;
};

type CompanyError = 'company_in_maintenance' | 'swap_not_supported' | 'user_presence_required';
type AuthError = RefusalOf<typeof authStates, 'swap'> | RefusalOf<typeof swapStates, 'create'>;
type CardError = RefusalOf<typeof paymentMethodStates, 'swap'>;
export type SwapMethodError = CardError | 'payment_method_not_accepted';

/** Whether a company takes a swap without its user being there. */
export function checkSwapCompany(company: CompanyRecord): Failure<CompanyError> | undefined {
  if (company.status === 'maintenance') return fail('company_in_maintenance');
  if (!takesSwaps(company)) return fail('swap_not_supported');
  if (company.userPresenceRequired) {
    const detail =
      'The company requires the user to be present: swap through `POST /auth` with `swap`.';
    return fail('user_presence_required', { detail });
  }
  return undefined;
}

export function takesSwaps({ products }: CompanyRecord): boolean {
  return products.includes('swap');
}

export function checkSwapAuth(auth: AuthRecord): Failure<AuthError> | undefined {
  if (auth.openSwapId) return refusalOf(swapStates, 'in-progress', 'create');
  const refusal = refusalOf(authStates, authStateOf(auth), 'swap');
  return refusal && { ...refusal, detail: 'The user has to act first: the auth is not verified.' };
}

/** What a card needs to be put on file: its code only where the company does. */
type CardNeeds = Pick<Capabilities, 'needsCardCode'>;

/** Whether a method can be put on file now: a card that is not declined, with what it needs. */
export function checkSwapMethod(
  method: PaymentMethodRecord | undefined,
  needs: CardNeeds,
): Failure<SwapMethodError> | undefined {
  if (method && method.type !== 'card') {
    return fail('payment_method_not_accepted', { detail: 'Only a card can be put on file.' });
  }
  return checkSwapCard(method, needs);
}

/** The same of what is known to be a card. */
export function checkSwapCard(
  method: PaymentMethodRecord | undefined,
  { needsCardCode }: CardNeeds,
): Failure<CardError> | undefined {
  const state = method?.status ?? 'removed';
  const refusal = refusalOf(paymentMethodStates, state, 'swap');
  if (refusal) return refusal;
  const lacksCode = needsCardCode && !(method && hasCardCode(method));
  return lacksCode ? refuse(paymentMethodStates, state, 'swap') : undefined;
}

export function isSwapUnderWay(swap: SwapRecord): boolean {
  return !ignores(swapStates, swap.status, 'held');
}

/** Names an attempt to the workflow: `swap_…_1`. */
export function attemptIdOf(swap: Pick<SwapRecord, '_id' | 'attempt'>): string {
  return `${swap._id}_${swap.attempt}`;
}

/** Names a submission to the company: the first of an attempt as that, a later one `swap_…_1_2`. */
export function submissionIdOf(swap: Pick<SwapRecord, '_id' | 'attempt' | 'submission'>): string {
  const { submission = 1 } = swap;
  return submission === 1 ? attemptIdOf(swap) : `${attemptIdOf(swap)}_${submission}`;
}

export type SwapAsked = {
  /** The id of a new swap. */
  readonly swapId: string;
  readonly paymentMethodId: string;
  readonly method?: KeptFace;
  readonly holdFixed?: boolean;
  readonly sessionId?: string;
  readonly byApiKey?: true;
  /** The session that its link has left open. */
  readonly live?: LiveRef;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The swap that is moved or resumed. */
  readonly standing?: SwapRecord;
};

/** A swap, new or existing, at the start of an attempt. */
export function planSwap(auth: AuthRecord, asked: SwapAsked): SwapRecord {
  const { standing, now } = asked;
  const swapId = standing?._id ?? asked.swapId;
  return {
    ...{ _id: swapId, version: standing?.version ?? 1, sequence: standing?.sequence },
    ...{ authId: auth._id, status: 'pending', attempt: (standing?.attempt ?? 0) + 1 },
    ...only(auth, ['clientId', 'partnerId', 'partnerUserId', 'company']),
    ...only(asked, ['paymentMethodId', 'sessionId', 'byApiKey', 'holdFixed', 'live']),
    ...(asked.method && { method: keptFaceOf(asked.method) }),
    created: standing?.created ?? instantText(now),
    ...dueAttributes('swap', swapId, instantText(now)),
  };
}

/** The method while a swap to it is under way: it cannot go before that has ended. */
export function holdMethod(method: PaymentMethodRecord, swapId: string): PaymentMethodRecord {
  return { ...method, inFlight: [...new Set([...method.inFlight, swapId])] };
}

/** The method when a swap to it is over. Its code goes too where the company may have used it. */
export function withoutSwap(
  method: PaymentMethodRecord,
  swap: SwapRecord,
  now: number,
): PaymentMethodRecord {
  const inFlight = method.inFlight.filter((id) => id !== swap._id);
  const { status, declines } = method;
  // The third decline of a payment waited for this swap to end: the sweep removes the method.
  const spent = status === 'declined' && declines >= MAX_DECLINES && inFlight.length === 0;
  const due = spent && dueAttributes('retry', method._id, instantText(now));
  const left = { ...method, inFlight, ...due };
  return swap.status === 'in-progress' && hasCardCode(left) ? withoutCardCode(left) : left;
}

type Ended = { readonly swap: SwapRecord; readonly auth: AuthRecord };

/** The swap with its outcome, and its auth, which a held swap puts on hold for the same reason. */
export function planSwapSettlement(
  swap: SwapRecord,
  auth: AuthRecord,
  outcome: Exclude<SwapOutcome, { kind: 'unknown' }>,
): Ended {
  if (ignores(swapStates, swap.status, outcome.kind)) return { swap, auth };
  const ended = { ...without(withoutDue(swap), ['rounds', 'running']), outcome };
  const idle = auth.openSwapId === swap._id ? { ...auth, openSwapId: undefined } : auth;
  if (outcome.kind === 'completed')
    return { swap: { ...ended, status: 'completed', hold: undefined }, auth: idle };
  const hold = { code: outcome.code, subcode: outcome.subcode };
  // Fix-hold begins what was interrupted again: the same swap.
  const interrupted = {
    items: ['swap' as const],
    swaps: true,
    swapId: swap._id,
    paymentMethodId: swap.paymentMethodId,
    paymentIdentifier: auth.paymentIdentifier,
  };
  // Its auth needs other credentials, which is on record: there is no hold to fix.
  const told = swap.refused ? idle : recordHold(idle, hold, interrupted);
  return { swap: { ...ended, status: 'hold', hold }, auth: told };
}

/** Swaps that make room for one more. None of them is under way when one begins. */
export function swapsToDrop(swaps: readonly SwapRecord[]): SwapRecord[] {
  const newestFirst = swaps.toSorted((one, other) => (one.created < other.created ? 1 : -1));
  return newestFirst.slice(MAX_SWAPS_PER_AUTH - 1);
}

/** The swap as the interface shows it. */
export function presentSwap(
  swap: SwapRecord,
  context: {
    readonly auth: AuthRecord;
    readonly method?: PaymentMethodRecord;
    readonly defaultMethodId?: string;
  },
): Swap {
  const { auth, method, defaultMethodId } = context;
  return {
    _id: swap._id,
    status: { type: swap.status },
    ...(swap.status === 'hold' && swap.hold && { reason: presentHold(swap.hold) }),
    auth: presentAuth(auth),
    company: withShownLogo(swap.company),
    ...(method && { paymentMethod: presentMethod(method, defaultMethodId) }),
    created: swap.created,
  };
}
