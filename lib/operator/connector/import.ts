/** `billhook connector import`: what would change is shown before it does. */
import { readFileSync } from 'node:fs';
import { isCompanyId } from '@billhook/core/base/table-keys';
import type { CompanyRecord } from '@billhook/core/company/company';
import {
  type ConnectorPlan,
  type PlannedRow,
  withLogos,
} from '@billhook/core/company/connector-plan';
import type { RegisteredConnector } from '@billhook/core/company/registered-connector';
import { missingLogo } from '@billhook/core/company/remote-company';
import type { LogoFailure } from '@billhook/runtime/companies/remote/fetch-logos';
import {
  companiesOf,
  importRows,
  planRows,
} from '@billhook/runtime/companies/remote/import-connector';
import { readRows } from '@billhook/runtime/companies/remote/read-companies';
import { changeConnector } from '@billhook/runtime/partners/register-connector';
import * as v from 'valibot';
import {
  columns,
  type Options,
  type Report,
  refusal,
  type Service,
  usageError,
} from '../command-group.ts';
import { browserRows, logosFolder } from './browser.ts';
import { countAccounts } from './count-accounts.ts';
import { fetchAll, type Logos, logoFetcher } from './logos.ts';
import { findConnector, openWire, wireDeps } from './reach.ts';

const SHOWN_ROWS = 50;
/** A line for each so many companies: transactions are of up to 90. */
const REMARK_EVERY = 10_000;
const REMARKED = 90;

const claimsFile = v.record(
  v.string(),
  v.pipe(v.string(), v.check(isCompanyId, 'Expected an id of the form co_…')),
);

export async function importCompaniesOf(
  service: Service,
  id: string,
  options: Options,
): Promise<Report> {
  const { table, remark, confirm, actor } = service;
  const standing = await claiming(service, await findConnector(service, id), options.same);
  // A row that is said to be another company leaves the one that it was, whenever it last changed.
  const isWhole = options.all || options.same !== undefined || standing.transport === 'worker';
  const since = isWhole ? undefined : standing.companiesAsOf;
  const read =
    standing.transport === 'worker'
      ? await browserRows(service)
      : await readRows(openWire(standing), await wireDeps(service), since);
  if (!read) {
    throw refusal('The connector has not told its companies: nothing has changed. Try again.');
  }
  const deps = { table, clock: Date.now };
  const plan = await planRows(deps, standing, read, since === undefined);
  const accepts = acceptsOf(options.accept, plan);
  const companies = companiesOf(plan, accepts);
  const changes = plan.rows.filter(({ change }) => change !== 'unchanged').length;
  const shown = await present(plan, accepts, options.count !== false);
  for (const line of shown.lines) remark(line);
  if (changes + plan.gone.length > 0) {
    await confirm(`Import ${companies.length} companies, and remove ${plan.gone.length}?`);
  }
  const logos = await logosOf(service, companies);
  const imported = await importRows(
    deps,
    withLogos(plan, logos.stored),
    accepts,
    (written, all) => {
      const isFurther = written >= REMARK_EVERY && written % REMARK_EVERY < REMARKED;
      if (isFurther) remark(`${written} of ${all} companies written`);
    },
  );
  if (!imported) {
    throw refusal('Another import is running. If it was stopped, try again in 30 seconds.');
  }
  // What waits is told again with the next import: it is read whole as long as there is something.
  const waits = plan.rows.some(({ rowId, doubts }) => doubts.length > 0 && !accepts(rowId));
  const isAgain = waits || read.bad.length > 0 || logos.mayPass;
  const companiesAsOf = isAgain ? undefined : read.asOf;
  const watches = companies.flatMap(({ remote }) => remote?.row.id ?? []);
  const isWorker = standing.transport === 'worker';
  await changeConnector(deps, standing, { companiesAsOf, ...(isWorker && { watches }) }, actor);
  const { added, changed, unchanged, removed } = imported;
  const counts = {
    added: added.length,
    changed: changed.length,
    unchanged,
    removed: removed.length,
    refused: plan.refused.length + plan.bad.length,
    waiting: shown.value.filter(({ waitsFor }) => waitsFor).length,
    logos: { stored: logos.stored.size, failed: Object.fromEntries(logos.failed) },
  };
  const said = `${counts.added} new, ${counts.changed} changed, ${counts.unchanged} as before, ${counts.removed} removed, ${counts.refused} refused, ${counts.waiting} waiting for you`;
  return { value: { ...counts, rows: shown.value }, lines: [`Imported: ${said}.`] };
}

