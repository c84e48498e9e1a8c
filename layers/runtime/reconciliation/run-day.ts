/**
 * The daily reconciliation: first what connectors report, then each partner. Several runs share it, each
 * with connectors' days and partners of its own; each goes on where the last stopped.
 */
import { type Day, dayInstant, dayOf, instantText } from '@billhook/core/base/dates';
import {
  EVENT_SHARDS,
  eventShard,
  PARTNERS_PARTITION,
  shardOf,
} from '@billhook/core/base/table-keys';
import type { EventRecord } from '@billhook/core/events/event';
import { DEPLOYMENT } from '@billhook/core/partner/audit';
import { judgeBalance, judgeDay, untold } from '@billhook/core/reconciliation/judge-day';
import { type ReportRecord, windowOf } from '@billhook/core/reconciliation/report';
import { logFailure, logMeasured } from '../aws/logger.ts';
import type { CollectedDay, RunRecord } from '../stores/reconciliation-run-store.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import type { DueRow } from '../table/sweep-shards.ts';
import { type Collecting, collectDay } from './collect.ts';
import { type Covered, type Looking, noDay, openConnectorOf, type ReconcileDeps } from './deps.ts';
import { endOver } from './end-over.ts';
import { noteFinding } from './look-at-payment.ts';
import { makeReport } from './report.ts';
import { runPartner } from './run-partner.ts';

const HOUR_MILLISECONDS = 60 * 60 * 1000;
/** How many runs share a day; the schedule starts as many. */
export const RECONCILIATION_PARTS = 4;
/** Hours after midnight (UTC) at which a day begins to be reconciled: connectors need some for theirs. */
export const START_HOUR = 3;
/** Hours after midnight at which the report is made without what is not there. */
export const LAST_HOUR = 12;
/** An event that is published by a sweep each minute, and is not out after so long. */
const UNTOLD_MILLISECONDS = HOUR_MILLISECONDS;

export type DayRun = {
  readonly part: number;
  readonly clock: () => number;
  readonly deadline: number;
};

/** Returns how many partners it has come to the end of. */
export async function reconcileDay(deps: ReconcileDeps, given: DayRun): Promise<number> {
  const { part, clock, deadline } = given;
  const now = clock();
  const day = dayOf(now);
  const own = `part ${part}`;
  const standing =
    (await deps.findings.findRun(DEPLOYMENT, own)) ?? (await beginPart(deps, own, now));
  measureAge(standing, now);
  const sinceMidnight = now - Date.parse(dayInstant(day));
  if (sinceMidnight < START_HOUR * HOUR_MILLISECONDS) return 0;
  if (standing.day === day && standing.done) return 0;
  const days = windowOf(day);
  const giveUp = sinceMidnight >= LAST_HOUR * HOUR_MILLISECONDS;
  const collected = await collectOwn(deps, { ...given, day, days, giveUp });
  if (!collected) return 0;
  const state = await readCollected(deps, { name: day, days });
  // The other parts have not read all of theirs.
  if (!state) return 0;
  if (part === 0) await judgeDeployment(deps, { day, state, clock });
  // What it finds of partners, such as events that never went out, belongs into their reports.
  else if (!(await isReported(deps, day))) return 0;
  return walkPartners(deps, { ...given, day, days, state, standing, own, deadline });
}

/** The first time that a part runs counts as an end: from then on it is missed. */
async function beginPart({ findings, table }: ReconcileDeps, own: string, now: number) {
  const counts = { payments: 0, accounts: 0, settled: 0, step: 0 };
  const first: RunRecord = { day: '', version: 1, startedAt: instantText(now), ...counts };
  await writeUnlessChanged(table, [findings.saveRun(DEPLOYMENT, own, first, now)]);
  return first;
}

/** How long ago a part came to its end: an alarm sounds where it is long, or where nothing is heard. */
function measureAge({ startedAt }: RunRecord, now: number): void {
  const age = Math.round((now - Date.parse(startedAt)) / 1000);
  logMeasured('ReconciliationAge', 'Reconciliation looked at', {}, age, now);
}

type Window = { readonly day: Day; readonly days: readonly Day[]; readonly giveUp: boolean };

/** Every `RECONCILIATION_PARTS`-th of the connectors' days. Returns whether all of these were read. */
async function collectOwn(deps: ReconcileDeps, given: DayRun & Window): Promise<boolean> {
  const { part, day, days, giveUp, clock, deadline } = given;
  const units = deps.sources.flatMap((source) => days.map((one) => ({ source, one })));
  const collecting: Collecting = {
    ...lookingOf(deps, DEPLOYMENT, { day, covered: noDay(deps), clock }),
    ...{ name: day, days, giveUp, deadline, clock },
  };
  let all = true;
  for (const [index, { source, one }] of units.entries()) {
    if (index % RECONCILIATION_PARTS !== part) continue;
    if ((await collectDay(deps, source, one, collecting)) === 'reading') all = false;
  }
  return all;
}

function lookingOf(
  deps: ReconcileDeps,
  ownerId: string,
  { day, covered, clock }: { day: Day; covered: Covered; clock: () => number },
): Looking {
  const run = { day, startedAt: `day ${day}`, machineNow: clock() };
  return { ownerId, run, covered, connectorOf: openConnectorOf(deps) };
}

export type CollectedState = {
  readonly covered: Covered;
  readonly all: readonly CollectedDay[];
  readonly complete: boolean;
};

