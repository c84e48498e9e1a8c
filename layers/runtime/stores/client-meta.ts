/** What a partner says of its user beside the identifier: sealed as cards are, and read by nobody yet. */

import type { Sealed } from '@billhook/core/base/sealed';
import { clearMeta } from '@billhook/core/client/client';
import type { ClientMeta } from '@billhook/core/schemas/client';
import type { Vault } from '../aws/vault.ts';

export type SealMeta = (clientId: string, meta: ClientMeta) => Promise<Sealed>;

export function metaSealer(vault: Vault): SealMeta {
  return (clientId, meta) => vault.seal({ clientId, recordId: clientId }, meta);
}

/** Nothing where nothing was given. @throws Error where it could only be kept in clear. */
export async function sealGiven(
  clientId: string,
  meta: ClientMeta | undefined,
  seal: SealMeta | undefined,
): Promise<Sealed | undefined> {
  const given = clearMeta({ meta });
  if (!given) return undefined;
  if (!seal) throw new Error('The operation does not declare that it seals');
  return seal(clientId, given);
}