const REMARKED_FAILURES = 5;

/** Of companies that are imported. Each failure is told, and none of them stops the import. */
async function logosOf(service: Service, companies: readonly CompanyRecord[]): Promise<Logos> {
  const { remark } = service;
  const named = new Set(companies.flatMap((company) => missingLogo(company) ?? []));
  const folder = named.size > 0 ? await logosFolder(service.table) : undefined;
  // The deployment's own are served where they are.
  const own = [...named].filter((address) => folder && address.startsWith(folder));
  const stored = new Map(own.map((address) => [address, address]));
  const addresses = named.difference(stored);
  const fetch = addresses.size > 0 ? await logoFetcher(service) : undefined;
  if (!fetch) {
    if (addresses.size > 0)
      remark(`${addresses.size} logos are left out: nothing serves them here`);
    return { stored, failed: new Map(), mayPass: false };
  }
  const logos = await fetchAll(fetch, addresses, (done, all) => {
    if (done < all) remark(`${done} of ${all} logos fetched`);
  });
  for (const [address, because] of [...logos.failed].slice(0, REMARKED_FAILURES)) {
    remark(`No logo from ${address}: ${logoFailures[because]}`);
  }
  const more = logos.failed.size - REMARKED_FAILURES;
  if (more > 0) remark(`… and ${more} more: --json shows all`);
  return { ...logos, stored: new Map([...stored, ...logos.stored]) };
}

const logoFailures: Readonly<Record<LogoFailure, string>> = {
  'is-drawing': 'it is an SVG, which is not taken: give a PNG, JPEG or WebP',
  'is-no-picture': 'it is neither a PNG nor a JPEG nor a WebP',
  'too-many-pixels': 'a side has more than 2,048 pixels',
  'too-large': 'it has more than 64 KiB',
  redirected: 'it is at another address: redirects are not followed',
  refused: 'its server does not give it',
  'not-now': 'it can’t be had now; the next import tries again',
  address_refused: 'its address is not public',
  name_not_found: 'nobody knows that name',
  connection_failed: 'its server can’t be reached',
  tls_failed: 'its server has no certificate that counts',
  answer_broken: 'its response is broken',
  timed_out: 'it took longer than five seconds',
};

/** Rows that are a company which is there already: said once, and kept. */
async function claiming(
  { table, actor }: Service,
  standing: RegisteredConnector,
  file: Options[string],
): Promise<RegisteredConnector> {
  if (typeof file !== 'string') return standing;
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw usageError(`${file} cannot be read as JSON`);
  }
  const parsed = v.safeParse(claimsFile, given);
  if (!parsed.success) throw usageError(`${file} has to be of the form {"<row>": "co_…"}`);
  const claims = { ...standing.claims, ...parsed.output };
  const deps = { table, clock: Date.now };
  const saved = await changeConnector(deps, standing, { claims }, actor);
  if (!saved) throw refusal('Somebody else has changed the connector meanwhile: try again.');
  return { ...standing, claims, version: standing.version + 1 };
}

function acceptsOf(accept: Options[string], { rows }: ConnectorPlan) {
  const named = new Set([accept ?? []].flat().map(String));
  const unknown = [...named].find((name) => !rows.some(({ rowId }) => rowId === name));
  if (unknown !== undefined && unknown !== 'all') throw usageError(`There is no row ${unknown}`);
  return (rowId: string) => named.has('all') || named.has(rowId);
}

