/** `billhook limits`: how much may be paid at most. */
import { fail, isFailure } from '@billhook/core/base/errors';
import { moneyText, parseMoney } from '@billhook/core/base/money';
import { ceilingsOf, type SetCeiling, setCeilingOf } from '@billhook/core/payment/ceilings';
import { type CeilingName, ceilingNames } from '@billhook/core/payment/withheld';
import { type CeilingChange, setCeilings } from '@billhook/runtime/partners/set-ceilings';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { pauseStore } from '@billhook/runtime/stores/pause-store';
import {
  type CommandGroup,
  columns,
  type Options,
  type Report,
  type Service,
  usageError,
} from '../command-group.ts';

/** As they are called in options and reports. */
const optionOf: Readonly<Record<CeilingName, string>> = {
  payment: 'payment',
  clientDay: 'client-day',
  partnerDay: 'partner-day',
};

export const limitsCommands: CommandGroup = (program, does) => {
  const group = program.command('limits').description('How much may be paid at most');
  group
    .command('show')
    .description('Show the limits, what is set for whom, since when and by whom')
    .option('--partner <partnerId>', 'the limits of this partner')
    .action(does((service, _names, options) => show(service, options)));
  group
    .command('set')
    .description('Change limits: an amount as 25000.00, off, or default')
    .option('--partner <partnerId>', 'for this partner alone')
    .option('--payment <amount>', 'of one payment (25000.00)')
    .option('--client-day <amount>', 'of the payments of a client in a day (50000.00)')
    .option('--partner-day <amount>', 'of the payments of a partner in a day (off)')
    .action(does(change));
};

async function change(service: Service, _names: readonly string[], options: Options) {
  const partnerId = partnerOf(options);
  const asked = changeOf(options);
  const before = ceilingsOf(await pauseStore(service.table).find(), partnerId);
  // Lowering harms nobody and may be in a hurry. What a higher limit lets go of cannot be called back.
  const looser = ceilingNames.filter((name) => isLooser(asked[name], before[name]));
  if (looser.length > 0) {
    const texts = looser.map((name) => `${optionOf[name]} ${textOf(asked[name])}`);
    await service.confirm(`Allow more (${partnerId ?? 'all partners'}): ${texts.join(', ')}?`);
  }
  const { table, actor, now } = service;
  const changed = await setCeilings(table, { partnerId, change: asked, actor, now });
  if (isFailure(changed)) return changed;
  const report = await show(service, options);
  if (isFailure(report) || changed === 'changed') return report;
  return { ...report, lines: ['Nothing to change', ...report.lines] };
}

function isLooser(
  asked: number | 'off' | 'default' | undefined,
  before: number | undefined,
): boolean {
  if (asked === undefined || before === undefined) return false;
  return typeof asked === 'string' || asked > before;
}

function partnerOf({ partner }: Options): string | undefined {
  return partner === undefined ? undefined : String(partner);
}

/** @throws UsageError */
function changeOf(options: Options): CeilingChange {
  const given = ceilingNames.flatMap((name) => {
    const value = options[name];
    return value === undefined ? [] : [[name, amountOf(optionOf[name], String(value))] as const];
  });
  if (given.length === 0) throw usageError('Pass --payment, --client-day or --partner-day');
  return Object.fromEntries(given);
}

function amountOf(option: string, text: string): number | 'off' | 'default' {
  if (text === 'off' || text === 'default') return text;
  const cents = parseMoney(text);
  if (!cents) throw usageError(`--${option} must be an amount like 25000.00, off, or default`);
  return cents;
}

function textOf(value: number | string | undefined): string {
  return typeof value === 'number' ? moneyText(value) : (value ?? 'off');
}

async function show(
  { table }: Service,
  options: Options,
): Promise<Report | ReturnType<typeof fail>> {
  const partnerId = partnerOf(options);
  if (partnerId !== undefined && !(await partnerStore(table).find(partnerId)))
    return fail('partner_not_found');
  const rules = await pauseStore(table).find();
  const ceilings = ceilingsOf(rules, partnerId);
  const limits = ceilingNames.map((name) => {
    const own = partnerId === undefined ? undefined : setCeilingOf(rules, { name, partnerId });
    const all = setCeilingOf(rules, { name });
    const set: SetCeiling | undefined = own ?? all;
    const amount = ceilings[name];
    return {
      limit: optionOf[name],
      ...(amount !== undefined && { amount: moneyText(amount) }),
      setFor: own ? 'partner' : all ? 'all' : 'default',
      ...(set && { since: set.since, by: set.by }),
    };
  });
  const rows = limits.map(({ limit, amount = 'off', setFor, since = '', by = '' }) => [
    ...[limit, amount, setFor, since, by],
  ]);
  return {
    value: { data: limits },
    lines: columns([['LIMIT', 'AMOUNT', 'SET FOR', 'SINCE', 'BY'], ...rows]),
  };
}
