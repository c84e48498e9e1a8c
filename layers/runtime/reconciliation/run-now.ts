/** The reconciliation of one partner at once, with what was done today: for tests on a sandbox. */
import { dayOf, instantText } from '@billhook/core/base/dates';
import { DEPLOYMENT } from '@billhook/core/partner/audit';
import type { ReportRecord } from '@billhook/core/reconciliation/report';
import { windowOf } from '@billhook/core/reconciliation/report';
import { collectDay } from './collect.ts';
import { noDay, openConnectorOf, type ReconcileDeps } from './deps.ts';
import { isReported, readCollected, reportDeployment } from './run-day.ts';
import { runPartner } from './run-partner.ts';

/** Milliseconds; a request takes no longer. */
const MOST_MILLISECONDS = 20_000;

/** Nothing where it could not come to its end in the time of a request. */
export async function reconcileNow(
  deps: ReconcileDeps,
  partnerId: string,
  clock: () => number,
): Promise<ReportRecord | undefined> {
  const now = clock();
  const day = dayOf(now);
  const days = [...windowOf(day).slice(1), day];
  const name = instantText(now);
  const deadline = now + MOST_MILLISECONDS;
  const connectorOf = openConnectorOf(deps);
  const run = { day, startedAt: name, machineNow: now };
  const looking = { ownerId: partnerId, run, covered: noDay(deps), connectorOf };
  const collecting = { ...looking, name, days, only: partnerId, giveUp: true, clock, deadline };
  for (const source of deps.sources) {
    for (const one of days) await collectDay(deps, source, one, collecting);
  }
  const state = await readCollected(deps, { name, days, ownerId: partnerId });
  if (!state) return undefined;
  const { covered, complete } = state;
  // Its operator sees what concerns no partner, as on every day.
  const ofAll = { ...looking, ownerId: DEPLOYMENT, covered };
  // The schedule makes the day's own after this one, unless it has.
  const more = (await isReported(deps, day)) ? {} : { atOnce: true as const };
  await reportDeployment(deps, ofAll, state, more);
  const given = { partnerId, name, day, days, covered, connectorOf, complete, clock, deadline };
  return (await runPartner(deps, given)) ? deps.findings.findReport(partnerId, day) : undefined;
}
