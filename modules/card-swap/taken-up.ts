/** What a page that opens goes on with: what was kept over a reload, and what is under way. */
import type { Swap } from '@billhook/core/schemas/swap';
import type { LinkProgress } from '../kit/linking/task.ts';
import { findSwap, isUnderWay, MAX_ROWS, type Row } from './rows.ts';

/** Where the user is. */
export type Place = {
  readonly at: 'intro' | 'card' | 'add-card' | 'brands' | 'rows';
  /** The company whose own screen is shown. */
  readonly open?: string;
};

/** What was asked for: the same on whatever screen. */
export type Work = {
  readonly paymentMethodId?: string;
  readonly rows: readonly Row[];
  /** Swaps that the host was told of. */
  readonly told: readonly string[];
};

const screens: readonly unknown[] = [
  'intro',
  'card',
  'add-card',
  'brands',
  'rows',
] satisfies Place['at'][];

/** What was kept, if it is such a thing: nobody but this module writes there. */
export function readPlace(kept: unknown): Place | undefined {
  const { at, open } = Object(kept) as Place;
  return screens.includes(at) ? { at, open } : undefined;
}

/** @param place may have it too: where a page of the first release has kept all in one. */
export function readWork(kept: unknown, place: unknown): Work {
  const { paymentMethodId, rows = [], told = [] } = Object(kept ?? place) as Partial<Work>;
  return { paymentMethodId, rows, told };
}

type Standing = {
  /** The newest first. */
  readonly swaps: readonly Swap[];
  /** Links that are under way, the newest first. */
  readonly open: readonly LinkProgress[];
};

/**
 * The rows with what became of them while nobody looked: an answer that was lost is found again here,
 * so that nothing is asked for twice.
 */
export function takeUp(rows: readonly Row[], { swaps, open }: Standing): Row[] {
  return rows.map((row) => {
    if (row.authId !== undefined) return row;
    const link = open.find(
      ({ auth }) => isSwapLink(auth.items) && auth.company._id === row.companyId,
    );
    // A swap that is to be moved stands there before the company is asked.
    const swap = row.swapId === undefined ? findSwap(row, swaps) : undefined;
    const authId = link?.auth._id ?? swap?.auth._id;
    if (authId === undefined) return row;
    return { ...row, authId, ...(swap && { swapId: swap._id }) };
  });
}

/**
 * Rows for what another page, or this one in an earlier session, has begun. What stood before it is
 * not known: the newest swap tells.
 */
export function findWork({ swaps, open }: Standing, newKey: () => string): Row[] {
  const rows = new Map<string, Row>();
  for (const swap of swaps.filter(isUnderWay)) {
    const { company, auth, paymentMethod } = swap;
    const row = { companyId: company._id, authId: auth._id, swapId: swap._id, before: '' };
    rows.set(company._id, { ...row, key: newKey(), paymentMethodId: paymentMethod?._id ?? '' });
  }
  for (const { auth } of open) {
    const { company, items } = auth;
    if (!isSwapLink(items) || rows.has(company._id)) continue;
    const row = { companyId: company._id, authId: auth._id, before: '' };
    rows.set(company._id, { ...row, key: newKey(), paymentMethodId: '' });
  }
  return [...rows.values()].slice(0, MAX_ROWS);
}

function isSwapLink(items: readonly string[]): boolean {
  return items.includes('swap');
}
