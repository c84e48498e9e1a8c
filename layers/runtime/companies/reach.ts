/** What it takes to reach companies: credentials opened, accounts recognized, the way to each. */
import { type Fingerprint, openFingerprint } from '../aws/fingerprint.ts';
import { openVault, type Vault } from '../aws/vault.ts';
import type { Outside } from '../table/outside.ts';
import { type ConnectorOf, openConnectors } from './connectors.ts';

export type Reach = {
  readonly vault: Vault;
  readonly fingerprint: Fingerprint;
  readonly connectorOf: ConnectorOf;
};

export function openReach({
  table,
  aws,
  connectorOf: given,
}: Pick<Outside, 'table' | 'aws' | 'connectorOf'>): Reach {
  const fingerprint = openFingerprint(aws);
  const connectorOf = given ?? openConnectors({ table, fingerprint });
  return { vault: openVault(aws), fingerprint, connectorOf };
}
