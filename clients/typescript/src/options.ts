/** What a client and its calls can be told. */

/** Your private key, whose public half the service has: `PUT /partner/signing`. */
export type Signing =
  /** PEM of PKCS #8 (`BEGIN PRIVATE KEY`), RSA of 2048 bits. */
  | { readonly privateKey: string }
  /** Answers the Base64 of an RSA signature, PKCS #1 v1.5 with SHA-256: for keys that never leave a vault. */
  | { readonly sign: (text: string) => string | Promise<string> };

/** A public key of yours at the service, as `GET /partner/public-keys/latest` shows it. */
export type EncryptionKey = {
  readonly kid: string;
  readonly n: string;
  readonly e: string;
};

export type Encryption = {
  /** Bodies that can hold a card, a code, a login or an answer; or all that can be encrypted. */
  readonly bodies: 'secrets' | 'all';
  /** Asked for once an hour. Without it, the client asks for the newest, which needs an API key. */
  readonly key?: EncryptionKey | (() => EncryptionKey | Promise<EncryptionKey>);
};

type Credential =
  /** Only on your servers. */
  | { readonly apiKey: string; readonly accessToken?: undefined }
  /** Of one of your users, for that user's data. */
  | { readonly accessToken: string | (() => string | Promise<string>); readonly apiKey?: undefined }
  /** For the operations that need neither. */
  | { readonly apiKey?: undefined; readonly accessToken?: undefined };

export type CommonOptions = {
  /** Where the service is, with `/v1`: `https://billhook.example/v1`. */
  readonly baseUrl: string;
  /** How long an attempt may take; 30 when left out. */
  readonly timeoutSeconds?: number;
  /** How often a request that is safe to repeat is sent again; 3 when left out, 0 never. */
  readonly maxRetries?: number;
  /** The longest wait before an attempt. Where the service asks for more, the call fails; 60 when left out. */
  readonly maxWaitSeconds?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Lets requests go over `http` to another machine, where something else protects them. */
  readonly allowHttp?: boolean;
  readonly encryption?: Encryption;
};

export type BillhookOptions = CommonOptions & Credential & { readonly signing?: Signing };

export type CallOptions = {
  /** Of your own making, to repeat a call after your process has ended. Otherwise each call has a new one. */
  readonly idempotencyKey?: string;
  /** Ends the call, its waits included. */
  readonly signal?: AbortSignal;
  readonly timeoutSeconds?: number;
  readonly maxRetries?: number;
};
