/** What a connector's server is made with. */
import type { KeySet, Manifest } from '../protocol/manifest.ts';
import type { OperationState } from '../protocol/operations.ts';
import type { Store } from '../stores/store.ts';
import type { OpenKeys, OwnKeys } from '../wire/keys.ts';
import type { Author } from './author.ts';

/** A deployment that may call: its name here, its public keys, and where it takes reports. */
export type Caller = {
  readonly name: string;
  readonly keys: KeySet;
  /** The address that reports are sent below. Without one, the caller polls. */
  readonly reportsTo?: string;
};

export type ServerOptions = {
  readonly manifest: Omit<Manifest, 'protocols' | 'keys'>;
  /** What callers put before a path: `https://connector.example`. It is signed. */
  readonly baseUrl: string;
  /** `earlier`: keys whose secrets are still opened while callers learn the new one. */
  readonly keys: OwnKeys & { readonly earlier?: readonly OwnKeys['encryption'][] };
  readonly callers: readonly Caller[];
  readonly store: Store;
  /** At least 32 characters that nobody else knows. It tells one order from another by keyed hashes. */
  readonly fingerprintSecret: string;
  readonly author: Author;
  /** Seconds until a response says `running`. `Infinity` where nothing runs on after a response. */
  readonly answerSeconds?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly fetch?: typeof fetch;
  /** Told what happened, by ids alone. */
  readonly log?: (event: LogEvent) => void;
  /**
   * Given what an author's function threw, after `log` was told. An error may hold anything that the
   * company said, so this is for developing: leave it out where logins are real.
   */
  readonly onError?: (error: unknown, event: LogEvent) => void;
};

export type LogEvent = {
  readonly what:
    | 'report-failed'
    | 'author-failed'
    | 'result-refused'
    | 'request-refused'
    | 'outcome-changed';
  readonly operation?: string;
  readonly caller?: string;
  /** A name out of the protocol: of an operation, a problem, or a member. */
  readonly name?: string;
  /** Of a result that was refused: the member that is wrong, and how. Never its value. */
  readonly member?: string;
  readonly rule?: string;
  /** The type of the value that it has: `string`, `undefined`. */
  readonly got?: string;
};

export type OpenCaller = Omit<Caller, 'keys'> & { readonly keys: OpenKeys };

/** The options with everything opened and nothing left out. */
export type Opened = Omit<Required<ServerOptions>, 'callers' | 'manifest'> & {
  readonly manifest: Manifest;
  readonly callers: readonly OpenCaller[];
  /** Operations that run in this process, by the key of their record. */
  readonly running: Map<string, Promise<unknown>>;
  readonly report: (caller: OpenCaller, state: OperationState) => void;
};
