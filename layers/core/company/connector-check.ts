/** A look at a remote connector by the deployment itself (decision: checked-by-the-deployment). */
import type { Manifest } from '@billhook/connector-kit/protocol/manifest';
import { instantText } from '../base/dates.ts';
import type { ConnectorVerified } from './registered-connector.ts';

export type ConnectorCheck = {
  readonly checkId: string;
  /** `https://…`, without a path. */
  readonly baseUrl: string;
  /** One that is registered already: a key that is pinned has to have signed its manifest. */
  readonly connector?: string;
  readonly state: CheckState;
  /** As the deployment has read it, without test logins. */
  readonly manifest?: Omit<Manifest, 'testLogins'>;
  readonly results: readonly CheckLine[];
  /** Why it was given up. */
  readonly refusal?: string;
  /** Steps so far: each writes over the one before it and over no other. */
  readonly step: number;
};

/** `begun`: nothing was asked yet. `read`: the manifest counts, and the checks follow. */
export type CheckState = 'begun' | 'read' | 'done' | 'refused';

/** What a check came to. What it proves, the kit knows by its id. */
export type CheckLine = {
  readonly id: string;
  readonly verdict: 'PASS' | 'WARN' | 'FAIL' | 'SKIP';
  readonly detail?: string;
  readonly milliseconds: number;
};

export function isEnded(state: CheckState): boolean {
  return state === 'done' || state === 'refused';
}

/** What is kept of it with the connector. @param now when it ended. */
export function verifiedOf(results: readonly CheckLine[], now: number): ConnectorVerified {
  const count = (verdict: CheckLine['verdict']) =>
    results.filter((one) => one.verdict === verdict).length;
  return {
    at: instantText(now),
    passed: count('PASS'),
    warned: count('WARN'),
    failed: count('FAIL'),
    skipped: count('SKIP'),
  };
}
