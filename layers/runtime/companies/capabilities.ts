/** What companies take and show, for functions that ask them nothing (decision: companies-behind-queues). */

import type { Capabilities } from '@billhook/core/company/capabilities';
import type { CompanyRecord } from '@billhook/core/company/company';
import { openFingerprint } from '../aws/fingerprint.ts';
import type { Outside } from '../table/outside.ts';
import { builtInConnectors } from './built-in-connectors.ts';
import { remoteRules } from './remote/rules.ts';

export type CapabilitiesOf = (company: CompanyRecord) => Capabilities;

export function openCapabilities({
  table,
  clock,
  aws,
  connectorOf: given,
}: Pick<Outside, 'table' | 'clock' | 'aws' | 'connectorOf'>): CapabilitiesOf {
  const needs = { table, fingerprint: openFingerprint(aws), clock };
  const rulesOf =
    given ?? (({ connector }) => builtInConnectors[connector]?.(needs) ?? remoteRules);
  return (company) => rulesOf(company).capabilities(company);
}
