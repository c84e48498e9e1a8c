/**
 * The keys in KMS that are replaced from time to time, by what they are for: one that signs tokens, and
 * two for connectors (decision: keys-for-connectors). Each kind has a ring of its own.
 */

import { MAX_ACCESS_TOKEN_SECONDS, MAX_TOKEN_MILLISECONDS } from '../api/token-lifetime.ts';
import { DAY_MILLISECONDS } from '../base/dates.ts';
import {
  connectorEncryptionKeysKey,
  connectorSigningKeysKey,
  type ItemKey,
  tokenKeysKey,
} from '../base/table-keys.ts';
import type { AuditAction } from '../partner/audit.ts';

const HOUR_MILLISECONDS = 60 * 60_000;

export type RingName = 'token' | 'connectorSigning' | 'connectorEncryption';

/** What is told of a ring's rotation. */
export type RingActions = Readonly<
  Record<'published' | 'rotated' | 'retired' | 'revoked', AuditAction>
>;

export type KeyRing = {
  readonly name: RingName;
  /** What the tag of its keys says that they are for. */
  readonly use: string;
  /** Where the table says which of them count. */
  readonly item: ItemKey;
  readonly usage: 'SIGN_VERIFY' | 'KEY_AGREEMENT';
  readonly description: string;
  /** A key that has been the current one for so long is replaced unasked; left out, none is. */
  readonly rotatedAfter?: number;
  /** How long a key is published before it is used, in milliseconds. */
  readonly published: number;
  /** How long a replaced key is accepted, in milliseconds. */
  readonly accepted: number;
  /** Nobody finds a new key by himself: the operator says when everybody has it. */
  readonly byHand?: true;
  readonly actions: RingActions;
};

/** Every key is on this curve. */
export const KEY_SPEC = 'ECC_NIST_P256';

/** When functions lose the right to sign with a replaced key: none goes on with it for so long. */
export const CLOSED_AFTER_MILLISECONDS = HOUR_MILLISECONDS;

const tokenRing: KeyRing = {
  name: 'token',
  use: 'token-signing',
  item: tokenKeysKey,
  usage: 'SIGN_VERIFY',
  description: 'Signs SSO and access tokens',
  rotatedAfter: 365 * DAY_MILLISECONDS,
  // Partners who fetch the keys once a day know it by then.
  published: 2 * DAY_MILLISECONDS,
  // Longer than any token lives that it has signed.
  accepted: MAX_TOKEN_MILLISECONDS + MAX_ACCESS_TOKEN_SECONDS * 1000,
  actions: {
    published: 'token-key-published',
    rotated: 'token-key-rotated',
    retired: 'token-key-retired',
    revoked: 'token-keys-revoked',
  },
};

const ofConnectors = {
  byHand: true,
  // As long as the protocol asks of connectors.
  published: DAY_MILLISECONDS,
  // Longer than a connector repeats what it has encrypted, which is for 30 days.
  accepted: 31 * DAY_MILLISECONDS,
  actions: {
    published: 'connector-key-published',
    rotated: 'connector-key-rotated',
    retired: 'connector-key-retired',
    revoked: 'connector-keys-revoked',
  },
} as const;

const connectorSigning: KeyRing = {
  ...ofConnectors,
  name: 'connectorSigning',
  use: 'connector-signing',
  item: connectorSigningKeysKey,
  usage: 'SIGN_VERIFY',
  description: 'Signs requests to connectors',
};

const connectorEncryption: KeyRing = {
  ...ofConnectors,
  name: 'connectorEncryption',
  use: 'connector-encryption',
  item: connectorEncryptionKeysKey,
  usage: 'KEY_AGREEMENT',
  description: 'Opens what connectors return in secret',
};

export const keyRings: Readonly<Record<RingName, KeyRing>> = {
  token: tokenRing,
  connectorSigning,
  connectorEncryption,
};
