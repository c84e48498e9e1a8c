/** The connectors that report what they did, each page parsed (decision: results-are-parsed). */

import type { Day } from '@billhook/core/base/dates';
import type { SettlementPage } from '@billhook/core/company/connector';
import { parseSettlements } from '@billhook/core/company/connector-results';
import { logCounted } from '../aws/logger.ts';
import type { Outside } from '../table/outside.ts';
import { connectorIds, connectorNeeds, openConnector } from './connectors.ts';

export type SettlementSource = {
  readonly connectorId: string;
  /** Nothing where the report is not there yet. @throws Error where it makes no sense. */
  readonly read: (day: Day, cursor?: string) => Promise<SettlementPage | undefined>;
};

export async function openSettlementSources({
  table,
  clock,
  aws,
}: Pick<Outside, 'table' | 'clock' | 'aws'>): Promise<SettlementSource[]> {
  const needs = connectorNeeds({ table, clock, aws });
  return (await connectorIds(table)).flatMap((connectorId) => {
    const { settlements } = openConnector(connectorId, needs);
    return settlements ? [parsedSource(connectorId, settlements, clock)] : [];
  });
}

export function parsedSource(
  connectorId: string,
  settlements: (day: Day, cursor?: string) => Promise<unknown>,
  clock: () => number,
): SettlementSource {
  return {
    connectorId,
    read: async (day, cursor) => {
      const returned = await settlements(day, cursor);
      if (returned === undefined) return undefined;
      const parsed = parseSettlements(returned, cursor);
      if ('result' in parsed) return parsed.result;
      const fields = { member: 'settlements', field: parsed.wrongField };
      logCounted('CompanyNonsense', 'The report of a connector makes no sense', fields, clock());
      throw new Error('The report of a connector makes no sense');
    },
  };
}
