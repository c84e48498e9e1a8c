/** Opens what reconciliation works with. */
import { openSettlementSources } from '../companies/settlement-sources.ts';
import { openStores } from '../stores/open-stores.ts';
import { reconciliationStore } from '../stores/reconciliation-store.ts';
import type { Outside } from '../table/outside.ts';
import type { ReconcileDeps } from './deps.ts';

export function openReconcile(outside: Outside): ReconcileDeps {
  return {
    ...openStores(outside),
    findings: reconciliationStore(outside.table),
    sources: openSettlementSources(outside),
  };
}
