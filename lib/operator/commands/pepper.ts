/** `billhook pepper`: the secret that API keys are hashed with. */
import { isLiveKey } from '@billhook/core/partner/api-key';
import { DEPLOYMENT } from '@billhook/core/partner/audit';
import { openPeppers } from '@billhook/runtime/callers/pepper';
import { auditEntry } from '@billhook/runtime/partners/audit';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { writeSurely } from '@billhook/runtime/table/intended-writes';
import { type CommandGroup, type Report, refusal, type Service } from '../command-group.ts';

const SHOWN_KEYS = 5;
/** Twice as long as a function may go on with the pepper that it read. */
const MIN_MINUTES_BETWEEN = 10;

export const pepperCommands: CommandGroup = (program, does) => {
  const group = program.command('pepper').description('The secret that API keys are hashed with');
  group
    .command('rotate')
    .description('Create a new pepper; keys hashed with the previous one keep working')
    .option('--force', 'even if keys that were not used since the last rotation stop working')
    .action(does((service, _names, { force }) => rotate(service, force === true)));
};

/**
 * The pepper before the newest is given up with each rotation. A key that was not used since the last
 * one is still hashed with it, and would stop working.
 */
async function rotate(service: Service, force: boolean): Promise<Report> {
  const { table, aws, actor, now, confirm } = service;
  const peppers = openPeppers({ aws });
  const { version, made } = await peppers.newest();
  if (!force && made && now < Date.parse(made) + MIN_MINUTES_BETWEEN * 60_000) {
    throw refusal(
      `The pepper was rotated less than ${MIN_MINUTES_BETWEEN} minutes ago: a function may still hash a new key with the previous one. Wait, or pass --force.`,
    );
  }
  const lost = await keysBefore(service, version);
  if (lost.length > 0 && !force) {
    const shown = lost.slice(0, SHOWN_KEYS).join(', ');
    throw refusal(
      `${lost.length} live keys were not used since the last rotation and would stop working: ${shown}${lost.length > SHOWN_KEYS ? ', …' : ''}. Pass --force to give them up.`,
    );
  }
  await confirm(
    lost.length > 0
      ? `Rotate the pepper, and permanently give up ${lost.length} live keys?`
      : `Rotate the pepper? The current one stops working at a later rotation.`,
  );
  // First, so that no rotation goes unrecorded: a secret is in no transaction of the table.
  const detail = { version: version + 1, lostKeys: lost.length };
  const action = 'pepper-rotated';
  await writeSurely(table, [auditEntry({ partnerId: DEPLOYMENT, actor, action, now, detail })]);
  const rotated = await peppers.rotate(now);
  return {
    value: { version: rotated.version, lostKeys: lost },
    lines: [
      `The pepper is now at version ${rotated.version}. Keys are rehashed when they are next used.`,
    ],
  };
}

async function keysBefore({ table, now }: Service, version: number): Promise<string[]> {
  const partners = partnerStore(table);
  const keyIds: string[] = [];
  for await (const partnerId of partners.listIds()) {
    for (const key of (await partners.find(partnerId))?.apiKeys ?? []) {
      if (isLiveKey(key, now) && key.pepperVersion < version) keyIds.push(key.keyId);
    }
  }
  return keyIds;
}
