/** What it takes to reach companies: credentials opened, accounts recognized, the way to each. */
import type { CompanyRecord } from '@billhook/core/company/company';
import type { ParsedConnector } from '@billhook/core/company/connector-results';
import { type Fingerprint, openFingerprint } from '../aws/fingerprint.ts';
import { openVault, type Vault } from '../aws/vault.ts';
import type { Outside } from '../table/outside.ts';
import { openConnectors } from './connectors.ts';
import { parsedConnector } from './parsed-connector.ts';

export type Reach = {
  readonly vault: Vault;
  readonly fingerprint: Fingerprint;
  /** Connectors are handed out here alone, so nobody can use a result that was not parsed. */
  readonly connectorOf: (company: CompanyRecord) => ParsedConnector;
};

export function openReach({
  table,
  clock,
  aws,
  connectorOf: given,
}: Pick<Outside, 'table' | 'clock' | 'aws' | 'connectorOf'>): Reach {
  const fingerprint = openFingerprint(aws);
  const reach = given ?? openConnectors({ table, fingerprint, clock });
  const connectorOf = (company: CompanyRecord) => parsedConnector(reach(company), clock);
  return { vault: openVault(aws), fingerprint, connectorOf };
}
