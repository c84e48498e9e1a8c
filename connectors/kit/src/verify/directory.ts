/** The connector's companies, as it lists them. */
import * as v from 'valibot';
import {
  type BadRow,
  type CompaniesPage,
  type Company,
  companiesEnvelope,
  readRow,
} from '../protocol/directory.ts';
import type { Capabilities, Scenario, TestLogin } from '../protocol/manifest.ts';
import { must } from './check.ts';
import type { Probe } from './probe.ts';

const MAX_PAGES = 500;

/** What each probe has read already. */
const read = new WeakMap<Probe, ReturnType<typeof directoryOf>>();

/** What works while nobody is there: at a company, where its row says less than the manifest. */
export async function unattendedAt(
  probe: Probe,
  company: unknown,
): Promise<Capabilities['unattended']> {
  return (await ownOf(probe, company)).unattended ?? probe.manifest.capabilities.unattended;
}

/** Whether a company shows payments. Most do, and need not say so. */
export async function showsPaymentsAt(probe: Probe, company: string): Promise<boolean> {
  const { showsPayments } = { ...probe.manifest.capabilities, ...(await ownOf(probe, company)) };
  return showsPayments ?? true;
}

/** Whose logins need nothing but their form. */
const plain: readonly Scenario[] = [
  ...(['signs-in', 'bills', 'no-bills', 'pays-card', 'pays-bank'] as const),
  ...(['declines', 'accepts', 'returns', 'unclear', 'swaps'] as const),
];

/** A test login of the same account that signs in; nothing where the manifest has none. */
export async function rightLoginFor(
  probe: Probe,
  wrong: TestLogin,
): Promise<TestLogin | undefined> {
  const row = await rowOf(probe, wrong.company);
  const { identifiedBy } = (row && 'login' in row && row.login) || { identifiedBy: [] };
  if (identifiedBy.length === 0) return undefined;
  return probe.manifest.testLogins?.find(
    ({ scenario, company, form }) =>
      plain.includes(scenario) &&
      company === wrong.company &&
      identifiedBy.every((name) => form[name] === wrong.form[name]),
  );
}

/** What a company's row says of it alone. */
async function ownOf(
  probe: Probe,
  company: unknown,
): Promise<NonNullable<Company['capabilities']>> {
  const own = await rowOf(probe, company);
  return (own && 'capabilities' in own && own.capabilities) || {};
}

async function rowOf(probe: Probe, company: unknown) {
  const all = read.get(probe) ?? directoryOf(probe);
  read.set(probe, all);
  const { rows } = await all.catch(() => ({ rows: [] }));
  return rows.find(({ id }) => id === company);
}

type Directory = {
  readonly rows: CompaniesPage['companies'];
  readonly bad: readonly BadRow[];
};

/** @throws CheckFailed of what is none. */
export async function directoryOf(probe: Probe): Promise<Directory> {
  const rows: CompaniesPage['companies'] = [];
  const bad: BadRow[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const reply = await probe.call('companies', cursor === undefined ? {} : { query: { cursor } });
    const parsed = v.safeParse(companiesEnvelope, reply.body);
    const path = parsed.success ? '' : (v.getDotPath(parsed.issues[0]) ?? 'all of it');
    const { status } = reply;
    must(status === 200, `The status is ${status}. The connector's log should say why`);
    must(parsed.success, `A page is no page of the directory: ${path}`);
    for (const read of parsed.output.companies.map(readRow)) {
      if ('row' in read) rows.push(read.row);
      else bad.push(read.bad);
    }
    cursor = parsed.output.cursor;
    if (cursor === undefined) return { rows, bad };
  }
  return must(false, `The directory does not end after ${MAX_PAGES} pages`) as never;
}
