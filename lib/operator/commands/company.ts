/** `billhook company`: the directory of companies. */

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isCompanyId } from '@billhook/core/base/table-keys';
import type { CompanyRecord } from '@billhook/core/company/company';
import { companyLimits } from '@billhook/core/company/gate/limits';
import type { ImportPlan } from '@billhook/core/company/import-plan';
import { DEPLOYMENT } from '@billhook/core/partner/audit';
import { company, methodTypes, products } from '@billhook/core/schemas/company';
import { importCompanies, previewImport } from '@billhook/runtime/companies/import-companies';
import { listCompanies } from '@billhook/runtime/companies/stored-directory';
import { auditEntry } from '@billhook/runtime/partners/audit';
import { writeSurely } from '@billhook/runtime/table/intended-writes';
import { Option } from 'commander';
import * as v from 'valibot';
import {
  type CommandGroup,
  columns,
  type Options,
  type Report,
  refusal,
  type Service,
  usageError,
} from '../command-group.ts';
import { gateCommands } from './company-gate.ts';

/** 100,000 companies are about 110 MB. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;
const SHOWN_ISSUES = 5;

const cents = v.pipe(v.number(), v.integer(), v.minValue(0));
/** A `CompanyRecord`, as the file has it. */
const companyRecord = v.strictObject({
  ...company.entries,
  _id: v.pipe(v.string(), v.check(isCompanyId, 'Expected an id of the form co_…')),
  connector: v.literal('sandbox'),
  products: v.array(v.picklist(products)),
  subscription: v.boolean(),
  acceptedMethods: v.array(v.picklist(methodTypes)),
  limits: v.optional(companyLimits),
  sandbox: v.strictObject({
    bills: v.picklist(['by-form', 'one', 'two', 'card', 'loan', 'none']),
    autopay: v.picklist(['off', 'set-by-client', 'set-by-company', 'unknown']),
    smallestCents: cents,
    largestCents: cents,
    needsCardCode: v.optional(v.literal(true)),
  }),
});
const companyFile = v.pipe(v.array(companyRecord), v.minLength(1));

export const companyCommands: CommandGroup = (program, does) => {
  const group = program.command('company').description('The directory of companies');
  group.command('list').description('List all companies').action(does(list));
  group
    .command('import [file]')
    .description('Add companies from a JSON file, replacing those with the same id')
    .addOption(
      new Option(
        '--from <source>',
        'instead of a file: nsi, the names of companies that OpenStreetMap knows; sandbox only',
      ).choices(['nsi']),
    )
    .option('--country <code>', 'with --from nsi: whose companies, in two letters', 'us')
    .option('--complete', 'the file has all companies: remove those that it lacks')
    .action(does((service, [file], options) => importFile(service, file, options)));
  gateCommands(group, does);
};

async function list({ table }: Service): Promise<Report> {
  const companies = await listCompanies(table);
  const shown = companies.map(({ _id, name, status, connector }) => ({
    _id,
    name,
    status,
    connector,
  }));
  const rows = shown.map(({ _id, name, status, connector }) => [_id, status, connector, name]);
  return {
    value: { data: shown },
    lines: columns([['COMPANY', 'STATUS', 'CONNECTOR', 'NAME'], ...rows]),
  };
}

async function importFile(
  service: Service,
  file: string | undefined,
  { from, country, complete }: Options,
): Promise<Report> {
  const { table, actor, now, confirm, remark } = service;
  if ((file === undefined) === (from === undefined)) {
    throw usageError('Name a file, or pass --from nsi.');
  }
  if (from !== undefined && complete) throw usageError('--complete goes with a file.');
  const companies = file === undefined ? await named(service, country) : readCompanies(file);
  const given = { companies, ...(complete && { removes: 'all-others' as const }) };
  const counts = countsOf(await previewImport(table, given));
  await confirm(`Import ${companies.length} companies: ${phraseOf(counts)}?`);
  // First, so that no import goes unrecorded: it is too large for one transaction.
  const { imported, replaced, removed } = counts;
  const detail = { count: imported, replaced, ...(removed > 0 && { removed }) };
  const action = 'companies-imported';
  await writeSurely(table, [auditEntry({ partnerId: DEPLOYMENT, actor, action, now, detail })]);
  const progress = (written: number, all: number) => {
    const isFurther = written >= REMARK_EVERY && written % REMARK_EVERY < REMARKED;
    if (isFurther) remark(`${written} of ${all} companies written`);
  };
  const outside = { table, clock: Date.now, random: randomBytes, progress };
  const done = await importCompanies(outside, given);
  if (!done)
    throw refusal('Another import is running. If it was stopped, try again in 30 seconds.');
  const value = countsOf(done);
  return { value, lines: [`Imported ${value.imported} companies: ${phraseOf(value)}.`] };
}

/** A line for each so many companies: transactions are of up to 90. */
const REMARK_EVERY = 10_000;
const REMARKED = 90;

type Counts = Readonly<
  Record<'imported' | 'replaced' | 'added' | 'changed' | 'unchanged' | 'removed', number>
>;

function countsOf({ added, changed, unchanged, removed }: ImportPlan): Counts {
  const replaced = changed.length + unchanged;
  return {
    imported: added.length + replaced,
    replaced,
    added: added.length,
    changed: changed.length,
    unchanged,
    removed: removed.length,
  };
}

function phraseOf({ added, changed, unchanged, removed }: Counts): string {
  return `${added} new, ${changed} changed, ${unchanged} as before, ${removed} removed`;
}

/** Their accounts are the sandbox's: in production there is nothing that could reach them. */
async function named({ stage }: Service, country: Options[string]): Promise<CompanyRecord[]> {
  if (stage !== 'sandbox') {
    throw refusal('There is no connector to these companies: --from nsi is for the sandbox.');
  }
  if (!/^[a-z]{2}$/.test(String(country))) {
    throw usageError('--country is two letters, such as us.');
  }
  const { nsiCompanies } = await import('../directory/nsi-companies.ts');
  const companies = nsiCompanies(String(country));
  if (companies.length === 0) throw refusal(`There are no companies of ${country}.`);
  return companies;
}

function readCompanies(file: string): CompanyRecord[] {
  let content: unknown;
  try {
    const bytes = readFileSync(file);
    if (bytes.length > MAX_FILE_BYTES) throw refusal('too large');
    content = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw refusal(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
  const parsed = v.safeParse(companyFile, content);
  if (parsed.success) return parsed.output as CompanyRecord[];
  const issues = parsed.issues.slice(0, SHOWN_ISSUES);
  const lines = issues.map((issue) => `  ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
  throw refusal([`${file} is not a list of companies:`, ...lines].join('\n'));
}
