/** The report of a day, and how it is shown (decision: reconciled-daily). */

import { addDays, type Day } from '../base/dates.ts';
import { without } from '../base/members.ts';
import { moneyText } from '../base/money.ts';
import { ageDays, type FindingKind, findingKinds, type ReportedFinding } from './finding.ts';

/** Days that a report looks back. */
export const WINDOW_DAYS = 7;
/** Reports, and findings that have ended, are kept for so long. */
export const REPORT_DAYS_KEPT = 400;
/** Lines of connectors' reports are kept for as long as a payment may be returned. */
export const SETTLEMENT_DAYS_KEPT = 100;

export type FindingCounts = Readonly<Partial<Record<FindingKind, number>>>;

export type ReportRecord = {
  readonly day: Day;
  /** An instant. */
  readonly completedAt: string;
  /** Payments and accounts that were looked at. */
  readonly payments: number;
  readonly accounts: number;
  /** Open findings by kind, and of these what is new on that day. */
  readonly findings: FindingCounts;
  readonly newFindings: number;
  /** What was found and settled by proof. */
  readonly settled: number;
  /** Whether every connector has reported every day of the window. */
  readonly complete: boolean;
  /** Made on a sandbox before the day was over: the day's own report takes its place. */
  readonly atOnce?: true;
};

/** The days that the report of `day` is about, the oldest first: those that are over. */
export function windowOf(day: Day): Day[] {
  return Array.from({ length: WINDOW_DAYS }, (_, index) => addDays(day, index - WINDOW_DAYS));
}

export function openCount({ findings }: Pick<ReportRecord, 'findings'>): number {
  return Object.values(findings).reduce((sum, count) => sum + count, 0);
}

/** The kinds that there are, the loudest first. */
export function loudestFirst(findings: FindingCounts): [FindingKind, number][] {
  return findingKinds.flatMap((kind) => {
    const count = findings[kind];
    return count ? [[kind, count] as [FindingKind, number]] : [];
  });
}

/** A report as the API and its event show it. */
export function presentReport({ findings, ...report }: ReportRecord) {
  const { day, completedAt, payments, accounts, newFindings, settled, complete } = report;
  const kinds = loudestFirst(findings).map(([kind, count]) => ({ kind, count }));
  return {
    ...{ day, completedAt, complete, payments, accounts },
    ...{ open: openCount({ findings }), newFindings, settled, kinds },
  };
}

/** A line of a report as the API shows it. */
export function presentFinding(finding: ReportedFinding, day: Day) {
  const { oursCents, theirsCents, firstSeenOn, ...shown } = without(finding, ['subject']);
  return {
    ...shown,
    firstSeenOn,
    ageDays: ageDays(firstSeenOn, day),
    ...(oursCents !== undefined && { ours: moneyText(oursCents) }),
    ...(theirsCents !== undefined && { theirs: moneyText(theirsCents) }),
  };
}

const csvColumns = [
  'day',
  '_id',
  'kind',
  'firstSeenOn',
  'ageDays',
  'settled',
  'paymentId',
  'billId',
  'companyId',
  'connectorId',
  'submissionId',
  'eventId',
  'on',
  'ours',
  'theirs',
  'status',
  'confirmation',
] as const;

/** RFC 4180; the header alone where nothing was found. */
export function reportCsv(day: Day, shown: readonly Readonly<Record<string, unknown>>[]): string {
  const rows = shown.map((one) =>
    csvColumns.map((name) => cell(name === 'day' ? day : one[name])).join(','),
  );
  return [csvColumns.join(','), ...rows, ''].join('\r\n');
}

/** A company chooses its confirmations: a spreadsheet must not take one for a formula. */
function cell(value: unknown): string {
  const text = value === undefined ? '' : String(value);
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
