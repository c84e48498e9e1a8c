/** Opens what reconciliation works with. */
import { openSettlementSources } from '../companies/settlement-sources.ts';
import { openStores } from '../stores/open-stores.ts';
import { reconciliationStore } from '../stores/reconciliation-store.ts';
import type { Outside } from '../table/outside.ts';
import type { ReconcileDeps } from './deps.ts';

export type OpenReconcile = Omit<ReconcileDeps, 'sources'> & {
  /** With each run: connectors are registered while functions are warm. */
  readonly openSources: () => Promise<ReconcileDeps['sources']>;
};

export function openReconcile(outside: Outside): OpenReconcile {
  return {
    ...openStores(outside),
    findings: reconciliationStore(outside.table),
    openSources: () => openSettlementSources(outside),
  };
}
