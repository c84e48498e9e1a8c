/** All that the page knows of its rows, in one place: calls that take a while read what stands now. */
import type { Company, CompanySummary } from '@billhook/core/schemas/company';
import type { Swap } from '@billhook/core/schemas/swap';
import { type Row, type RowStatus, type Seen, statusOf, type Trouble } from './rows.ts';

type ByCompany<T> = Readonly<Record<string, T | undefined>>;

export type RowsState = {
  readonly rows: readonly Row[];
  readonly seen: ByCompany<Seen>;
  readonly troubles: ByCompany<Trouble>;
  /** The token of the challenge that was answered last. */
  readonly answered: ByCompany<string>;
  /** For their names and logos. */
  readonly companies: ByCompany<Company | CompanySummary>;
  /** All of the client's, the newest first; nothing before they were read. */
  readonly swaps?: readonly Swap[];
  /** Counts what was begun: the service is asked often again after each. */
  readonly round: number;
};

export type RowStore = {
  readonly get: () => RowsState;
  readonly change: (part: Partial<RowsState>) => void;
  /** Makes another object of the row, so that an answer about the one before is known to be late. */
  readonly changeRow: (companyId: string, part: Partial<Row>) => void;
  readonly setTrouble: (companyId: string, trouble?: Trouble) => void;
  readonly setSeen: (companyId: string, seen: Seen) => void;
  readonly statusById: (companyId: string) => RowStatus;
};

export function createRowStore(
  rows: readonly Row[],
  companies: readonly Company[],
  onChange: () => void,
): RowStore {
  let state: RowsState = {
    ...{ rows, seen: {}, troubles: {}, answered: {}, round: 0 },
    companies: byCompany(companies),
  };
  const change = (part: Partial<RowsState>) => {
    state = { ...state, ...part };
    onChange();
  };
  return {
    get: () => state,
    change,
    changeRow: (companyId, part) =>
      change({
        rows: state.rows.map((row) => (row.companyId === companyId ? { ...row, ...part } : row)),
      }),
    setTrouble: (companyId, trouble) =>
      change({ troubles: { ...state.troubles, [companyId]: trouble } }),
    setSeen: (companyId, seen) => change({ seen: { ...state.seen, [companyId]: seen } }),
    statusById: (companyId) => statusIn(state, companyId),
  };
}

export function statusIn(state: RowsState, companyId: string): RowStatus {
  const row = state.rows.find((one) => one.companyId === companyId);
  if (!row) return { state: 'waiting' };
  const { seen, troubles, answered } = state;
  return statusOf(row, seen[companyId] ?? {}, troubles[companyId], answered[companyId]);
}

export function byCompany<T extends { readonly _id: string }>(all: readonly T[]): ByCompany<T> {
  return Object.fromEntries(all.map((one) => [one._id, one]));
}
