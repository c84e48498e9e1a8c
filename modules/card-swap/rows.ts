/** The companies that are to get a card: one row each, what stands in it, and what comes next. */
import type { LinkedAuth } from '@billhook/core/schemas/auth';
import type { Swap } from '@billhook/core/schemas/swap';
import { isSignInReason, type LinkProgress, type SignInReason } from '../kit/linking/task.ts';

/** Companies that get a card at once: as many as the service links for a client in an hour. */
export const MAX_ROWS = 10;

/** Kept over a reload, hence ids only. */
export type Row = {
  readonly companyId: string;
  /** Names what the user wants here, however often it is asked for. */
  readonly key: string;
  /** The card. */
  readonly paymentMethodId: string;
  /** The swaps that stood before, joined: what comes of this row is another. */
  readonly before: string;
  /** Once the company is being asked. */
  readonly authId?: string;
  /** Once it is known; of a swap that is moved to another card from the beginning on. */
  readonly swapId?: string;
};

/** What the service last told of a row. */
export type Seen = { readonly link?: LinkProgress; readonly swap?: Swap };

/** Why the company is not being asked, as long as it is not. */
export type Trouble =
  | { readonly kind: 'sign-in'; readonly why?: SignInReason }
  /** The card's code is needed, or another card is. */
  | { readonly kind: 'code' | 'card' }
  | { readonly kind: 'refused'; readonly text: string };

export type RowState = 'waiting' | 'signing-in' | 'needs-you' | 'updating' | 'done' | 'problem';

export type RowStatus = {
  readonly state: RowState;
  /** What the user can do about it. */
  readonly opens?: 'sign-in' | 'challenge' | 'hold' | 'code' | 'card' | 'retry';
  readonly why?: SignInReason;
};

/** The row's own swap, if it has begun. @param swaps the newest first. */
export function findSwap(row: Row, swaps: readonly Swap[]): Swap | undefined {
  if (row.swapId !== undefined) return swaps.find(({ _id }) => _id === row.swapId);
  const old = row.before.split(' ');
  return swaps.find(({ _id, company }) => company._id === row.companyId && !old.includes(_id));
}

/** @param answered the token of the challenge that was answered last. */
export function statusOf(
  row: Row,
  { link, swap }: Seen,
  trouble?: Trouble,
  answered?: string,
): RowStatus {
  if (trouble) return ofTrouble(trouble);
  if (row.authId === undefined) return { state: 'waiting' };
  if (link?.challenge && link.challenge.token !== answered) {
    return { state: 'needs-you', opens: 'challenge' };
  }
  if (!link) return { state: row.swapId === undefined ? 'signing-in' : 'updating' };
  if (link.linking || link.challenge) {
    return { state: link.progress === 'updating-card' ? 'updating' : 'signing-in' };
  }
  if (swap && isUnderWay(swap)) return { state: 'updating' };
  return swap?.status.type === 'completed' ? { state: 'done' } : ofEndedLink(link.auth, swap);
}

export function isUnderWay({ status }: Swap): boolean {
  return status.type === 'pending' || status.type === 'in-progress';
}

function ofTrouble(trouble: Trouble): RowStatus {
  if (trouble.kind === 'refused') return { state: 'problem', opens: 'retry' };
  if (trouble.kind !== 'sign-in') return { state: 'needs-you', opens: trouble.kind };
  return { state: 'waiting', opens: 'sign-in', why: trouble.why };
}

/** The link is over, and no card was put on file. */
function ofEndedLink({ status, reason }: LinkedAuth, swap: Swap | undefined): RowStatus {
  if (status === undefined || status.type === 'authenticate') {
    return { state: 'needs-you', opens: 'sign-in', why: 'refused' };
  }
  // A verified auth whose swap is held was read a moment before it was held itself.
  if (status.type === 'verified') {
    return swap ? { state: 'needs-you', opens: 'hold' } : { state: 'problem', opens: 'retry' };
  }
  // A company waits for answers while it links, and not after it.
  if (status.type === 'mfa-required') {
    return { state: 'needs-you', opens: 'sign-in', why: 'unanswered-mfa-question' };
  }
  const { code, subcode } = reason ?? {};
  if (code === 'authentication_not_completed' && isSignInReason(subcode)) {
    return { state: 'needs-you', opens: 'sign-in', why: subcode };
  }
  return { state: 'needs-you', opens: 'hold' };
}

/** Whether the service works on the row, or waits for an answer that it holds the company's line for. */
export function isOpen({ state, opens }: RowStatus): boolean {
  return state === 'signing-in' || state === 'updating' || opens === 'challenge';
}

/** First what waits for the user, else as they were chosen. */
export function neededFirst(
  rows: readonly Row[],
  statusById: (companyId: string) => RowStatus,
): readonly Row[] {
  const isNeeded = ({ companyId }: Row) => {
    const { state, opens } = statusById(companyId);
    return opens !== undefined && state !== 'problem';
  };
  return [...rows.filter(isNeeded), ...rows.filter((row) => !isNeeded(row))];
}

export function isOver({ state }: RowStatus): boolean {
  return state === 'done' || state === 'problem';
}

/**
 * Which row the user is led to next: what other rows wait for first, then what a company gives the
 * user minutes for, then who is to be signed in to. Nothing leads to the list.
 *
 * @param putOff rows that the user has turned away from; they are led to by the user alone.
 */
export function nextRow(
  rows: readonly Row[],
  statusById: (companyId: string) => RowStatus,
  putOff: readonly string[],
): string | undefined {
  for (const wanted of ['code', 'challenge', 'sign-in'] as const) {
    const found = rows.find(
      ({ companyId }) => statusById(companyId).opens === wanted && !putOff.includes(companyId),
    );
    if (found) return found.companyId;
  }
  return undefined;
}

/**
 * A swap that met a card without its code, because another company took the card first: it goes on by
 * itself once the code is given again.
 */
export function lacksCode({ swap }: Seen, { opens }: RowStatus): boolean {
  const { code, subcode } = swap?.reason ?? {};
  return opens === 'hold' && code === 'system_issue_with_swap' && subcode === 'known-system-error';
}
