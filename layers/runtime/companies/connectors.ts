/** The table of connectors: a company's record names the one that reaches it. */
import type { CompanyRecord } from '@billhook/core/company/company';
import type { Connector } from '@billhook/core/connector';
import type { Clock } from '@billhook/core/dates';
import { createSandboxConnector } from '@billhook/core/sandbox/connector';
import { isSandbox } from '../aws/environment.ts';
import type { Fingerprint } from '../aws/fingerprint.ts';
import { sandboxMemory } from '../stores/sandbox-memory.ts';
import type { Table } from '../table/types.ts';

type Needs = {
  readonly table: Table;
  readonly fingerprint: Fingerprint;
  /** The machine's, by which connectors report their days. */
  readonly clock: Clock;
};

const connectors: Record<CompanyRecord['connector'], (needs: Needs) => Connector> = {
  sandbox: ({ table, fingerprint, clock }) =>
    createSandboxConnector({ memory: sandboxMemory(table, fingerprint, clock) }),
};

/** The names of those that this deployment has: production never has the sandbox's. */
export function connectorIds(): CompanyRecord['connector'][] {
  return isSandbox() ? ['sandbox'] : [];
}

export function openConnectors(needs: Needs): (company: CompanyRecord) => Connector {
  return ({ connector }) => connectors[connector](needs);
}

export function openConnector(id: CompanyRecord['connector'], needs: Needs): Connector {
  return connectors[id](needs);
}
