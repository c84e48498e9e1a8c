/** What it takes to reach companies: credentials opened, accounts recognized, the way to each. */

import type { Clock } from '@billhook/core/base/dates';
import type { CompanyRecord } from '@billhook/core/company/company';
import type { ParsedConnector } from '@billhook/core/company/connector-results';
import { type Fingerprint, openFingerprint } from '../aws/fingerprint.ts';
import { openVault, type Vault } from '../aws/vault.ts';
import type { Outside } from '../table/outside.ts';
import { type LimitTime, limitTime as realLimitTime } from '../table/time-limit.ts';
import { connectorNeeds, openConnectors } from './connectors.ts';
import { type Gate, openGate } from './gate.ts';
import { parsedConnector } from './parsed-connector.ts';

export type Reach = {
  readonly vault: Vault;
  readonly fingerprint: Fingerprint;
  /** Connectors are handed out here alone, so nobody can use a result that was not parsed. */
  readonly connectorOf: (company: CompanyRecord) => ParsedConnector;
  readonly gate: Gate;
  /** Every time in the gate is of the machine. */
  readonly clock: Clock;
  readonly limitTime: LimitTime;
};

export function openReach({
  table,
  clock,
  aws,
  limitTime = realLimitTime,
  connectorOf: given,
}: Pick<Outside, 'table' | 'clock' | 'aws' | 'connectorOf'> &
  Partial<Pick<Outside, 'limitTime'>>): Reach {
  const fingerprint = openFingerprint(aws);
  const reach = given ?? openConnectors(connectorNeeds({ table, clock, aws }));
  const connectorOf = (company: CompanyRecord) => parsedConnector(reach(company), clock);
  const gate = openGate({ table, clock });
  return { vault: openVault(aws), fingerprint, connectorOf, gate, clock, limitTime };
}
