/**
 * What reconciliation knows (decision: reconciled-daily): findings that are open, and the report of each
 * day line by line. `ownerId` is a partner's id, or `DEPLOYMENT`.
 */
import { createHash } from 'node:crypto';
import { type Day, isDay } from '@billhook/core/base/dates';
import { type Failure, fail } from '@billhook/core/base/errors';
import { reconciliationPartition } from '@billhook/core/base/table-keys';
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
import { REPORT_DAYS_KEPT, type ReportRecord } from '@billhook/core/reconciliation/report';
import { secondsAfter } from '../table/expiry.ts';
import { type Page, type PageRequest, readCursor, writeCursor } from '../table/paging.ts';
import type { Rows, Table, Write } from '../table/types.ts';
import { runStore } from './reconciliation-run-store.ts';

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
  return { ...findingStore(table), ...reportStore(table), ...runStore(table) };
}

function findingStore(table: Table) {
  const pk = reconciliationPartition;
  const findFinding = (ownerId: string, id: string) =>
    table.get<StoredFinding>({ pk: pk(ownerId), sk: `finding#${id}` });
  return {
    findFinding,
    /** The writes of what was found, under the finding as it was read; none of what a person closed. */
    async note(ownerId: string, found: Found, run: Finding): Promise<Write[]> {
      const id = findingIdOf(found);
      const standing = await findFinding(ownerId, id);
      if (standing?.closed) return [];
      const next = foundAgain(standing, found, { id, day: run.day });
      const record: StoredFinding = { ...next, seenIn: run.startedAt };
      return [saveFinding(ownerId, record), lineOf(ownerId, record, run)];
    },
    /** The line of what was found and settled by proof. */
    noteSettled: (ownerId: string, found: Found, settled: SettledAs, run: Finding): Write =>
      lineOf(ownerId, { ...found, _id: findingIdOf(found), firstSeenOn: run.day, settled }, run),
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

function reportStore(table: Table) {
  const pk = reconciliationPartition;
  return {
    findReport: (ownerId: string, day: Day) =>
      table.get<ReportRecord>({ pk: pk(ownerId), sk: `report#${day}` }),
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
  };
}

export function findingIdOf(found: Pick<Found, 'kind' | 'subject'>): string {
  return findingId(found, (text) => createHash('sha256').update(text).digest());
}

function lineKey(ownerId: string, day: Day, { kind, _id }: { kind: FindingKind; _id: string }) {
  return { pk: reconciliationPartition(ownerId), sk: `line#${day}#${rankOf(kind)}#${_id}` };
}

type Line = { readonly sk: string; readonly line: ReportedFinding };

/** A cursor is the key of a line of this very report: one of another owner's looks the same. */
async function listLines(
  table: Table,
  ownerId: string,
  day: Day,
  { limit, cursor }: PageRequest,
): Promise<Page<ReportedFinding> | Failure<'invalid_cursor'>> {
  const partition = reconciliationPartition(ownerId);
  const prefix = `line#${day}#`;
  const sk = cursor === undefined ? undefined : readCursor(cursor);
  if (cursor !== undefined) {
    const known = sk !== undefined && isLineOf(sk, day) && (await table.get({ pk: partition, sk }));
    if (!known) return fail('invalid_cursor');
  }
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
