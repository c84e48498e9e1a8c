/** What companies take, show and ask for, for functions that ask them nothing (decision: companies-behind-queues). */

import type { Capabilities } from '@billhook/core/company/capabilities';
import type { CompanyRecord } from '@billhook/core/company/company';
import type { Connector } from '@billhook/core/company/connector';
import { openFingerprint } from '../aws/fingerprint.ts';
import type { Outside } from '../table/outside.ts';
import { builtInConnectors } from './built-in-connectors.ts';
import { remoteRules } from './remote/rules.ts';

export type CapabilitiesOf = (company: CompanyRecord) => Capabilities;

type Needs = Pick<Outside, 'table' | 'clock' | 'aws' | 'connectorOf'>;

export function openCapabilities(needs: Needs): CapabilitiesOf {
  const rulesOf = openRules(needs);
  return (company) => rulesOf(company).capabilities(company);
}

/** The rules of companies' login forms. */
export function openFormRules(needs: Needs): Pick<Required<Connector>, 'checkStored'> {
  const rulesOf = openRules(needs);
  return { checkStored: (company, form) => rulesOf(company).checkStored?.(company, form) ?? [] };
}

function openRules({ table, clock, aws, connectorOf: given }: Needs) {
  const needs = { table, fingerprint: openFingerprint(aws), clock };
  const rulesOf = (company: CompanyRecord): Pick<Connector, 'capabilities' | 'checkStored'> =>
    given?.(company) ?? builtInConnectors[company.connector]?.(needs) ?? remoteRules;
  return rulesOf;
}
