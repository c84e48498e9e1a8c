/** One look at all rows that are under way, side by side. */
import type { Swap } from '@billhook/core/schemas/swap';
import type { Api } from '../kit/api.ts';
import type { LinkProgress } from '../kit/linking/task.ts';
import { listSwaps } from '../kit/lists.ts';
import { type RowsState, statusIn } from './row-store.ts';
import { findSwap, isOpen, lacksCode, type Row, type Seen, statusOf } from './rows.ts';

type SeenRow = {
  readonly row: Row;
  readonly seen: Seen;
  /** Its auth was deleted meanwhile. */
  readonly gone: boolean;
  readonly lacksCode: boolean;
};

type Look = {
  readonly api: Api;
  readonly clientId: string;
  readonly state: RowsState;
};

type Followed = {
  readonly seen: readonly SeenRow[];
  /** Where they were read. */
  readonly swaps?: readonly Swap[];
};

/** @returns nothing where the service could not be reached: nothing is known then. */
export async function followRows(look: Look): Promise<Followed | undefined> {
  const { api, clientId, state } = look;
  const open = state.rows.filter(({ companyId }) => isOpen(statusIn(state, companyId)));
  const links = await Promise.all(
    open.map(({ authId = '' }) =>
      api<LinkProgress>({ path: `/auth/${encodeURIComponent(authId)}` }),
    ),
  );
  // After the links: a link that has ended has begun its swap in the same moment.
  const ended = links.some((link) => link.ok && !link.value.linking);
  const swaps = ended ? await listSwaps(api, clientId) : undefined;
  if (ended && !swaps) return undefined;
  const seen = open.flatMap((row, index): SeenRow[] => {
    const link = links[index];
    if (!link || (!link.ok && link.code !== 'auth_not_found')) return [];
    if (!link.ok) return [{ row, seen: {}, gone: true, lacksCode: false }];
    const known = state.seen[row.companyId]?.swap;
    const now = { link: link.value, swap: swaps ? findSwap(row, swaps) : known };
    return [{ row, seen: now, gone: false, lacksCode: lacksCode(now, statusOf(row, now)) }];
  });
  return { seen, swaps };
}
