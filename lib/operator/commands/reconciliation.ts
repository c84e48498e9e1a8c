/** `billhook reconciliation`: what is open, and what each day's report said. */
import { dayOf, isDay } from '@billhook/core/base/dates';
import { fail, isFailure } from '@billhook/core/base/errors';
import { DEPLOYMENT } from '@billhook/core/partner/audit';
import { closeFinding, isFindingId, rankOf } from '@billhook/core/reconciliation/finding';
import {
  openCount,
  presentFinding,
  presentReport,
  reportCsv,
} from '@billhook/core/reconciliation/report';
import { auditEntry } from '@billhook/runtime/partners/audit';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import {
  type ReconciliationStore,
  reconciliationStore,
} from '@billhook/runtime/stores/reconciliation-store';
import {
  type CommandGroup,
  columns,
  type Options,
  type Report,
  refusal,
  type Service,
  usageError,
} from '../command-group.ts';

const MAX_EVIDENCE_LENGTH = 500;
const MAX_LINES = 10_000;

export const reconciliationCommands: CommandGroup = (program, does) => {
  const group = program
    .command('reconciliation')
    .description('What the daily reconciliation of payments has found');
  group
    .command('list')
    .description('List what is open, the loudest first: of connectors, and of all partners')
    .option('--partner <partnerId>', `of this partner alone; "${DEPLOYMENT}" for connectors alone`)
    .action(does((service, _names, options) => list(service, options)));
  group
    .command('show [day]')
    .description('Show the report of a day, or the last one')
    .option('--partner <partnerId>', 'of this partner; of connectors where it is left out')
    .option('--csv', 'as CSV: the header alone where nothing was found')
    .action(does((service, [day], options) => show(service, day, options)));
  group
    .command('close <findingId>')
    .description('Close a finding that you have looked into: it is not reported again')
    .option('--partner <partnerId>', 'whose finding it is; looked for where it is left out')
    .requiredOption('--evidence <text>', 'what shows that it is settled: for the audit')
    .action(does(close));
};

async function list(service: Service, { partner }: Options): Promise<Report> {
  const findings = reconciliationStore(service.table);
  const today = dayOf(service.now);
  const found = [];
  for await (const ownerId of ownersOf(service, partner)) {
    for await (const one of findings.openFindings(ownerId)) found.push({ ownerId, one });
  }
  const order = found.toSorted((a, b) => compare(sortText(a.one), sortText(b.one)));
  const data = order.map(({ ownerId, one }) => ({ ownerId, ...shownOf(one, today) }));
  return {
    value: { data },
    lines: data.length > 0 ? table(data, 'OF', ({ ownerId }) => ownerId) : ['Nothing is open.'],
  };
}

type Shown = ReturnType<typeof presentFinding>;

/** @param own what a column between them says. */
function table<One extends Shown>(data: readonly One[], head: string, own: (one: One) => string) {
  const rows = data.map((one) => [
    ...[one._id, one.kind, `${one.ageDays}d`, own(one), one.paymentId ?? one.billId ?? '-'],
    ...[one.ours ?? '-', one.theirs ?? '-', one.on ?? '-', one.connectorId ?? one.companyId ?? '-'],
  ]);
  const heads = ['FINDING', 'KIND', 'AGE', head, 'ABOUT', 'OURS', 'THEIRS', 'ON', 'WHERE'];
  return columns([heads, ...rows]);
}

type Stored = Parameters<typeof presentFinding>[0];

/** Of what is stored, only what a report shows. */
function shownOf(one: Stored, today: string) {
  const { version, lastSeenOn, seenIn, pk, sk, ...finding } = one as Stored & Hidden;
  return presentFinding(finding, today);
}

type Hidden = Readonly<Record<'version' | 'lastSeenOn' | 'seenIn' | 'pk' | 'sk', unknown>>;

function sortText({ kind, firstSeenOn, _id }: Stored): string {
  return `${rankOf(kind)} ${firstSeenOn} ${_id}`;
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

async function show(service: Service, day: string | undefined, { partner, csv }: Options) {
  if (day !== undefined && !isDay(day)) throw usageError('A day looks like 2026-11-22');
  const ownerId = partner === undefined ? DEPLOYMENT : String(partner);
  const findings = reconciliationStore(service.table);
  const report =
    day === undefined
      ? await findings.latestReport(ownerId)
      : await findings.findReport(ownerId, day);
  if (!report) return fail('report_not_found');
  const page = await findings.lines(ownerId, report.day, { limit: MAX_LINES });
  if (isFailure(page)) return page;
  const data = page.items.map((one) => presentFinding(one, report.day));
  if (csv) {
    const text = reportCsv(report.day, data);
    return { value: { csv: text }, lines: text.trimEnd().split('\r\n') };
  }
  const shown = presentReport(report);
  const summary = Object.entries({ ...shown, kinds: undefined, of: ownerId })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
  const isClean = openCount(report) === 0 && data.length === 0;
  const found = () => table(data, 'STATE', ({ settled }) => settled ?? 'open');
  const lines = isClean ? ['Nothing was found.'] : found();
  return { value: { report: shown, data }, lines: [...columns(summary), '', ...lines] };
}

async function close(service: Service, [id = '']: readonly string[], options: Options) {
  if (!isFindingId(id)) throw usageError('A finding looks like fnd_4Tq8sVx2KqFm7Z');
  const evidence = String(options.evidence ?? '').trim();
  if (evidence === '' || evidence.length > MAX_EVIDENCE_LENGTH)
    throw usageError(`--evidence must have 1 to ${MAX_EVIDENCE_LENGTH} characters`);
  const { table, actor, now } = service;
  const findings = reconciliationStore(table);
  const found = await findFinding(service, findings, id, options);
  const { ownerId, finding } = found;
  const lines = [`${finding.kind} of ${ownerId} is closed`];
  if (finding.closed) return { value: finding, lines: ['Nothing to change', ...lines] };
  await service.confirm(`Close ${finding.kind} of ${ownerId}? It is not reported again.`);
  const closed = { ...finding, ...closeFinding(finding, dayOf(now)) };
  const detail = { findingId: id, kind: finding.kind, evidence };
  const { paymentId } = finding;
  const written = await table.write([
    findings.saveFinding(ownerId, closed),
    auditEntry({
      ...{ partnerId: ownerId, actor, action: 'finding-closed', now },
      detail: { ...detail, ...(paymentId !== undefined && { paymentId }) },
    }),
  ]);
  if (written === 'conflict') return fail('request_conflict');
  return { value: { findingId: id, ownerId, kind: finding.kind, closed: true }, lines };
}

async function findFinding(
  service: Service,
  findings: ReconciliationStore,
  id: string,
  { partner }: Options,
) {
  for await (const ownerId of ownersOf(service, partner)) {
    const finding = await findings.findFinding(ownerId, id);
    if (finding) return { ownerId, finding };
  }
  throw refusal(`There is no finding ${id}`);
}

async function* ownersOf({ table }: Service, partner: Options[string]): AsyncGenerator<string> {
  if (partner !== undefined) {
    yield String(partner);
    return;
  }
  yield DEPLOYMENT;
  yield* partnerStore(table).listIds();
}