async function present(plan: ConnectorPlan, accepts: (rowId: string) => boolean, counts: boolean) {
  const touched = [
    ...plan.rows.filter(({ change }) => change !== 'added' && change !== 'unchanged'),
    ...plan.gone.map((company) => ({ company })),
  ].map(({ company }) => company._id);
  const accounts = counts
    ? await countAccounts(process.env.TABLE_NAME ?? '', new Set(touched))
    : undefined;
  const accountsOf = (companyId: string) => accounts && { accounts: accounts.get(companyId) ?? 0 };
  const value: PresentedRow[] = [
    ...plan.rows
      .filter(({ change, doubts }) => change !== 'unchanged' || doubts.length > 0)
      .map((row) => ({ ...presentRow(row, accepts), ...accountsOf(row.company._id) })),
    ...plan.gone.map(({ _id, name, remote }) => ({
      row: remote?.row.id ?? '',
      companyId: _id,
      name,
      change: 'gone',
      ...accountsOf(_id),
    })),
    ...plan.refused.map(({ rowId, name, reason }) => ({
      row: rowId,
      name,
      change: 'refused',
      because: reason,
    })),
    ...plan.bad.map(({ id = '?', name = '', member, reason }) => ({
      row: id,
      name,
      change: 'refused',
      because: `${member}: ${reason}`,
    })),
  ];
  const first = value.slice(0, SHOWN_ROWS);
  const rows = first.map(({ row, change, name, accounts: linked, because = '', waitsFor }) => [
    row,
    waitsFor ? `${change}, waits` : change,
    linked === undefined ? '' : String(linked),
    name,
    because,
  ]);
  const more = value.length - first.length;
  const lines = [
    ...(rows.length > 0
      ? columns([['ROW', 'CHANGE', 'ACCOUNTS', 'NAME', 'BECAUSE'], ...rows])
      : []),
    ...(more > 0 ? [`… and ${more} more: --json shows all`] : []),
    ...(value.some(({ waitsFor }) => waitsFor)
      ? ['What waits is left out: look at it, then name it with --accept <row>.']
      : []),
  ];
  return { value, lines };
}

type PresentedRow = {
  readonly row: string;
  readonly name: string;
  readonly change: string;
  readonly companyId?: string;
  readonly accounts?: number;
  readonly because?: string;
  /** What users of linked accounts are asked for once it is imported, by the labels of the fields. */
  readonly asks?: PlannedRow['asks'];
  readonly waitsFor?: 'operator';
};

const doubtTexts: Readonly<Record<PlannedRow['doubts'][number], string>> = {
  'name-of-another': 'it looks like the name of',
  'misleading-name': 'its name mixes letters of several scripts',
  'new-secret': 'it asks for a secret that it did not ask for before',
  'many-secrets': 'it asks for more secrets than companies do',
  'shown-secret': 'it asks for a secret in a field that shows what is typed',
  'shows-no-payments': 'it says from now on that its company shows no payments',
  'takes-over': 'it takes the place of',
};

function presentRow(row: PlannedRow, accepts: (rowId: string) => boolean): PresentedRow {
  const { rowId, company, change, nameBefore, doubts, other, asks } = row;
  const named = (doubt: PlannedRow['doubts'][number]) =>
    doubt === 'name-of-another' || doubt === 'takes-over';
  const because = [
    ...(nameBefore === undefined ? [] : [`it was ${nameBefore}`]),
    ...doubts.map((doubt) => {
      const of = named(doubt) && other ? ` ${other.name} (${other._id})` : '';
      return `${doubtTexts[doubt]}${of}`;
    }),
    ...(asks?.all.length ? [`users are asked for ${asks.all.join(', ')}`] : []),
    ...(asks?.some.length ? [`users whose answer no longer fits: ${asks.some.join(', ')}`] : []),
  ];
  return {
    row: rowId,
    companyId: company._id,
    name: company.name,
    change,
    ...(asks && { asks }),
    ...(because.length > 0 && { because: because.join('; ') }),
    ...(doubts.length > 0 && !accepts(rowId) && { waitsFor: 'operator' as const }),
  };
}
