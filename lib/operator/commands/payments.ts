/** `billhook payments`: the brake. */
import { isDay } from '@billhook/core/base/dates';
import { isFailure } from '@billhook/core/base/errors';
import { moneyText } from '@billhook/core/base/money';
import { keptPartition } from '@billhook/core/base/table-keys';
import type { KeptPayment } from '@billhook/core/erasing/kept-payment';
import { listPauses, type PauseScope } from '@billhook/core/partner/payment-pause';
import { pagesOf } from '@billhook/runtime/erasing/everything';
import { type OperatorScope, setPaused } from '@billhook/runtime/partners/pause-payments';
import { pauseStore } from '@billhook/runtime/stores/pause-store';
import {
  type CommandGroup,
  columns,
  type Options,
  type Report,
  type Service,
  usageError,
} from '../command-group.ts';
import { addLost } from './lost-payments.ts';

export const paymentsCommands: CommandGroup = (program, does) => {
  const group = program.command('payments').description('Pause payments, and resume them');
  group
    .command('pause')
    .description('Pause payments at once: of one partner, to one company, or all')
    .option('--partner <partnerId>', 'only the payments of this partner')
    .option('--company <companyId>', 'only the payments to this company')
    .action(does((service, _names, options) => change(service, options, true)));
  group
    .command('resume')
    .description('End a pause: what waited is decided again within the hour')
    .option('--partner <partnerId>', "the pause of this partner's payments")
    .option('--company <companyId>', 'the pause of the payments to this company')
    .action(does((service, _names, options) => change(service, options, false)));
  group
    .command('show')
    .description('Show what is paused, since when and by whom')
    .action(does(show));
  addLost(group, does);
  group
    .command('kept <partnerId>')
    .description(
      'Sum up what users who were erased since paid, and what of it was returned, by company',
    )
    .option('--from <day>', 'paid on this day or later: 2026-11-01')
    .option('--to <day>', 'paid on this day or earlier')
    .action(does(showKept));
};

async function change(service: Service, options: Options, paused: boolean) {
  const scope = scopeOf(options);
  // Pausing harms nobody and is in a hurry. What resuming lets go of cannot be called back.
  if (!paused) await service.confirm(`Resume payments (${nameOf(scope)})?`);
  const { table, actor, now } = service;
  const changed = await setPaused(table, { scope, paused, actor, now });
  if (isFailure(changed)) return changed;
  const { value, lines } = await show(service);
  const done = changed === 'unchanged' ? [`${nameOf(scope)}: nothing to change`] : [];
  return { value, lines: [...done, ...lines] };
}

function scopeOf({ partner, company }: Options): OperatorScope {
  if (partner !== undefined && company !== undefined)
    throw usageError('Pass --partner or --company, not both');
  if (partner !== undefined) return { kind: 'partner', id: String(partner) };
  if (company !== undefined) return { kind: 'company', id: String(company) };
  return { kind: 'everything' };
}

function nameOf(scope: PauseScope): string {
  return 'id' in scope ? `${scope.kind} ${scope.id}` : scope.kind;
}

async function show({ table }: Service): Promise<Report> {
  const paused = listPauses(await pauseStore(table).find());
  const rows = paused.map((one) => [nameOf(one), one.since, one.by]);
  return {
    value: { data: paused },
    lines: rows.length > 0 ? columns([['PAUSED', 'SINCE', 'BY'], ...rows]) : ['Nothing is paused.'],
  };
}

type Sum = { payments: number; cents: number; feeCents: number; returnedCents: number };
const nothing: Sum = { payments: 0, cents: 0, feeCents: 0, returnedCents: 0 };

/** The partner itself may be erased as well. */
async function showKept(
  { table }: Service,
  [partnerId = '']: readonly string[],
  options: Options,
): Promise<Report> {
  const [from, to] = [dayOption('--from', options.from), dayOption('--to', options.to)];
  const sums = new Map<string, Sum>();
  for await (const page of pagesOf<KeptPayment>(table, keptPartition(partnerId))) {
    for (const { companyId, amountCents, feeCents = 0, paidOn, returned } of page) {
      if (paidOn < (from ?? '') || paidOn > (to ?? paidOn)) continue;
      const { payments, ...sum } = sums.get(companyId) ?? nothing;
      sums.set(companyId, {
        payments: payments + 1,
        cents: sum.cents + amountCents,
        feeCents: sum.feeCents + feeCents,
        returnedCents: sum.returnedCents + (returned ? amountCents : 0),
      });
    }
  }
  const data = [...sums].map(([companyId, { payments, cents, feeCents, returnedCents }]) => ({
    companyId,
    payments,
    amount: moneyText(cents),
    fees: moneyText(feeCents),
    returned: moneyText(returnedCents),
  }));
  const rows = data.map((one) => [
    ...[one.companyId, String(one.payments), one.amount, one.fees, one.returned],
  ]);
  const heads = ['COMPANY', 'PAYMENTS', 'AMOUNT', 'FEES', 'RETURNED'];
  return {
    value: { data },
    lines: rows.length > 0 ? columns([heads, ...rows]) : ['Nothing was paid by erased users.'],
  };
}

function dayOption(option: string, given: Options[string]): string | undefined {
  if (given === undefined) return undefined;
  const day = String(given);
  if (!isDay(day)) throw usageError(`${option} must be a day: 2026-11-01`);
  return day;
}
