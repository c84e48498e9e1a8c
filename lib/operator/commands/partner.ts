/** `billhook partner`: partners and their settings. */
import { fail, isFailure } from '@billhook/core/base/errors';
import { isLiveKey } from '@billhook/core/partner/api-key';
import type { PartnerRecord } from '@billhook/core/partner/partner';
import { pauseName } from '@billhook/core/partner/payment-pause';
import { scopeOf } from '@billhook/core/partner/scope';
import type { SettingsChange } from '@billhook/core/partner/settings';
import { showApiKey, showPartner } from '@billhook/core/schemas/partner';
import { openPeppers } from '@billhook/runtime/callers/pepper';
import { unlockPartner } from '@billhook/runtime/partners/lock';
import { changePartner, createPartner } from '@billhook/runtime/partners/settings';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { pauseStore } from '@billhook/runtime/stores/pause-store';
import { Option } from 'commander';
import {
  type CommandGroup,
  columns,
  type Report,
  type Service,
  usageError,
  wholeNumber,
} from '../command-group.ts';

const MAX_NAME_LENGTH = 200;

export const partnerCommands: CommandGroup = (program, does) => {
  const group = program.command('partner').description('Partners and their settings');
  group
    .command('create <name>')
    .description('Create a partner with its first API key, which is printed only once')
    .action(does((service, [name = '']) => create(service, name)));
  group.command('list').description('List all partners').action(does(list));
  group
    .command('show <partnerId>')
    .description('Show the settings and keys of a partner')
    .action(does((service, [partnerId = '']) => show(service, partnerId)));
  group
    .command('suspend <partnerId>')
    .description('Suspend a partner: reject all its requests until it is resumed')
    .action(does((service, names) => change(service, names, { status: 'suspended' })));
  group
    .command('resume <partnerId>')
    .description('Resume a suspended partner')
    .action(does((service, names) => change(service, names, { status: 'active' })));
  group
    .command('erase <partnerId>')
    .description('Erase a partner and all of its users; sums of payments stay')
    .option('--confirm <partnerId>', 'the partner again, where nobody can be asked')
    .action(
      does(async (service, [partnerId = ''], options) => {
        // What erases reaches into every room, which no other command of the group needs.
        const { askAndErase } = await import('../erasing/partner.ts');
        return askAndErase(service, partnerId, options);
      }),
    );
  group
    .command('unlock <partnerId>')
    .description(
      'Let keys change the settings of a partner again, which one of its keys has locked',
    )
    .action(does((service, [partnerId = '']) => unlock(service, partnerId)));
  group
    .command('set <partnerId>')
    .description('Change the settings of a partner')
    .addOption(
      new Option(
        '--auth-events <on|off>',
        'send the events of auths that are created with an API key',
      ).choices(['on', 'off']),
    )
    .addOption(
      new Option(
        '--pays-on-adding <on|off>',
        'pay bills linked with an API key automatically, without a consent in the call (on)',
      ).choices(['on', 'off']),
    )
    .option('--rate-limit <number>', 'requests per second (100)')
    .option('--burst <number>', 'requests in a burst (500)')
    .action(
      does((service, names, { authEvents, paysOnAdding, rateLimit, burst }) => {
        const given: SettingsChange = {
          ...(authEvents !== undefined && { authEvents: authEvents === 'on' }),
          ...(paysOnAdding !== undefined && { paysOnAdding: paysOnAdding === 'on' }),
          ...((rateLimit !== undefined || burst !== undefined) && {
            rateLimit: {
              requestsPerSecond: wholeNumber('--rate-limit', rateLimit),
              burst: wholeNumber('--burst', burst),
            },
          }),
        };
        if (Object.keys(given).length === 0) throw usageError('Pass a setting to change');
        return change(service, names, given);
      }),
    );
};

async function create({ table, aws, actor, now }: Service, name: string): Promise<Report> {
  if (name.trim() === '' || name.length > MAX_NAME_LENGTH) {
    throw usageError(`A name must have 1 to ${MAX_NAME_LENGTH} characters`);
  }
  const { partner, apiKey } = await createPartner(
    { table, peppers: openPeppers({ aws }) },
    { name, actor, now },
  );
  const [key] = partner.apiKeys;
  return {
    value: { ...showPartner(partner, Date.now()), keyId: key?.keyId, apiKey },
    lines: [
      `Partner  ${partner._id}`,
      `Key id   ${key?.keyId}`,
      `API key  ${apiKey}`,
      '',
      'The API key is not shown again.',
    ],
  };
}

async function list({ table, now }: Service): Promise<Report> {
  const partners = partnerStore(table);
  const found: PartnerRecord[] = [];
  for await (const partnerId of partners.listIds()) {
    const partner = await partners.find(partnerId);
    if (partner) found.push(partner);
  }
  const rows = found.map(({ _id, name, status, apiKeys }) => [
    _id,
    status,
    String(apiKeys.filter((key) => isLiveKey(key, now)).length),
    name,
  ]);
  return {
    value: { data: found.map((one) => showPartner(one, Date.now())) },
    lines: columns([['PARTNER', 'STATUS', 'KEYS', 'NAME'], ...rows]),
  };
}

async function show({ table, now }: Service, partnerId: string) {
  const partner = await partnerStore(table).find(partnerId);
  return partner ? reportOf(partner, now) : fail('partner_not_found');
}

async function change(
  { table, actor, now }: Service,
  [partnerId = '']: readonly string[],
  given: SettingsChange,
) {
  const changed = await changePartner(table, { partnerId, actor, now, change: given });
  return isFailure(changed) ? changed : reportOf(changed, now);
}

/** Asks: whoever stole a key may change everything again. */
async function unlock(service: Service, partnerId: string) {
  const { table, actor, now, confirm } = service;
  const found = await partnerStore(table).find(partnerId);
  if (!found) return fail('partner_not_found');
  if (!found.lock) return { ...reportOf(found, now), lines: ['The settings are not locked.'] };
  const { at, keyId } = found.lock;
  await confirm(
    `${keyId} locked the settings of ${partnerId} at ${at}. Has everything been looked at?`,
  );
  const unlocked = await unlockPartner(table, { partnerId, actor, now });
  if (isFailure(unlocked)) return unlocked;
  const report = reportOf(unlocked, now);
  const paused = (await pauseStore(table).find())?.[pauseName({ kind: 'partner', id: partnerId })];
  if (!paused) return report;
  const next = `Its payments are paused: npx billhook payments resume --partner ${partnerId}`;
  return { ...report, lines: [...report.lines, next] };
}

function reportOf(partner: PartnerRecord, now: number): Report {
  const shown = showPartner(partner, Date.now());
  const keys = partner.apiKeys.map((key) => [
    key.keyId,
    `${scopeOf(key)}  ${isLiveKey(key, now) ? 'live' : 'dead'}`,
  ]);
  return {
    value: { ...shown, apiKeys: partner.apiKeys.map(showApiKey) },
    lines: columns([
      ['Partner', shown._id],
      ['Name', shown.name],
      ['Status', shown.status],
      ['Created', shown.created],
      ...(shown.locked ? [['Locked', `${shown.locked.at}, by ${shown.locked.keyId}`]] : []),
      ['Auth events', shown.authEvents ? 'on' : 'off'],
      ['Pays on adding', shown.paysOnAdding ? 'on' : 'off'],
      [
        'Rate limit',
        `${shown.rateLimit.requestsPerSecond} per second, ${shown.rateLimit.burst} in a burst`,
      ],
      ...keys.map(([keyId, state]) => ['Key', `${keyId}  ${state}`]),
    ]),
  };
}
