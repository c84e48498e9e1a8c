/**
 * The connectors that come with Billhook: the sandbox's invented companies. The build for production
 * leaves this table empty (decision: no-sandbox-in-production).
 */
import type { Connector } from '@billhook/core/connector';
import { createSandboxConnector } from '@billhook/core/sandbox/connector';
import type { Fingerprint } from '../aws/fingerprint.ts';
import { sandboxMemory } from '../stores/sandbox-memory.ts';
import type { Table } from '../table/types.ts';

export type ConnectorNeeds = { readonly table: Table; readonly fingerprint: Fingerprint };

/** By the name that a company's record has for its connector. */
export const builtInConnectors: Readonly<
  Record<string, ((needs: ConnectorNeeds) => Connector) | undefined>
> = {
  sandbox: ({ table, fingerprint }) =>
    createSandboxConnector({ memory: sandboxMemory(table, fingerprint) }),
};
