/** The connector's companies, as it lists them. */
import * as v from 'valibot';
import { type CompaniesPage, type Company, companiesPage } from '../protocol/directory.ts';
import type { Capabilities } from '../protocol/manifest.ts';
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

/** What a company's row says of it alone. */
async function ownOf(
  probe: Probe,
  company: unknown,
): Promise<NonNullable<Company['capabilities']>> {
  const all = read.get(probe) ?? directoryOf(probe);
  read.set(probe, all);
  const own = (await all.catch(() => [])).find(({ id }) => id === company);
  return (own && 'capabilities' in own && own.capabilities) || {};
}

/** @throws CheckFailed of what is none. */
export async function directoryOf(probe: Probe) {
  const rows: CompaniesPage['companies'] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const reply = await probe.call('companies', cursor === undefined ? {} : { query: { cursor } });
    const parsed = v.safeParse(companiesPage, reply.body);
    const path = parsed.success ? '' : (v.getDotPath(parsed.issues[0]) ?? 'all of it');
    const { status } = reply;
    must(status === 200, `The status is ${status}. The connector's log should say why`);
    must(parsed.success, `A page is no page of the directory: ${path}`);
    rows.push(...parsed.output.companies);
    cursor = parsed.output.cursor;
    if (cursor === undefined) return rows;
  }
  return must(false, `The directory does not end after ${MAX_PAGES} pages`) as never;
}
