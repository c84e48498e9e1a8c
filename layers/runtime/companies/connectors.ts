/** The table of connectors: a company's record names the one that reaches it. */
import type { CompanyRecord } from '@billhook/core/company/company';
import type { Connector } from '@billhook/core/connector';
import { builtInConnectors, type ConnectorNeeds } from './built-in-connectors.ts';

/** @returns what throws for a company whose connector this deployment doesn't have. */
export function openConnectors(needs: ConnectorNeeds): (company: CompanyRecord) => Connector {
  return ({ connector }) => {
    const open = builtInConnectors[connector];
    if (!open) throw new Error(`This deployment has no connector ${connector}`);
    return open(needs);
  };
}
