/** `billhook audit`: who changed which setting, and when. */
import { fail } from '@billhook/core/errors';
import { DEPLOYMENT } from '@billhook/core/partner/audit';
import { listAudit } from '@billhook/runtime/partners/audit';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { type CommandGroup, columns, type Service } from '../command-group.ts';

export const auditCommands: CommandGroup = (program, does) => {
  program
    .command('audit <partnerId>')
    .description(
      `Show who changed which setting of a partner, and when; "${DEPLOYMENT}" for all other changes`,
    )
    .action(does((service, [partnerId = '']) => list(service, partnerId)));
};

async function list({ table }: Service, partnerId: string) {
  const known = partnerId === DEPLOYMENT || (await partnerStore(table).find(partnerId));
  if (!known) return fail('partner_not_found');
  const entries = await listAudit(table, partnerId);
  const rows = entries.map(({ at, actor, action, detail = {} }) => [
    at,
    `${actor.kind} ${actor.id}`,
    action,
    Object.entries(detail)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  ]);
  return {
    value: { data: entries },
    lines: columns([['AT', 'BY', 'ACTION', 'DETAIL'], ...rows]),
  };
}
