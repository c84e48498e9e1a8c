/** `billhook company pause|resume|show`: the gate of a company, and the switch of a connector. */

import { instantText } from '@billhook/core/base/dates';
import { isFailure } from '@billhook/core/base/errors';
import { isCompanyId } from '@billhook/core/base/table-keys';
import type { CompanyRecord } from '@billhook/core/company/company';
import {
  asLetIn,
  type GateOf,
  type GateRecord,
  type GateWait,
  NONSENSE_LOGINS,
  shutBy,
} from '@billhook/core/company/gate/gate';
import { countLeases } from '@billhook/core/company/gate/leases';
import { strictest } from '@billhook/core/company/gate/limits';
import type { UnknownPage } from '@billhook/core/company/looks';
import { openCapabilities } from '@billhook/runtime/companies/capabilities';
import { listCompanies } from '@billhook/runtime/companies/stored-directory';
import { switchGate } from '@billhook/runtime/partners/switch-gate';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { connectorStore } from '@billhook/runtime/stores/connector-store';
import { gateStore } from '@billhook/runtime/stores/gate-store';
import { lookStore } from '@billhook/runtime/stores/look-store';
import type { Command } from 'commander';
import * as v from 'valibot';
import {
  type CommandGroup,
  columns,
  type Report,
  refusal,
  type Service,
} from '../command-group.ts';
import { findPageOpener } from '../connect.ts';
import { invoke } from '../connector/invoke.ts';

/** Added to the group `company`. */
export function gateCommands(group: Command, does: Parameters<CommandGroup>[1]): void {
  group
    .command('pause <companyOrConnector>')
    .description('Let no session begin there: at one company, or at all of a connector')
    .action(does((service, [name = '']) => change(service, name, true)));
  group
    .command('resume <companyOrConnector>')
    .description(
      'End a pause, and let sessions in where failures shut it: what waited is tried again',
    )
    .action(does((service, [name = '']) => change(service, name, false)));
  group
    .command('show <companyOrConnector>')
    .description('Show whether sessions may begin there, why not, and the limits')
    .action(does((service, [name = '']) => show(service, name)));
}

export async function change(service: Service, name: string, paused: boolean) {
  const { gate } = await findGate(service, name);
  // Pausing harms nobody and is in a hurry. What resuming lets go of cannot be called back.
  if (!paused) await service.confirm(`Resume sessions at ${gate.kind} ${gate.id}?`);
  const { table, actor, now } = service;
  const changed = await switchGate(table, { gate, paused, actor, now });
  if (isFailure(changed)) return changed;
  const shown = await show(service, name);
  return changed === 'unchanged'
    ? { ...shown, lines: ['Nothing to change', ...shown.lines] }
    : shown;
}

/** A name is a company's id, or that of a connector that some company names. */
async function findGate(
  { table }: Service,
  name: string,
): Promise<{ readonly gate: GateOf; readonly company?: CompanyRecord }> {
  const companies = companyStore(table);
  if (isCompanyId(name)) {
    const company = await companies.find(name);
    if (!company) throw refusal(`There is no company ${name}`);
    return { gate: { kind: 'company', id: name }, company };
  }
  // One that was paused stays so, whatever was imported since: it has to be found to be resumed.
  const gate: GateOf = { kind: 'connector', id: name };
  const known =
    (await gateStore(table).find(gate)) !== undefined ||
    (await connectorStore(table).find(name)) !== undefined;
  const named = known || (await listCompanies(table)).some(({ connector }) => connector === name);
  if (!named) throw refusal(`There is no company or connector ${name}`);
  return { gate };
}

async function show(service: Service, name: string): Promise<Report> {
  const { gate, company } = await findGate(service, name);
  const value = company ? await ofCompany(service, company) : await ofConnector(service, gate);
  const { unknownPages = [], ...plain } = value as typeof value & {
    readonly unknownPages?: readonly UnknownPage[];
  };
  const rows = Object.entries(plain).filter(([, one]) => one !== undefined);
  const pages = unknownPages.flatMap(({ at, hash, lines }) => [
    `Page that was not known, ${at} (${hash})`,
    ...lines.map((line) => `  ${line}`),
  ]);
  return {
    value,
    lines: [...columns(rows.map(([key, one]) => [labels[key] ?? key, said(one)])), ...pages],
  };
}

async function ofConnector({ table, now }: Service, gate: GateOf) {
  const standing = await gateStore(table).find(gate);
  return { connector: gate.id, ...stateOf(shutBy(standing, undefined, now)), ...pauseOf(standing) };
}

