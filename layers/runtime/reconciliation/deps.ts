/** What reconciliation works with. */

import type { Day } from '@billhook/core/base/dates';
import type { CompanyRecord } from '@billhook/core/company/company';
import type { SettlementSource } from '../companies/settlement-sources.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { Finding, ReconciliationStore } from '../stores/reconciliation-store.ts';

export type ReconcileDeps = Stores & {
  readonly findings: ReconciliationStore;
  readonly sources: readonly SettlementSource[];
};

/** The days that each connector has reported, by its id; nothing of one that reports nothing. */
export type Covered = {
  readonly get: (connectorId: string) => Pick<ReadonlySet<Day>, 'has'> | undefined;
};

/** What one run of one owner knows while it looks at payments and accounts. */
export type Looking = {
  readonly ownerId: string;
  readonly run: Finding;
  readonly covered: Covered;
  /** The connector of a company; nothing of a company that is gone. */
  readonly connectorOf: (companyId: string) => Promise<string | undefined>;
};

/** Payments, bills and lines that are looked at together. */
const AT_ONCE = 8;

export async function eachOf<T>(items: readonly T[], look: (item: T) => Promise<unknown>) {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    await Promise.all(items.slice(start, start + AT_ONCE).map(look));
  }
}

/** Each company is read once a run. */
export function openConnectorOf({ companies }: Pick<Stores, 'companies'>) {
  const kept = new Map<string, Promise<CompanyRecord | undefined>>();
  return async (companyId: string): Promise<string | undefined> => {
    const found = kept.get(companyId) ?? companies.find(companyId);
    kept.set(companyId, found);
    return (await found)?.connector;
  };
}

/** As if every day had been reported: for what was found while it was. */
export function everyDay({ sources }: Pick<ReconcileDeps, 'sources'>): Covered {
  const known = new Set(sources.map(({ connectorId }) => connectorId));
  return { get: (connectorId) => (known.has(connectorId) ? { has: () => true } : undefined) };
}

/** As long as nothing was read to its end. */
export function noDay({ sources }: Pick<ReconcileDeps, 'sources'>): Covered {
  return new Map(sources.map(({ connectorId }) => [connectorId, new Set<Day>()]));
}
