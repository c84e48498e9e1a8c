/** `billhook payments lost`: after a restore, what companies have taken and the table doesn't know. */
import { randomBytes } from 'node:crypto';
import { instantText, parseInstant } from '@billhook/core/base/dates';
import { moneyText } from '@billhook/core/base/money';
import type { SettlementPage } from '@billhook/core/company/connector';
import type { SettlementSource } from '@billhook/runtime/companies/settlement-sources';
import { findLost, type Lost, takeIn } from '@billhook/runtime/reconciliation/lost';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { openTable } from '@billhook/runtime/table/table';
import type { Command } from 'commander';
import {
  type CommandGroup,
  columns,
  type Options,
  type Report,
  type Service,
  usageError,
} from '../command-group.ts';
import { findSettlementReader } from '../connect.ts';
import { invoke } from '../connector/invoke.ts';
import { checkTable } from '../other-table.ts';

export function addLost(group: Command, does: Parameters<CommandGroup>[1]): void {
  group
    .command('lost')
    .description('After a restore: payments that companies have taken and the table does not know')
    .requiredOption('--since <instant>', 'the moment that the table was set back to')
    .option(
      '--replaced <table>',
      'the table that was replaced (the one of the stage’s own template)',
    )
    .option('--bill <payment=billId...>', 'the bill of a payment that nothing else places')
    .option('--take-in', 'write those that are placed into the ledgers of their accounts')
    .action(does((service, _names, options) => lost(service, options)));
}

type Sources = {
  readonly reporting: readonly SettlementSource[];
  /** Connectors that report nothing. */
  readonly silent: readonly string[];
};

async function openSources({ stage }: Service): Promise<Sources> {
  const functionArn = await findSettlementReader(stage);
  const { LambdaClient } = await import('@aws-sdk/client-lambda');
  const client = new LambdaClient({});
  const said = (await invoke(client, functionArn, {})) as Record<'reporting' | 'silent', string[]>;
  const reporting = said.reporting.map(
    (connectorId): SettlementSource => ({
      connectorId,
      read: async (day, cursor) => {
        const read = (await invoke(client, functionArn, { connectorId, day, cursor })) as {
          readonly page: SettlementPage | null;
        };
        return read.page ?? undefined;
      },
    }),
  );
  return { reporting, silent: said.silent };
}

async function lost(service: Service, options: Options): Promise<Report> {
  const { table, actor, now } = service;
  const since = parseInstant(String(options.since));
  if (since === undefined || since > now) throw usageError('--since must be a past instant or day');
  const bills = billsGiven(options.bill);
  const replacedName = String(options.replaced ?? process.env.OWN_TABLE_NAME ?? '');
  if (replacedName) await checkTable(replacedName);
  const stores = openStores({ table, random: randomBytes });
  const replaced = replacedName
    ? openStores({ table: openTable({ name: replacedName }), random: randomBytes })
    : undefined;
  const { reporting: sources, silent } = await openSources(service);
  const given = { stores, replaced, sources, since, now, bills };
  const before = await findLost(given);
  const open = before.lost.filter(({ placed, isTakenIn }) => placed && !isTakenIn);
  if (options.takeIn && open.length > 0) {
    await service.confirm(`Write ${open.length} payments into the ledgers of their accounts?`);
    for (const one of open) await takeIn({ stores, now, actor }, one);
  }
  const { lost: all, unreported } = options.takeIn ? await findLost(given) : before;
  const isLeft = all.some(({ isTakenIn }) => !isTakenIn) || unreported.length > 0;
  const lines = [
    ...(all.length > 0
      ? rowsOf(all)
      : ['Companies have taken nothing that the table does not know.']),
    ...unreported.map(
      ({ connectorId, day }) => `${connectorId} has not reported ${day}: ask again once it has`,
    ),
    ...silent.map((id) => `${id} reports nothing: ask whoever runs it what it paid since`),
  ];
  const data = all.map(shownOf);
  const failed = isLeft || silent.length > 0;
  return { value: { data, unreported, silent, replaced: replacedName || null }, lines, failed };
}

/** @throws UsageError */
function billsGiven(given: Options[string]): ReadonlyMap<string, string> {
  const pairs = Array.isArray(given) ? given : [];
  return new Map(
    pairs.map((pair) => {
      const [, payment, bill] = /^(.+)=(bill_\w+)$/.exec(pair) ?? [];
      if (!payment || !bill) throw usageError('--bill looks like pay_…=bill_…');
      return [payment, bill] as const;
    }),
  );
}

function shownOf({ connectorId, line, paymentId, placed, isTakenIn, mayBe }: Lost) {
  return {
    ...{ paymentId, connectorId, amount: moneyText(line.amountCents), at: instantText(line.at) },
    ...(line.confirmation !== undefined && { confirmation: line.confirmation }),
    ...(placed && { billId: placed.owner.billId, companyId: placed.account.companyId }),
    ...(mayBe.length > 0 && { mayBe }),
    state: isTakenIn ? 'taken in' : placed ? 'to be taken in' : 'of no known bill',
  };
}

function rowsOf(all: readonly Lost[]): string[] {
  const rows = all
    .map(shownOf)
    .map((one) => [
      ...[one.paymentId, one.amount, one.at, one.connectorId, one.confirmation ?? '-'],
      ...[one.billId ?? (one.mayBe?.join(' or ') || '-'), one.state],
    ]);
  return columns([
    ['PAYMENT', 'AMOUNT', 'AT', 'CONNECTOR', 'CONFIRMATION', 'BILL', 'STATE'],
    ...rows,
  ]);
}
