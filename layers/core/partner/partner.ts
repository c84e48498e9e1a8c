/** Partners: banks, wallets and budgeting apps that call the API for their users. */
import type { EncryptionKeyHolder } from './encryption-key.ts';
import type { KeyScope } from './scope.ts';
import type { SigningSettings } from './signing.ts';

/** An API key as it is kept (decision: hashed-api-keys): never the key, only its keyed hash. */
export type ApiKeyRecord = {
  /** `key_…`. */
  readonly keyId: string;
  /** HMAC-SHA256 of the whole key. */
  readonly hash: Uint8Array;
  /** The version of the pepper that it was hashed with. */
  readonly pepperVersion: number;
  readonly created: string;
  /** Instants; a key without them does not expire and is not revoked. */
  readonly expires?: string;
  readonly revoked?: string;
  /** The key that revoked it; missing where the operator did. */
  readonly revokedBy?: string;
  /** What it may do; everything, when left out. */
  readonly scope?: KeyScope;
};

/** A token bucket: `burst` requests at once, refilled by `requestsPerSecond`. */
export type RateLimit = { readonly requestsPerSecond: number; readonly burst: number };

export const defaultRateLimit: RateLimit = { requestsPerSecond: 100, burst: 500 };

/** A partner with its settings. An API key names its partner, so that authorizing is one read. */
export type PartnerRecord = EncryptionKeyHolder & {
  readonly _id: string;
  readonly name: string;
  /** A suspended partner's keys and tokens open nothing. */
  readonly status: 'active' | 'suspended';
  readonly created: string;
  readonly apiKeys: readonly ApiKeyRecord[];
  /**
   * Whether the events of auths begun by an API key go out to it
   * (decision: link-events-on-request); not, when left out.
   */
  readonly authEvents?: boolean;
  /**
   * Whether bills that it links are paid automatically where no consent is passed
   * (decision: automatic-payments-need-consent); they are, when left out.
   */
  readonly paysOnAdding?: boolean;
  /** `defaultRateLimit` when left out. */
  readonly rateLimit?: RateLimit;
  /** Nothing is signed while it is left out. */
  readonly signing?: SigningSettings;
  /** Set while no key may change its settings (decision: settings-lock). */
  readonly lock?: { readonly at: string; readonly keyId: string };
  /** The number of the last event about its settings. */
  readonly sequence?: number;
};

export function newPartner(given: {
  readonly partnerId: string;
  readonly name: string;
  readonly now: string;
  readonly apiKeys?: readonly ApiKeyRecord[];
}): PartnerRecord {
  return {
    _id: given.partnerId,
    version: 1,
    name: given.name,
    status: 'active',
    created: given.now,
    apiKeys: given.apiKeys ?? [],
  };
}
