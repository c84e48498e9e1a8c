/** After a restore: all that were erased are erased again, by the list that lies apart. */

import { isFailure } from '@billhook/core/base/errors';
import { isErasure } from '@billhook/core/erasing/erasure';
import type { Actor } from '@billhook/core/partner/audit';
import { erasures } from '../aws/erasures.ts';
import { partnerStore } from '../stores/partner-store.ts';
import { eraseClient } from './erase-client.ts';
import type { EraseDeps, Run } from './pass-over.ts';

/** Who is back, or was not erased to the end when the table was. */
export type Back = { readonly clients: readonly string[]; readonly partners: readonly string[] };

export async function findBack({ aws, table, clients }: EraseDeps): Promise<Back> {
  const found: string[] = [];
  for await (const { id } of erasures(aws, 'clients')) {
    const standing = await clients.read(id);
    const isGone = !standing || (isErasure(standing) && standing.erasure === 'erased');
    if (!isGone) found.push(id);
  }
  const partners: string[] = [];
  for await (const { id } of erasures(aws, 'partners')) {
    if (await partnerStore(table).find(id)) partners.push(id);
  }
  return { clients: found, partners };
}

export type Repeated = {
  readonly erased: readonly string[];
  /** Money of theirs was under way at the moment that was restored. */
  readonly busy: readonly string[];
  /** The sweep goes on with them. */
  readonly left: readonly string[];
};

export async function repeatErasures(
  deps: EraseDeps,
  clientIds: readonly string[],
  actor: Actor,
  run: Run,
): Promise<Repeated> {
  const repeated = { erased: [] as string[], busy: [] as string[], left: [] as string[] };
  for (const clientId of clientIds) {
    const done = await eraseClient(deps, { clientId, actor }, run);
    if (isFailure(done)) repeated.busy.push(clientId);
    else repeated[done.erasure === 'erased' ? 'erased' : 'left'].push(clientId);
  }
  return repeated;
}
