/** How long whoever stands before a company's gate waits, and who is told instead. */
import { shardOf } from '../../base/table-keys.ts';
import type { GateWait } from './gate.ts';

const SHORTEST_MILLISECONDS = 5_000;
/** What waits longer is left to a sweep. */
export const LONGEST_WAIT_MILLISECONDS = 5 * 60_000;
/** A user waits for a link: after this long they are told. */
export const LINK_MILLISECONDS = 10 * 60_000;
/** Nor does a user wait for something that is known to take longer. */
const LINK_LONGEST_MILLISECONDS = 2 * 60_000;
/** Of the time that it has waited already. The waits grow, so that a workflow never makes too many. */
const GROWTH = 0.1;

export type Waiter = {
  /** What waits. Those that were turned away together come back apart. */
  readonly id: string;
  /** Since when it waits; both are milliseconds since the epoch, of the machine's clock. */
  readonly since: number;
  readonly now: number;
};

/** Whole seconds for a workflow to wait before it tries again; `later` where a sweep has to. */
export function workflowWait({ until }: GateWait, { id, since, now }: Waiter): number | 'later' {
  const grown = Math.max(until - now, (now - since) * GROWTH, SHORTEST_MILLISECONDS);
  if (grown > LONGEST_WAIT_MILLISECONDS) return 'later';
  const seconds = Math.ceil(grown / 1000);
  return seconds + shardOf(`${id}${now}`, Math.ceil(seconds / 2) + 1);
}

/** The same of a link; `told` where its user is told that the company has a problem. */
export function linkWait(wait: GateWait, waiter: Waiter): number | 'told' {
  const { since, now } = waiter;
  const hopeless = wait.reason === 'paused' || wait.until - now > LINK_LONGEST_MILLISECONDS;
  if (hopeless || now - since >= LINK_MILLISECONDS) return 'told';
  const seconds = workflowWait(wait, waiter);
  return seconds === 'later' ? 'told' : seconds;
}
