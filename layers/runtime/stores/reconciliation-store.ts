/**
 * What reconciliation knows (decision: reconciled-daily): findings that are open, the report of each day
 * line by line, and how far a run has come. `ownerId` is a partner's id, or `DEPLOYMENT`.
 */
import { createHash } from 'node:crypto';
import type { Settlement, SettlementTotals } from '@billhook/core/connector';
import { type Day, isDay } from '@billhook/core/dates';
import { type Failure, fail } from '@billhook/core/errors';
import {
  type FindingKind,
  type FindingRecord,
  type Found,
  findingId,
  findingKinds,
  foundAgain,
  type ReportedFinding,
  rankOf,
  type SettledAs,
} from '@billhook/core/reconciliation/finding';
import type { DaySums } from '@billhook/core/reconciliation/judge-day';
import {
  REPORT_DAYS_KEPT,
  type ReportRecord,
  SETTLEMENT_DAYS_KEPT,
} from '@billhook/core/reconciliation/report';
import { reconciliationPartition, settlementPartition } from '@billhook/core/table-keys';
import { secondsAfter } from '../table/expiry.ts';
import { type Page, type PageRequest, readCursor, writeCursor } from '../table/paging.ts';
import type { Rows, Table, Write } from '../table/types.ts';

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

/** A finding with the run that saw it last. */
export type StoredFinding = FindingRecord & { readonly seenIn: string };

/** Which run finds something, and when. */
export type Finding = {
  readonly day: Day;
  readonly startedAt: string;
  readonly machineNow: number;
};

export type ReconciliationStore = ReturnType<typeof reconciliationStore>;