async function ofCompany(service: Service, company: CompanyRecord) {
  const { table, aws, now } = service;
  const gates = gateStore(table);
  const [own, connector, leases] = await Promise.all([
    gates.find({ kind: 'company', id: company._id }),
    gates.find({ kind: 'connector', id: company.connector }),
    gates.findLeases(company._id),
  ]);
  const limits = strictest(
    openCapabilities({ table, aws, clock: () => now })(company).limits,
    company.limits,
  );
  const { live, begun } = countLeases(leases, now);
  const limited = Object.keys(limits).length > 0;
  return {
    companyId: company._id,
    name: company.name,
    connector: company.connector,
    status: asLetIn(company, own, connector, now).status,
    ...stateOf(shutBy(own, connector, now)),
    ...pauseOf(own),
    ...(connector?.paused && { connectorPausedSince: connector.paused.since }),
    ...breakerOf(own),
    ...nonsenseOf(own),
    ...(limited && { limits, sessions: live, sessionsThisMinute: begun }),
    ...(await ofPages(service, company)),
  };
}

/** What is known of a company that a browser reaches. */
async function ofPages({ table, stage, now }: Service, { _id: companyId }: CompanyRecord) {
  const looks = lookStore(table);
  const [look, outcomes] = await Promise.all([
    looks.find(companyId),
    looks.outcomes(companyId, now),
  ]);
  const unknownPages = look?.pages ? await openPages(stage, companyId) : [];
  return {
    ...(Object.keys(outcomes).length > 0 && { outcomes }),
    ...(look?.state && {
      ...{ page: look.state, pageSince: look.since, lookedAt: look.at },
      ...(look.missing && { missing: look.missing.join(', ') }),
    }),
    ...(unknownPages.length > 0 && { unknownPages }),
  };
}

/** The deployment opens them: no operator may use its keys. Without leave to ask it, there are none. */
async function openPages(stage: string, companyId: string): Promise<readonly UnknownPage[]> {
  const opener = await findPageOpener(stage);
  if (!opener) return [];
  try {
    const { LambdaClient } = await import('@aws-sdk/client-lambda');
    const opened = await invoke(new LambdaClient({}), opener, { companyId });
    return v.parse(openedPages, opened).pages;
  } catch {
    return [];
  }
}

const openedPages = v.object({
  pages: v.array(v.object({ hash: v.string(), at: v.string(), lines: v.array(v.string()) })),
});

function stateOf(wait: GateWait | undefined) {
  if (!wait) return { gate: 'open' };
  const ends = wait.reason !== 'paused' && { until: instantText(wait.until) };
  return { gate: 'shut', reason: wait.reason, ...ends };
}

function pauseOf(gate: GateRecord | undefined) {
  return gate?.paused && { pausedSince: gate.paused.since, pausedBy: gate.paused.by };
}

function breakerOf(gate: GateRecord | undefined) {
  const { breaker } = gate ?? {};
  if (!breaker) return undefined;
  if (breaker.state === 'closed') return { failures: breaker.failures };
  return { failingSince: instantText(breaker.since), opened: breaker.times };
}

function nonsenseOf(gate: GateRecord | undefined) {
  const members = Object.entries(gate?.nonsense ?? {});
  if (members.length === 0) return undefined;
  const shown = members.map(([member, { logins }]) => {
    const accounts = `${logins.length} account${logins.length === 1 ? '' : 's'}`;
    return `${member}, ${accounts}${logins.length < NONSENSE_LOGINS ? '' : ' or more'}`;
  });
  return { nonsense: shown };
}

const labels: Readonly<Record<string, string>> = {
  companyId: 'Company',
  name: 'Name',
  connector: 'Connector',
  status: 'Shown as',
  gate: 'Gate',
  reason: 'Because',
  until: 'Until',
  pausedSince: 'Paused since',
  pausedBy: 'Paused by',
  connectorPausedSince: 'Connector paused since',
  failures: 'Failures lately',
  failingSince: 'Failing since',
  opened: 'Breaker opened, times',
  limits: 'Limits',
  sessions: 'Sessions now',
  sessionsThisMinute: 'Sessions this minute',
  nonsense: 'Makes no sense',
  outcomes: 'Sessions in 7 days',
  page: 'Page',
  pageSince: 'Page so since',
  lookedAt: 'Looked at',
  missing: 'Missing there',
};

function said(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.join('; ');
  return Object.entries(value)
    .map(([name, one]) => `${name} ${one}`)
    .join(', ');
}
