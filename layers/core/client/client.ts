/** Clients: a partner's end users. */

import type { TokenState } from '../api/token-marks.ts';
import type { Sealed } from '../base/sealed.ts';
import type { ClientMeta } from '../schemas/client.ts';

export type ClientRecord = TokenState & {
  readonly _id: string;
  readonly partnerId: string;
  readonly identifier: string;
  /** Name, address, phone: sealed, and read by no operation. */
  readonly sealedMeta?: Sealed;
  /** The same in clear, as release 0.1.0 kept it (decision: client-meta-is-sealed). */
  readonly meta?: ClientMeta;
  readonly created: string;
  /** Raised with each change of its `TokenState`: of two that race, one decides again. */
  readonly tokenVersion: number;
  /** Pays every bill that has no method of its own. */
  readonly defaultMethodId?: string;
};

export function newClient(
  given: { readonly identifier: string; readonly sealedMeta?: Sealed },
  context: { readonly clientId: string; readonly partnerId: string; readonly now: string },
): ClientRecord {
  return {
    _id: context.clientId,
    partnerId: context.partnerId,
    identifier: given.identifier,
    ...(given.sealedMeta && { sealedMeta: given.sealedMeta }),
    created: context.now,
    tokenGeneration: 0,
    tokenVersion: 0,
  };
}

/** What a client's record says of its user in clear, if it says anything: it is to be sealed. */
export function clearMeta({ meta = {} }: Pick<ClientRecord, 'meta'>): ClientMeta | undefined {
  return Object.values(meta).some((text) => text !== undefined) ? meta : undefined;
}