export function reconciliationStore(table: Table) {
  const pk = reconciliationPartition;
  const findFinding = (ownerId: string, id: string) =>
    table.get<StoredFinding>({ pk: pk(ownerId), sk: `finding#${id}` });
  const findReport = (ownerId: string, day: Day) =>
    table.get<ReportRecord>({ pk: pk(ownerId), sk: `report#${day}` });
  return {
    findFinding,
    findReport,
    /** The writes of what was found, under the finding as it was read; none of what a person closed. */
    async note(ownerId: string, found: Found, run: Finding): Promise<Write[]> {
      const id = idOf(found);
      const standing = await findFinding(ownerId, id);
      if (standing?.closed) return [];
      const next = foundAgain(standing, found, { id, day: run.day });
      const record: StoredFinding = { ...next, seenIn: run.startedAt };
      return [saveFinding(ownerId, record), lineOf(ownerId, record, run)];
    },
    /** The line of what was found and settled by proof. */
    noteSettled: (ownerId: string, found: Found, settled: SettledAs, run: Finding): Write =>
      lineOf(ownerId, { ...found, _id: idOf(found), firstSeenOn: run.day, settled }, run),
    saveFinding,
    /** The finding that is no more, and its line in the report of the run, if an earlier run wrote one. */
    end: (ownerId: string, ended: StoredFinding, run: Finding): Write[] => [
      {
        ...saveFinding(ownerId, ended),
        put: {
          ...findingKey(ownerId, ended._id),
          ...ended,
          expiresAt: secondsAfter(run.machineNow, REPORT_DAYS_KEPT),
        },
      },
      { delete: lineKey(ownerId, run.day, ended) },
    ],
    async *openFindings(ownerId: string): AsyncGenerator<StoredFinding> {
      let after: Record<string, string> | undefined;
      do {
        const range = { partition: pk(ownerId), prefix: 'finding#', after };
        const page: Rows<StoredFinding> = await table.query<StoredFinding>(range);
        for (const one of page.items) if (one.endedOn === undefined) yield one;
        after = page.next;
      } while (after);
    },
    /** The lines of a report, the loudest first. */
    lines: (ownerId: string, day: Day, request: PageRequest) =>
      listLines(table, ownerId, day, request),
    async latestReport(ownerId: string): Promise<ReportRecord | undefined> {
      const range = { partition: pk(ownerId), prefix: 'report#', limit: 1 };
      return (await table.query<ReportRecord>({ ...range, descending: true })).items[0];
    },
    /** The newest first. */
    async listReports(ownerId: string, limit: number): Promise<ReportRecord[]> {
      const range = { partition: pk(ownerId), prefix: 'report#', limit };
      return (await table.query<ReportRecord>({ ...range, descending: true })).items.slice(
        0,
        limit,
      );
    },
    saveReport: (ownerId: string, report: ReportRecord, machineNow: number): Write => ({
      put: {
        ...{ pk: pk(ownerId), sk: `report#${report.day}`, ...report },
        expiresAt: secondsAfter(machineNow, REPORT_DAYS_KEPT),
      },
    }),
    findRun: (ownerId: string, name: string) =>
      table.get<RunRecord>({ pk: pk(ownerId), sk: `run#${name}` }),
    saveRun: (ownerId: string, name: string, run: RunRecord, machineNow: number): Write => ({
      put: {
        ...{ pk: pk(ownerId), sk: `run#${name}`, ...run },
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

  function findingKey(ownerId: string, id: string) {
    return { pk: pk(ownerId), sk: `finding#${id}` };
  }

  function saveFinding(ownerId: string, record: StoredFinding) {
    return {
      put: { ...findingKey(ownerId, record._id), ...record },
      when:
        record.version === 1
          ? { absent: true as const }
          : { equals: { version: record.version - 1 } },
    };
  }

  function lineOf(ownerId: string, finding: ReportedFinding, { day, machineNow }: Finding): Write {
    const { version: _version, lastSeenOn: _day, seenIn: _run, ...line } = finding as StoredFinding;
    const expiresAt = secondsAfter(machineNow, REPORT_DAYS_KEPT);
    return { put: { ...lineKey(ownerId, day, finding), line, expiresAt } };
  }
}

export function idOf(found: Pick<Found, 'kind' | 'subject'>): string {
  return findingId(found, (text) => createHash('sha256').update(text).digest());
}

function lineKey(ownerId: string, day: Day, { kind, _id }: { kind: FindingKind; _id: string }) {
  return { pk: reconciliationPartition(ownerId), sk: `line#${day}#${rankOf(kind)}#${_id}` };
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

type Line = { readonly sk: string; readonly line: ReportedFinding };

/** A cursor is a line's key, and only of the day that it is of. */
async function listLines(
  table: Table,
  ownerId: string,
  day: Day,
  { limit, cursor }: PageRequest,
): Promise<Page<ReportedFinding> | Failure<'invalid_cursor'>> {
  const partition = reconciliationPartition(ownerId);
  const prefix = `line#${day}#`;
  const sk = cursor === undefined ? undefined : readCursor(cursor);
  if (cursor !== undefined && !isLineOf(sk, day)) return fail('invalid_cursor');
  let after: Record<string, string> | undefined =
    sk === undefined ? undefined : { pk: partition, sk };
  const lines: Line[] = [];
  do {
    const missing = limit === undefined ? undefined : limit + 1 - lines.length;
    const page: Rows<Line> = await table.query<Line>({ partition, prefix, limit: missing, after });
    lines.push(...page.items);
    after = page.next;
  } while (after && (limit === undefined || lines.length <= limit));
  const shown = limit === undefined ? lines : lines.slice(0, limit);
  const last = shown.at(-1);
  const more = lines.length > shown.length && last;
  return {
    items: shown.map(({ line }) => line),
    ...(more && { nextCursor: writeCursor(last.sk) }),
  };
}

function isLineOf(sk: string | undefined, day: Day): boolean {
  const parts = /^line#([^#]+)#(\d\d)#fnd_[0-9A-Za-z]+$/.exec(sk ?? '');
  return parts?.[1] === day && isDay(day) && Number(parts[2]) < findingKinds.length;
}
