/** How an operation is tried: what must succeed, and what must be refused with which code. */
import type { ErrorCode } from '@billhook/core/errors';
import type { ApiClient } from '../../../lib/client/api-client.ts';
import type { AnyResult } from '../../support/world.ts';

/** A client with a verified auth, its bill and a card, which no case may change. */
export type Scene = {
  readonly clientId: string;
  readonly identifier: string;
  readonly authId: string;
  readonly billId: string;
  readonly methodId: string;
  readonly companyId: string;
  readonly partnerId: string;
  /** An SSO token of the client. */
  readonly token: string;
  /** Names an open challenge of another auth of the client. */
  readonly challengeToken: string;
  readonly challengedAuthId: string;
  readonly questionId: string;
};

type Try = (scene: Scene, api: ApiClient) => Promise<AnyResult>;

export type OperationCase = {
  readonly success: Try;
  /** Each declared error that a caller can bring about by itself. */
  readonly refusals: { readonly [code in ErrorCode]?: Try };
  /** What another partner is answered for the ids of this one; none where a call takes no id. */
  readonly foreign?: readonly (readonly [ErrorCode, Try])[];
};

/** Well-formed ids of things that never existed. */
export const unknown = {
  clientId: 'cl_00000000000000000000',
  authId: 'auth_00000000000000000000_00000000000000',
  billId: 'bill_00000000000000000000_00000000000000',
  paymentMethodId: 'pm_00000000000000000000_00000000000000',
  swapId: 'swap_00000000000000000000_00000000000000',
  companyId: 'co_00000000000000000000',
  partnerId: 'ptn_00000000000000000000',
  endpointId: 'we_00000000000000000000',
  encryptionKeyId: 'key_00000000000000000000',
} as const;
