/**
 * The connectors that come with Billhook: the sandbox's invented companies. The build for production
 * leaves this table empty (decision: no-sandbox-in-production).
 */

import type { Clock } from '@billhook/core/base/dates';
import type { Connector } from '@billhook/core/company/connector';
import { createSandboxConnector } from '@billhook/core/sandbox/connector';
import type { Fingerprint } from '../aws/fingerprint.ts';
import { sandboxMemory } from '../stores/sandbox-memory.ts';
import type { Table } from '../table/types.ts';

export type ConnectorNeeds = {
  readonly table: Table;
  readonly fingerprint: Fingerprint;
  /** The machine's, by which connectors report their days. */
  readonly clock: Clock;
};

/** By the name that a company's record has for its connector. */
export const builtInConnectors: Readonly<
  Record<string, ((needs: ConnectorNeeds) => Connector) | undefined>
> = {
  sandbox: ({ table, fingerprint, clock }) =>
    createSandboxConnector({ memory: sandboxMemory(table, fingerprint, clock), clock }),
};

/** Whether a login asks for a swap by itself, as one of the sandbox does. */
export { isSwapLogin as asksForSwap } from '@billhook/core/sandbox/swap-login';
