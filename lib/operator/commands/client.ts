/** `billhook client`: erasing a partner's user. */
import { randomBytes } from 'node:crypto';
import { type ErasureRecord, isErasure } from '@billhook/core/erasing/erasure';
import { fail, isFailure } from '@billhook/core/errors';
import { eraseClient } from '@billhook/runtime/erasing/erase-client';
import { clientStore } from '@billhook/runtime/stores/client-store';
import { openStores } from '@billhook/runtime/stores/open-stores';
import type { CommandGroup, Options, Report, Service } from '../command-group.ts';

/** Nobody waits for an operator's command but the operator. */
const MAX_MILLISECONDS = 10 * 60_000;

export const clientCommands: CommandGroup = (program, does) => {
  const group = program.command('client').description("Partners' users");
  group
    .command('erase <clientId>')
    .description('Erase all that is stored of a user; sums of payments stay, without the user')
    .option('--confirm <clientId>', 'the client again, where nobody can be asked')
    .action(does((service, [clientId = ''], options) => erase(service, clientId, options)));
};

async function erase(service: Service, clientId: string, { confirm }: Options) {
  const standing = await clientStore(service.table).read(clientId);
  if (!standing) return fail('client_not_found');
  const ofPartner = isErasure(standing) ? standing.ofPartner : standing.partnerId;
  if (!isErasure(standing)) {
    await service.confirm(`Erase client ${clientId} of ${ofPartner}?`);
    const given = confirm === undefined ? undefined : String(confirm);
    await service.retype('What is erased cannot be brought back.', clientId, given);
  }
  const { table, aws, actor } = service;
  const clock = Date.now;
  const run = { clock, deadline: clock() + MAX_MILLISECONDS };
  const deps = { ...openStores({ table, random: randomBytes }), aws };
  const erased = await eraseClient(deps, { clientId, actor }, run);
  return isFailure(erased) ? erased : reportOf(erased);
}

function reportOf({ _id: clientId, ofPartner, erasure, since, erasedAt }: ErasureRecord): Report {
  const state = {
    erased: `Client ${clientId} of ${ofPartner} is erased.`,
    erasing: `Client ${clientId} of ${ofPartner} is marked. The sweep removes the rest.`,
  } as const;
  return {
    value: {
      clientId,
      partnerId: ofPartner,
      status: erasure,
      since,
      ...(erasedAt && { erasedAt }),
    },
    lines: [state[erasure]],
  };
}
