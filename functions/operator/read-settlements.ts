import { isDay } from '@billhook/core/base/dates';
import { logFailure } from '@billhook/runtime/aws/logger';
import { connectorIds } from '@billhook/runtime/companies/connectors';
import { openSettlementSources } from '@billhook/runtime/companies/settlement-sources';
import { opened } from '@billhook/runtime/serve/opened';
import * as v from 'valibot';

const input = v.object({
  connectorId: v.optional(v.string()),
  day: v.optional(v.pipe(v.string(), v.check(isDay))),
  cursor: v.optional(v.string()),
});

/**
 * Called by the operator's command line. Without a day: which connectors report what they did, and which
 * don't. With one: a page of it, `null` where there is no report. It changes nothing.
 */
export const handler = opened((outside) => async (event: unknown) => {
  const { connectorId = '', day, cursor } = v.parse(input, event);
  const sources = await openSettlementSources(outside);
  if (day === undefined) {
    const reporting = sources.map((one) => one.connectorId);
    const all = await connectorIds(outside.table);
    return { reporting, silent: all.filter((id) => !reporting.includes(id)) };
  }
  const source = sources.find((one) => one.connectorId === connectorId);
  const page = await source?.read(day, cursor).catch((error) => {
    logFailure('The report of a connector could not be read', error, { connectorId });
  });
  return { page: page ?? null };
});
