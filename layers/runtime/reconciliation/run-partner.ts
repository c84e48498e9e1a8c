/**
 * The reconciliation of one partner: its payments of the window, its accounts, and what was open before.
 * It goes on where it stopped, and every step is safe to repeat.
 */

import { type Day, instantText } from '@billhook/core/base/dates';
import { isFailure } from '@billhook/core/base/errors';
import { askedShard, PARTNER_SHARDS } from '@billhook/core/base/table-keys';
import type { BillRecord } from '@billhook/core/bill/bill';
import { paymentOf, type StoredPayment } from '@billhook/core/payment/stored-payment';
import type { RunRecord } from '../stores/reconciliation-run-store.ts';
import { eachOf, type Looking, type ReconcileDeps } from './deps.ts';
import { endOver } from './end-over.ts';
import { lookAtAccount } from './look-at-account.ts';
import { lookAtPayment } from './look-at-payment.ts';
import { reportPartner } from './report.ts';

export type PartnerRun = {
  readonly partnerId: string;
  /** Names the run: the day, or for one that was asked for, its beginning. */
  readonly name: string;
  /** The day of the report. */
  readonly day: Day;
  /** The days whose payments are looked at. */
  readonly days: readonly Day[];
  readonly covered: Looking['covered'];
  readonly connectorOf: Looking['connectorOf'];
  /** Whether every connector has reported every day. */
  readonly complete: boolean;
  readonly clock: () => number;
  /** Milliseconds since the epoch; no page is begun after it. */
  readonly deadline: number;
};

const PAGE_SIZE = 100;

/** Returns whether it has come to its end. */
export async function runPartner(deps: ReconcileDeps, given: PartnerRun): Promise<boolean> {
  const { partnerId, name, clock, deadline } = given;
  const found = await deps.findings.findRun(partnerId, name);
  let run: RunRecord = found ?? newRun(given.day, clock());
  const steps = stepsOf(given);
  while (!run.done && clock() < deadline) {
    const step = steps[run.step];
    const next = step ? await step(deps, run) : { ...run, done: true as const };
    const saved = { ...next, version: run.version + 1 };
    const write = deps.findings.saveRun(partnerId, name, saved, clock());
    // Another has gone on from here.
    if ((await deps.table.write([write])) === 'conflict') return false;
    run = saved;
  }
  return run.done === true;
}

function newRun(day: Day, now: number): RunRecord {
  const counts = { payments: 0, accounts: 0, settled: 0 };
  return { day, version: 0, startedAt: instantText(now), step: 0, ...counts };
}

/** The run after a page, or after all of the step. */
type Step = (deps: ReconcileDeps, run: RunRecord) => Promise<RunRecord>;

function stepsOf(given: PartnerRun): Step[] {
  const shards = Array.from({ length: PARTNER_SHARDS }, (_, shard) => shard);
  const lists = given.days.flatMap((day) => shards.map((shard) => ({ day, shard })));
  return [
    ...lists.map(({ day, shard }) => lookAtList(given, askedShard(given.partnerId, day, shard))),
    lookAtBills(given),
    async (deps, run) => {
      await endOver(deps, lookingOf(given, run));
      return { ...run, step: run.step + 1 };
    },
    async (deps, run) => {
      await reportPartner(deps, lookingOf(given, run), { ...run, complete: given.complete });
      return { ...run, step: run.step + 1 };
    },
  ];
}

function lookAtList(given: PartnerRun, partition: string): Step {
  return async (deps, run) => {
    const looking = lookingOf(given, run);
    const range = { index: 'byPartner' as const, partition, limit: PAGE_SIZE, after: run.after };
    const page = await deps.table.query<StoredPayment>(range);
    let settled = 0;
    await eachOf(page.items, async (payment) => {
      const looked = await lookAtPayment(deps, paymentOf(payment), looking);
      if (looked.settled) settled += 1;
    });
    const { after: _read, ...rest } = run;
    const counted = {
      ...rest,
      payments: run.payments + page.items.length,
      settled: run.settled + settled,
    };
    return page.next ? { ...counted, after: page.next } : { ...counted, step: run.step + 1 };
  };
}

function lookAtBills(given: PartnerRun): Step {
  return async (deps, run) => {
    const looking = lookingOf(given, run);
    const request = { limit: PAGE_SIZE, cursor: run.cursor };
    const page = await deps.bills.listByPartner(given.partnerId, request);
    if (isFailure(page)) throw new Error('A list rejects a cursor that it returned');
    let settled = 0;
    await eachOf(page.items, async (bill: BillRecord) => {
      settled += await lookAtAccount(deps, bill, looking);
    });
    const { cursor: _read, ...rest } = run;
    const counted = {
      ...rest,
      accounts: run.accounts + page.items.length,
      settled: run.settled + settled,
    };
    if (page.nextCursor === undefined) return { ...counted, step: run.step + 1 };
    return { ...counted, cursor: page.nextCursor };
  };
}

function lookingOf(given: PartnerRun, { startedAt }: RunRecord): Looking {
  const { partnerId, day, covered, connectorOf, clock } = given;
  const run = { day, startedAt, machineNow: clock() };
  return { ownerId: partnerId, run, covered, connectorOf };
}
