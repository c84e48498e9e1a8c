/** What a kept state holds, and what must become of each part of it when a later release opens it. */
import type { Everything } from './read-everything.ts';

/**
 * The status that must be seen a moment after the kill, and long after it; `none` without one. Of
 * several, whichever came first.
 */
export type Becomes = { readonly soon: string; readonly later: string };

export type KeptAuth = Becomes & {
  readonly name: string;
  readonly clientId: string;
  readonly authId: string;
  /** Answers its open challenge, while that is open. */
  readonly answer?: 'questions' | 'code' | 'prompt';
};

export type KeptPayment = Becomes & {
  readonly name: string;
  readonly clientId: string;
  readonly billId: string;
};

export type KeptSwap = Becomes & { readonly name: string; readonly clientId: string };

export type KeptEndpoint = {
  readonly endpointId: string;
  /** Events that were on their way there at the kill. */
  readonly eventIds: readonly string[];
};

export type Manifest = {
  /** The release that wrote the state. */
  readonly version: string;
  /** The instant of the kill. */
  readonly keptAt: string;
  readonly partners: {
    /** Its key is the one that the service hands out when it starts. */
    readonly first: string;
    /** Its clock was moved ahead. */
    readonly moved: string;
    /** Its requests have to be signed. */
    readonly signed: string;
    readonly suspended: string;
    /** It may send a request a second. */
    readonly slow: string;
  };
  /** Of the first partner. */
  readonly clients: readonly string[];
  /** How much the first partner could read when nothing was under way yet. */
  readonly counts: Everything;
  readonly auths: readonly KeptAuth[];
  readonly deletedAuths: readonly string[];
  readonly payments: readonly KeptPayment[];
  readonly swaps: readonly KeptSwap[];
  /** Bills with what their user set. */
  readonly customized: { readonly billId: string; readonly label: string; readonly amount: string };
  readonly moved: {
    readonly billId: string;
    readonly aheadDays: number;
    readonly payments: number;
  };
  readonly endpoints: {
    /** It was disabled, and everything for it put aside. */
    readonly disabled: KeptEndpoint;
    /** It answered 503, so that its events are to be tried again. */
    readonly failing: KeptEndpoint;
    /** Its partner is suspended. */
    readonly suspended: KeptEndpoint;
  };
  readonly fontId: string;
  readonly encryptionKeyId: string;
};

/** Invented, and good for nothing but this state. Packed with it, so that it is nowhere in clear. */
export type Credentials = {
  /** API keys. */
  readonly moved: string;
  readonly signed: string;
  readonly suspended: string;
  readonly slow: string;
  /** Another key of the first partner, which is live. */
  readonly second: string;
  readonly revoked: string;
  /** A key that ended by itself before the kill. */
  readonly expired: string;
  /** PKCS#8, PEM: signs the requests of the partner `signed`. */
  readonly signingKey: string;
  readonly webhookSecrets: {
    readonly disabled: string;
    readonly failing: string;
    readonly suspended: string;
  };
  readonly tokens: {
    readonly clientId: string;
    readonly sso: string;
    readonly access: string;
    readonly revoked: string;
  };
  readonly repeated: {
    readonly idempotencyKey: string;
    readonly identifier: string;
    readonly clientId: string;
  };
};
