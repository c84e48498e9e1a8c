/** Clients: a partner's end users. */
import type { ClientMeta } from './schemas/client.ts';
import type { TokenState } from './token-marks.ts';

export type ClientRecord = TokenState & {
  readonly _id: string;
  readonly partnerId: string;
  readonly identifier: string;
  readonly meta: ClientMeta;
  readonly created: string;
  /** Raised with each change of its `TokenState`: of two that race, one decides again. */
  readonly tokenVersion: number;
  /** Pays every bill that has no method of its own. */
  readonly defaultMethodId?: string;
};

export function newClient(
  given: { readonly identifier: string; readonly meta?: ClientMeta },
  context: { readonly clientId: string; readonly partnerId: string; readonly now: string },
): ClientRecord {
  return {
    _id: context.clientId,
    partnerId: context.partnerId,
    identifier: given.identifier,
    meta: given.meta ?? {},
    created: context.now,
    tokenGeneration: 0,
    tokenVersion: 0,
  };
}
