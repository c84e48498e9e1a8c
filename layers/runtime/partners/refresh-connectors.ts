/** Reads the manifests of all remote connectors again. */
import type { RegisteredConnector } from '@billhook/core/company/registered-connector';
import { logFailure, logWarning } from '../aws/logger.ts';
import { connectorStore } from '../stores/connector-store.ts';
import { type RegisterDeps, refreshConnector } from './register-connector.ts';

const actor = { kind: 'schedule', id: 'refresh-connectors' } as const;

/** One that fails holds up no other, and stays as it was. @returns how many were read. */
export async function refreshConnectors(deps: RegisterDeps, deadline: number): Promise<number> {
  const connectors = await connectorStore(deps.table).list();
  const standing = connectors.filter(({ removedAt }) => removedAt === undefined);
  let count = 0;
  for (const one of standing) {
    if (deps.clock() > deadline) break;
    if (await refresh(deps, one)) count += 1;
  }
  return count;
}

async function refresh(deps: RegisterDeps, standing: RegisteredConnector): Promise<boolean> {
  const { id: connectorId } = standing;
  try {
    const read = await refreshConnector(deps, standing, actor);
    if (typeof read !== 'string') return true;
    logWarning('The manifest of a connector is not taken', { connectorId, trouble: read });
  } catch (error) {
    logFailure('The manifest of a connector could not be read', error, { connectorId });
  }
  return false;
}
