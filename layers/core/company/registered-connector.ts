/** Remote connectors that an operator has registered (decision: registered-connectors). */
import type { Manifest, PublicKey } from '@billhook/connector-kit/protocol/manifest';

export type RegisteredConnector = {
  /** Its own name, as its manifest has it: companies name it so. */
  readonly id: string;
  /** `https://…`, without a path: an operator has confirmed it. */
  readonly baseUrl: string;
  /** As it was last read and verified, without its test logins. */
  readonly manifest: Omit<Manifest, 'keys' | 'testLogins'>;
  /** The keys that count: pinned at the registration, or in a manifest that one of them has signed since. */
  readonly keys: readonly PublicKey[];
  /** `worker`: it is this deployment's own, asked by queues. It has no address, and no keys. */
  readonly transport?: 'worker';
  /** The operator has confirmed that card numbers may be given to it. */
  readonly takesCards: boolean;
  /** An instant. */
  readonly registeredAt: string;
  /** Removed: nothing is asked of it any more. What it did stays. */
  readonly removedAt?: string;
  /** What the conformance suite last said of it, and when. */
  readonly verified?: ConnectorVerified;
  /** What to pass as `since` when its companies are imported the next time. */
  readonly companiesAsOf?: string;
  /** Companies that its rows are in place of their own: ids of companies, by ids of rows. */
  readonly claims?: Readonly<Record<string, string>>;
  /** Of a worker: the rows that were imported last. It is sent to look at their pages every hour. */
  readonly watches?: readonly string[];
  readonly version: number;
};

export type ConnectorVerified = {
  /** An instant. */
  readonly at: string;
  readonly passed: number;
  readonly warned: number;
  readonly failed: number;
  readonly skipped: number;
};

/** The connector whose companies are reached by a browser of this deployment. */
export const BROWSER_CONNECTOR = 'browser';

/** As a manifest has it. */
export function isConnectorId(id: string): boolean {
  return /^[a-z][a-z0-9-]{2,39}$/.test(id);
}

/** Names that no remote connector can have: those of connectors that come with Billhook. */
export const ownConnectorIds: ReadonlySet<string> = new Set(['sandbox', 'billhook']);
