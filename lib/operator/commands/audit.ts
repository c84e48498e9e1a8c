/** `billhook audit`: who changed which setting, and when. */
import { fail } from '@billhook/core/base/errors';
import { isRootId } from '@billhook/core/base/ids';
import { DEPLOYMENT } from '@billhook/core/partner/audit';
import { listAudit } from '@billhook/runtime/partners/audit';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { type CommandGroup, columns, type Service } from '../command-group.ts';

export const auditCommands: CommandGroup = (program, does) => {
  program
    .command('audit <id>')
    .description(
      `Show who changed which setting of a partner, or what a client agreed to, and when; "${DEPLOYMENT}" for all other changes`,
    )
    .action(does((service, [id = '']) => list(service, id)));
};

async function list({ table }: Service, id: string) {
  const known =
    id === DEPLOYMENT || isRootId('cl', id) || (await partnerStore(table).find(id)) !== undefined;
  if (!known) return fail('partner_not_found');
  const entries = await listAudit(table, id);
  const rows = entries.map(({ at, actor, action, detail = {} }) => [
    at,
    `${actor.kind} ${actor.id}${actor.tokenFamily ? `, tokens ${actor.tokenFamily}` : ''}`,
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
