/** `billhook client`: erasing partners' users. */

import { fail, isFailure } from '@billhook/core/base/errors';
import { type ErasureRecord, isErasure } from '@billhook/core/erasing/erasure';
import { eraseClient } from '@billhook/runtime/erasing/erase-client';
import { findBack, repeatErasures } from '@billhook/runtime/erasing/repeat-erasures';
import {
  type CommandGroup,
  type Options,
  type Report,
  type Service,
  usageError,
} from '../command-group.ts';
import { hourFromNow, openErasing } from '../erasing/open.ts';

export const clientCommands: CommandGroup = (program, does) => {
  const group = program.command('client').description("Partners' users");
  group
    .command('erase [clientId]')
    .description('Erase all that is stored of a user; sums of payments stay, without the user')
    .option('--confirm <clientId>', 'the client again, where nobody can be asked')
    .option('--repeat', 'after a restore of the table: erase all again that were erased before')
    .action(
      does((service, [clientId], options) => {
        if (options.repeat && clientId === undefined) return repeat(service, options);
        if (options.repeat || clientId === undefined)
          throw usageError('Pass a client id or --repeat');
        return erase(service, clientId, options);
      }),
    );
};

async function erase(service: Service, clientId: string, { confirm }: Options) {
  const deps = openErasing(service);
  const standing = await deps.clients.read(clientId);
  if (!standing) return fail('client_not_found');
  if (!isErasure(standing)) {
    await service.confirm(`Erase client ${clientId} of ${standing.partnerId}?`);
    const given = confirm === undefined ? undefined : String(confirm);
    await service.retype('What is erased cannot be brought back.', clientId, given);
  }
  const { actor } = service;
  const erased = await eraseClient(deps, { clientId, actor }, hourFromNow());
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

async function repeat(service: Service, { confirm }: Options): Promise<Report> {
  const deps = openErasing(service);
  const { clients, partners } = await findBack(deps);
  const partnerLines = partners.map(
    (id) => `Partner ${id} was erased and is back: npx billhook partner erase ${id}`,
  );
  if (clients.length === 0) {
    const value = { erased: [], busy: [], left: [], partners };
    return { value, lines: ['No erased client is back.', ...partnerLines] };
  }
  await service.confirm(`Erase ${clients.length} clients again that were erased before?`);
  const given = confirm === undefined ? undefined : String(confirm);
  await service.retype('How many are to be erased?', String(clients.length), given);
  const { actor } = service;
  const repeated = await repeatErasures(deps, clients, actor, hourFromNow());
  const { erased, busy, left } = repeated;
  return {
    value: { ...repeated, partners },
    lines: [
      `${erased.length} clients are erased again.`,
      ...left.map((id) => `${id} is marked. The sweep removes the rest.`),
      ...busy.map((id) => `${id} has money under way. Erase it once that has ended.`),
      ...partnerLines,
    ],
  };
}
