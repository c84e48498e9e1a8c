/** The table of connectors: a company's record names the one that reaches it. */
import type { CompanyRecord } from '@billhook/core/company/company';
import type { Connector } from '@billhook/core/connector';
import { builtInConnectors, type ConnectorNeeds } from './built-in-connectors.ts';

/** The names of those that this deployment has. */
export function connectorIds(): string[] {
  return Object.keys(builtInConnectors);
}

/** @throws Error for a name that this deployment doesn't have. */
export function openConnector(id: string, needs: ConnectorNeeds): Connector {
  const open = builtInConnectors[id];
  if (!open) throw new Error(`This deployment has no connector ${id}`);
  return open(needs);
}

/** @returns what throws for a company whose connector this deployment doesn't have. */
export function openConnectors(needs: ConnectorNeeds): (company: CompanyRecord) => Connector {
  return ({ connector }) => openConnector(connector, needs);
}
