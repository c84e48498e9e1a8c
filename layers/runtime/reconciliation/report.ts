/** The report at the end of a run, and the event about it. */
import { instantText } from '@billhook/core/base/dates';
import { isFailure } from '@billhook/core/base/errors';
import type { EventDraft } from '@billhook/core/events/event';
import { DEPLOYMENT } from '@billhook/core/partner/audit';
import type { FindingKind } from '@billhook/core/reconciliation/finding';
import { openCount, presentReport, type ReportRecord } from '@billhook/core/reconciliation/report';
import { logCounted } from '../aws/logger.ts';
import { partnerStore } from '../stores/partner-store.ts';
import type { RunRecord } from '../stores/reconciliation-run-store.ts';
import { attemptWrite, retryOrThrow } from '../table/retry-conflict.ts';
import type { Write } from '../table/types.ts';
import type { Looking, ReconcileDeps } from './deps.ts';

type Counted = Pick<RunRecord, 'payments' | 'accounts' | 'settled'> & {
  readonly complete: boolean;
};

/** A partner of which there was nothing to look at, and of which nothing is open, is told nothing. */
export async function reportPartner(
  deps: ReconcileDeps,
  looking: Pick<Looking, 'ownerId' | 'run'>,
  counted: Counted,
): Promise<void> {
  const { ownerId, run } = looking;
  const report = await makeReport(deps, looking, counted);
  await retryOrThrow('A report could not be saved', async () => {
    const standing = await deps.findings.findReport(ownerId, run.day);
    const again = standing !== undefined && isSameReport(standing, report);
    const tells = !again && report.payments + openCount(report) + report.settled > 0;
    return attemptWrite(deps.table, true, [
      deps.findings.saveReport(ownerId, report, run.machineNow),
      ...(tells ? await telling(deps, ownerId, report) : []),
    ]);
  });
}

export async function makeReport(
  { findings }: Pick<ReconcileDeps, 'findings'>,
  { ownerId, run }: Pick<Looking, 'ownerId' | 'run'>,
  { payments, accounts, settled, complete }: Counted,
): Promise<ReportRecord> {
  const counts: Partial<Record<FindingKind, number>> = {};
  let newFindings = 0;
  let settledLines = 0;
  let cursor: string | undefined;
  do {
    const page = await findings.lines(ownerId, run.day, { limit: 500, cursor });
    if (isFailure(page)) throw new Error('A report rejects a cursor that it returned');
    for (const { kind, firstSeenOn, settled: done } of page.items) {
      if (done) {
        settledLines += 1;
        continue;
      }
      counts[kind] = (counts[kind] ?? 0) + 1;
      if (firstSeenOn === run.day) newFindings += 1;
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  const open = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (open > 0) {
    const fields = ownerId === DEPLOYMENT ? { count: open } : { partnerId: ownerId, count: open };
    const message = 'Reconciliation has found something';
    logCounted('ReconciliationFindings', message, fields, run.machineNow);
  }
  return {
    day: run.day,
    completedAt: instantText(run.machineNow),
    ...{ payments, accounts, findings: counts, newFindings, complete },
    settled: Math.max(settled, settledLines),
  };
}

/** A step that is repeated tells nothing again. */
function isSameReport(one: ReportRecord, other: ReportRecord): boolean {
  const without = ({ completedAt: _when, ...rest }: ReportRecord) => JSON.stringify(rest);
  return without(present(one)) === without(present(other));
}

function present({ day, completedAt, payments, accounts, ...rest }: ReportRecord): ReportRecord {
  const { findings, newFindings, settled, complete } = rest;
  return { day, completedAt, payments, accounts, findings, newFindings, settled, complete };
}

/** The partner's record counts the events about it. */
async function telling(
  { table }: Pick<ReconcileDeps, 'table'>,
  partnerId: string,
  report: ReportRecord,
): Promise<Write[]> {
  const draft: EventDraft = {
    type: 'partner.reconciled',
    resource: { type: 'partner', id: partnerId },
    data: presentReport(report),
  };
  const partners = partnerStore(table);
  const partner = await partners.find(partnerId);
  return partner ? [partners.save({ ...partner, version: partner.version + 1 }, [draft])] : [];
}
