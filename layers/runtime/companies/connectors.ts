/** The table of connectors: a company's record names the one that reaches it. */
import type { CompanyRecord } from '@billhook/core/company/company';
import type { Connector } from '@billhook/core/connector';
import { createSandboxConnector } from '@billhook/core/sandbox/connector';
import { sandboxMemory } from '../stores/sandbox-memory.ts';
import type { Table } from '../table/table.ts';

const connectors: Record<CompanyRecord['connector'], (table: Table) => Connector> = {
  sandbox: (table) => createSandboxConnector({ memory: sandboxMemory(table) }),
};

export function connectorOf(company: CompanyRecord, table: Table): Connector {
  return connectors[company.connector](table);
}
