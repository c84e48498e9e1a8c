/** How far a run of reconciliation has come, and what it has read of connectors' reports. */

import type { Day } from '@billhook/core/base/dates';
import { reconciliationPartition, settlementPartition } from '@billhook/core/base/table-keys';
import type { Settlement, SettlementTotals } from '@billhook/core/company/connector';
import type { DaySums } from '@billhook/core/reconciliation/judge-day';
import { SETTLEMENT_DAYS_KEPT } from '@billhook/core/reconciliation/report';
import { secondsAfter } from '../table/expiry.ts';
import type { Table, Write } from '../table/types.ts';

/** How far the run of a day has come. */
export type RunRecord = {
  readonly day: Day;
  readonly version: number;
  /** Tells this run from another of the same day. */
  readonly startedAt: string;
  /** The step that is under way, and where it goes on. */
  readonly step: number;
  readonly after?: Record<string, string>;
  readonly cursor?: string;
  readonly payments: number;
  readonly accounts: number;
  readonly settled: number;
  readonly done?: true;
};

/** How far a connector's report of a day was read. */
export type CollectedDay = {
  /** Which run it was read for. */
  readonly run: string;
  readonly connectorId: string;
  readonly day: Day;
  readonly version: number;
  readonly state: 'reading' | 'reported' | 'missing';
  readonly cursor?: string;
  readonly sums: DaySums;
  readonly totals?: SettlementTotals;
  readonly fundingCents?: number;
};

export function runStore(table: Table) {
  return {
    findRun: (ownerId: string, name: string) =>
      table.get<RunRecord>({ pk: reconciliationPartition(ownerId), sk: `run#${name}` }),
    saveRun: (ownerId: string, name: string, run: RunRecord, machineNow: number): Write => ({
      put: {
        ...{ pk: reconciliationPartition(ownerId), sk: `run#${name}`, ...run },
        expiresAt: secondsAfter(machineNow, SETTLEMENT_DAYS_KEPT),
      },
      when: run.version === 1 ? { absent: true } : { equals: { version: run.version - 1 } },
    }),
    findCollected: (ownerId: string, key: Pick<CollectedDay, 'run' | 'connectorId' | 'day'>) =>
      table.get<CollectedDay>(collectKey(ownerId, key)),
    saveCollected: (ownerId: string, one: CollectedDay, machineNow: number): Write => ({
      put: {
        ...collectKey(ownerId, one),
        ...one,
        expiresAt: secondsAfter(machineNow, SETTLEMENT_DAYS_KEPT),
      },
      when: one.version === 1 ? { absent: true } : { equals: { version: one.version - 1 } },
    }),
    /** The same line again replaces itself: a day is read on several days. */
    saveSettlement: (
      connectorId: string,
      { paymentId, line }: { readonly paymentId: string; readonly line: Settlement },
      machineNow: number,
    ): Write => ({
      put: {
        pk: settlementPartition(connectorId, paymentId),
        sk: [line.submissionId, line.kind, line.confirmation ?? ''].join(' '),
        line,
        expiresAt: secondsAfter(machineNow, SETTLEMENT_DAYS_KEPT),
      },
    }),
    async settlementsOf(connectorId: string, paymentId: string): Promise<Settlement[]> {
      const partition = settlementPartition(connectorId, paymentId);
      const page = await table.query<{ readonly line: Settlement }>({ partition });
      return page.items.map(({ line }) => line);
    },
  };
}

function collectKey(
  ownerId: string,
  { run, connectorId, day }: Pick<CollectedDay, 'run' | 'connectorId' | 'day'>,
) {
  return {
    pk: reconciliationPartition(ownerId),
    sk: `collected#${run}#${connectorId}#${day}`,
  };
}
