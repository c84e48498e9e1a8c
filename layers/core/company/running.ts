/**
 * Calls of a connector that go on for minutes while nobody waits for them (decision: calls-that-run).
 * All times are of the machine's clock.
 */

import { instantText } from '../base/dates.ts';
import type { RunningTimeouts } from './capabilities.ts';
import type { Running, RunStep } from './connector.ts';
import { WORK_LEASE_MILLISECONDS } from './worker/operation.ts';

/** Kept on the record that the call is for, until it has ended. */
export type RunningCall = {
  readonly call: 'logIn' | 'listBills' | 'pay' | 'swap';
  /** Nobody else knows the operation. */
  readonly connector: string;
  readonly operation: string;
  /** When it began; an instant. */
  readonly since: string;
  /** How often it was asked about. */
  readonly asked: number;
  /** What is being done there, where the connector says so. */
  readonly step?: RunStep;
};

/** The longest wait between two questions, and the longest that a connector may put off the first. */
export const MAX_POLL_SECONDS = 60;
/** After so long without a word of its worker, whoever waits for it asks. */
export const HEARTBEAT_SECONDS = WORK_LEASE_MILLISECONDS / 1000;
export const DEFAULT_TIMEOUT_SECONDS = 600;
/** Below the hour after which a daily reading that never ended is begun again. */
export const MAX_TIMEOUT_SECONDS = 1_800;

const timeoutNames = {
  logIn: 'login',
  listBills: 'bills',
  pay: 'payment',
  swap: 'swap',
} as const satisfies Record<RunningCall['call'], keyof RunningTimeouts>;

/** The call as it is kept, once its connector said that it is running. */
export function goOnRunning(
  standing: RunningCall | undefined,
  said: Running,
  { call, connector }: Pick<RunningCall, 'call' | 'connector'>,
  now: number,
): RunningCall {
  const { operation } = said;
  const same = standing?.call === call && standing.connector === connector;
  const { since, asked } = same ? standing : { since: instantText(now), asked: -1 };
  // A question that came to nothing says nothing of how far it is.
  const step = said.step ?? (same ? standing.step : undefined);
  return { call, connector, operation, since, asked: asked + 1, ...(step && { step }) };
}

/** What the connector is to be asked about, if it is this call of this connector. */
export function operationOf(
  running: RunningCall | undefined,
  call: RunningCall['call'],
  connector: string,
): string | undefined {
  return running?.call === call && running.connector === connector ? running.operation : undefined;
}

/**
 * Whole seconds until it is asked about again: as its connector said at first, twice as long each time;
 * nothing once it has run for too long.
 */
export function pollSeconds(
  { call, since, asked }: RunningCall,
  { askAgainAt }: Running,
  timeouts: RunningTimeouts | undefined,
  now: number,
): number | undefined {
  const longest = Math.min(
    timeouts?.[timeoutNames[call]] ?? DEFAULT_TIMEOUT_SECONDS,
    MAX_TIMEOUT_SECONDS,
  );
  const left = Math.ceil((Date.parse(since) - now) / 1000) + longest;
  if (left <= 0) return undefined;
  const first = Math.max(1, Math.ceil((askAgainAt - now) / 1000));
  return Math.min(first * 2 ** Math.min(asked, 6), MAX_POLL_SECONDS, left);
}

/**
 * How a workflow waits. `carried`: for a worker of ours, which says when it is done and shows by its
 * heartbeats that it is there: no need to ask sooner, but for what ends without a word.
 */
export type ReportWait = {
  readonly kind: 'running' | 'carried';
  readonly waitSeconds: number;
};

/** Nothing once it has run for too long. */
export function reportWait(
  running: RunningCall,
  said: Running,
  timeouts: RunningTimeouts | undefined,
  now: number,
): ReportWait | undefined {
  const waitSeconds = pollSeconds(running, said, timeouts, now);
  if (waitSeconds === undefined) return undefined;
  if (!said.carried) return { kind: 'running', waitSeconds };
  const latest = { ...said, askAgainAt: now + MAX_POLL_SECONDS * 1000 };
  const longest = pollSeconds(running, latest, timeouts, now) ?? waitSeconds;
  // Its time is over sooner than a heartbeat could be missed.
  return longest > HEARTBEAT_SECONDS
    ? { kind: 'carried', waitSeconds: longest }
    : { kind: 'running', waitSeconds };
}
