/** What companies take and show, for functions that ask them nothing (decision: companies-behind-queues). */
import type { CompanyRecord } from '@billhook/core/company/company';
import type { Capabilities } from '@billhook/core/connector';
import { openFingerprint } from '../aws/fingerprint.ts';
import type { Outside } from '../table/outside.ts';
import { openConnectors } from './connectors.ts';

export type CapabilitiesOf = (company: CompanyRecord) => Capabilities;

export function openCapabilities({
  table,
  clock,
  aws,
  connectorOf: given,
}: Pick<Outside, 'table' | 'clock' | 'aws' | 'connectorOf'>): CapabilitiesOf {
  const connectorOf = given ?? openConnectors({ table, fingerprint: openFingerprint(aws), clock });
  return (company) => connectorOf(company).capabilities(company);
}
