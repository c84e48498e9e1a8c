/** The table of connectors: a company's record names the one that reaches it. */
import type { CompanyRecord } from '@billhook/core/company/company';
import type { Connector } from '@billhook/core/connector';
import { createSandboxConnector } from '@billhook/core/sandbox/connector';
import type { Fingerprint } from '../aws/fingerprint.ts';
import { sandboxMemory } from '../stores/sandbox-memory.ts';
import type { Table } from '../table/types.ts';

type Needs = { readonly table: Table; readonly fingerprint: Fingerprint };

const connectors: Record<CompanyRecord['connector'], (needs: Needs) => Connector> = {
  sandbox: ({ table, fingerprint }) =>
    createSandboxConnector({ memory: sandboxMemory(table, fingerprint) }),
};

export function openConnectors(needs: Needs): (company: CompanyRecord) => Connector {
  return ({ connector }) => connectors[connector](needs);
}
