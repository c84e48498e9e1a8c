/** `billhook company`: the directory of companies. */
import { readFileSync } from 'node:fs';
import type { CompanyRecord } from '@billhook/core/company/company';
import { companyLimits } from '@billhook/core/company/gate/limits';
import { DEPLOYMENT } from '@billhook/core/partner/audit';
import { company, methodTypes, products } from '@billhook/core/schemas/company';
import { isCompanyId } from '@billhook/core/table-keys';
import { auditEntry } from '@billhook/runtime/partners/audit';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { writeSurely } from '@billhook/runtime/table/intended-writes';
import * as v from 'valibot';
import {
  type CommandGroup,
  columns,
  type Report,
  refusal,
  type Service,
} from '../command-group.ts';
import { gateCommands } from './company-gate.ts';

const MAX_FILE_BYTES = 64 * 1024 * 1024;
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
  }),
});
const companyFile = v.pipe(v.array(companyRecord), v.minLength(1));

export const companyCommands: CommandGroup = (program, does) => {
  const group = program.command('company').description('The directory of companies');
  group.command('list').description('List all companies').action(does(list));
  group
    .command('import <file>')
    .description('Add companies from a JSON file, replacing those with the same id')
    .action(does((service, [file = '']) => importFile(service, file)));
  gateCommands(group, does);
};

async function list({ table }: Service): Promise<Report> {
  const companies = await companyStore(table).listAll();
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

async function importFile({ table, actor, now, confirm }: Service, file: string): Promise<Report> {
  const given = readCompanies(file);
  const store = companyStore(table);
  const standing = new Set((await store.listAll()).map(({ _id }) => _id));
  const replaced = given.filter(({ _id }) => standing.has(_id)).length;
  await confirm(`Import ${given.length} companies, ${replaced} of which replace existing ones?`);
  // First, so that no import goes unrecorded: it is too large for one transaction.
  const detail = { count: given.length, replaced };
  const action = 'companies-imported';
  await writeSurely(table, [auditEntry({ partnerId: DEPLOYMENT, actor, action, now, detail })]);
  await store.merge(given);
  return {
    value: { imported: given.length, replaced },
    lines: [`Imported ${given.length} companies, ${replaced} of which replaced existing ones.`],
  };
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