/** What all runs have read for a report; nothing while some is still to be read. */
export async function readCollected(
  deps: ReconcileDeps,
  { name, days, ownerId = DEPLOYMENT }: { name: string; days: readonly Day[]; ownerId?: string },
): Promise<CollectedState | undefined> {
  const covered = new Map<string, Set<Day>>();
  const all: CollectedDay[] = [];
  for (const { connectorId } of deps.sources) {
    const reported = new Set<Day>();
    covered.set(connectorId, reported);
    for (const day of days) {
      const one = await deps.findings.findCollected(ownerId, { run: name, connectorId, day });
      if (!one || one.state === 'reading') return undefined;
      all.push(one);
      if (one.state === 'reported') reported.add(day);
    }
  }
  return { covered, all, complete: all.every(({ state }) => state === 'reported') };
}

/** What concerns no partner: totals, balances, days that are missing; and events that never went out. */
async function judgeDeployment(
  deps: ReconcileDeps,
  { day, state, clock }: { day: Day; state: CollectedState; clock: () => number },
): Promise<void> {
  if (await isReported(deps, day)) return;
  const looking = lookingOf(deps, DEPLOYMENT, { day, covered: state.covered, clock });
  await findUntold(deps, looking);
  await reportDeployment(deps, looking, state);
}

export async function isReported({ findings }: ReconcileDeps, day: Day): Promise<boolean> {
  const report = await findings.findReport(DEPLOYMENT, day);
  return report !== undefined && !report.atOnce;
}

/** @param more said of a report that is made before its day is over. */
export async function reportDeployment(
  deps: ReconcileDeps,
  looking: Looking,
  state: CollectedState,
  more: Pick<ReportRecord, 'atOnce'> = {},
): Promise<void> {
  for (const one of state.all) {
    if (one.state === 'reported')
      for (const found of judgeDay(one)) await noteFinding(deps, looking, found);
  }
  for (const [connectorId, own] of Map.groupBy(state.all, (one) => one.connectorId)) {
    const funding = own.findLast(({ fundingCents }) => fundingCents !== undefined)?.fundingCents;
    const sums = own.map((one) => one.sums);
    for (const found of judgeBalance(connectorId, funding, sums))
      await noteFinding(deps, looking, found);
  }
  await endOver(deps, looking);
  const counted = { payments: 0, accounts: 0, settled: 0, complete: state.complete };
  const report = { ...(await makeReport(deps, looking, counted)), ...more };
  const write = deps.findings.saveReport(DEPLOYMENT, report, looking.run.machineNow);
  await writeUnlessChanged(deps.table, [write]);
}

/** Events are their partners' affair: each stands in its partner's report. */
async function findUntold(deps: ReconcileDeps, looking: Looking): Promise<void> {
  const upTo = instantText(looking.run.machineNow - UNTOLD_MILLISECONDS);
  for (let shard = 0; shard < EVENT_SHARDS; shard += 1) {
    const range = { index: 'byDue' as const, partition: eventShard(shard), upTo };
    const { items } = await deps.table.query<DueRow>(range);
    for (const { pk, sk } of items) {
      const event = await deps.table.get<EventRecord>({ pk, sk });
      if (event?.dueShard === undefined) continue;
      const owner = { ...looking, ownerId: event.partnerId };
      await noteFinding(deps, owner, untold(event._id));
    }
  }
}

type Walking = DayRun & {
  readonly day: Day;
  readonly days: readonly Day[];
  readonly state: CollectedState;
  readonly standing: RunRecord;
  readonly own: string;
};

/** Every partner of this part, from where the last run stopped. One that fails holds up no other. */
async function walkPartners(deps: ReconcileDeps, walking: Walking): Promise<number> {
  const { part, day, standing, own, clock, deadline } = walking;
  const { startedAt } = standing;
  let { version } = standing;
  let after = standing.day === day ? standing.after : undefined;
  let [count, failed] = [0, false];
  const connectorOf = openConnectorOf(deps);
  do {
    const rows = await deps.table.query<{ sk: string }>({ partition: PARTNERS_PARTITION, after });
    for (const { sk: partnerId } of rows.items) {
      if (shardOf(partnerId, RECONCILIATION_PARTS) !== part) continue;
      if (clock() >= deadline) return count;
      const ended = await reconcilePartner(deps, walking, { partnerId, connectorOf });
      if (ended) count += 1;
      else failed = true;
    }
    // Those that have not come to their end are met again by the next run, from this page on.
    if (failed) return count;
    after = rows.next;
    version += 1;
    const counts = { payments: 0, accounts: 0, settled: 0, step: 0 };
    const next: RunRecord = after
      ? { day, version, startedAt, ...counts, after }
      : { day, version, startedAt: instantText(clock()), ...counts, done: true };
    const saved = await deps.table.write([deps.findings.saveRun(DEPLOYMENT, own, next, clock())]);
    if (saved === 'conflict') return count;
  } while (after && clock() < deadline);
  return count;
}

async function reconcilePartner(
  deps: ReconcileDeps,
  { day, days, state, clock, deadline }: Walking,
  { partnerId, connectorOf }: Pick<Looking, 'connectorOf'> & { readonly partnerId: string },
): Promise<boolean> {
  const { covered, complete } = state;
  const run = { partnerId, name: day, day, days, covered, connectorOf, complete };
  try {
    return await runPartner(deps, { ...run, clock, deadline });
  } catch (error) {
    logFailure('A partner could not be reconciled', error, { partnerId });
    return false;
  }
}
