/**
 * The breaker of a company: after repeated failures that are not the users' it opens, and nobody goes to
 * the company for a while. Then one session tries; if it succeeds, the breaker closes. All times are of
 * the machine's clock, in milliseconds.
 */
import { without } from '../../base/members.ts';
import { LEASE_MILLISECONDS } from './leases.ts';

/** One broken account must not shut a company for everybody: the failures are of several logins. */
export const FAILURES_TO_OPEN = 5;
export const LOGINS_TO_OPEN = 3;
/** Failures that are further apart than this don't add up. */
export const FAILURES_WITHIN_MILLISECONDS = 10 * 60_000;
const FIRST_MILLISECONDS = 60_000;
/** Each trial that fails doubles the time to the next, up to this. */
export const LONGEST_MILLISECONDS = 30 * 60_000;
/** As long as its session can take; after that somebody else may try. */
export const TRIAL_MILLISECONDS = LEASE_MILLISECONDS;

export type Breaker =
  | {
      readonly state: 'closed';
      readonly failures: number;
      /** Of these, the different ones. */
      readonly logins: readonly string[];
      /** When the first of the failures was. */
      readonly since: number;
    }
  | {
      readonly state: 'open';
      readonly since: number;
      /** When one session may try. */
      readonly until: number;
      /** How often it has opened in a row. */
      readonly times: number;
      /** The login that failed last: another one tries next, if there is one. */
      readonly failed?: string;
      readonly trial?: { readonly id: string; readonly until: number };
    };

/**
 * - `passes`: nothing is known against the company.
 * - `shut`: nobody goes there, before `until`.
 * - `due`: one session may try now.
 */
export type BreakerState =
  | { readonly kind: 'passes' | 'due' }
  | { readonly kind: 'shut'; readonly until: number };

/** @param login who asks. The login that failed last waits twice as long: what fails may be its own data. */
export function breakerState(
  breaker: Breaker | undefined,
  now: number,
  login?: string,
): BreakerState {
  if (breaker?.state !== 'open') return { kind: 'passes' };
  const isSame = login !== undefined && login === breaker.failed;
  const until = breaker.until + (isSame ? waitAfter(breaker.times) : 0);
  if (now < until) return { kind: 'shut', until };
  const { trial } = breaker;
  return trial && now < trial.until ? { kind: 'shut', until: trial.until } : { kind: 'due' };
}

/** The breaker with a trial begun; nothing where none is due. */
export function beginTrial(
  breaker: Breaker | undefined,
  id: string,
  now: number,
  login?: string,
): Breaker | undefined {
  if (breaker?.state !== 'open' || breakerState(breaker, now, login).kind !== 'due') {
    return undefined;
  }
  return { ...breaker, trial: { id, until: now + TRIAL_MILLISECONDS } };
}

export type Ended = {
  /** What tells the login from others at the company. */
  readonly login: string;
  /** Where the session was the trial. */
  readonly trialId?: string;
  /** What failed may be this account's data alone: more of its failures say nothing more. */
  readonly ofAccount?: boolean;
  readonly now: number;
};

/** What a session changes that began before the breaker opened: nothing. Its news are old. */
function isOwnTrial(breaker: Extract<Breaker, { state: 'open' }>, { trialId }: Ended): boolean {
  return trialId !== undefined && breaker.trial?.id === trialId;
}

export function afterFailure(breaker: Breaker | undefined, ended: Ended): Breaker {
  const { login, now, ofAccount = false } = ended;
  if (breaker?.state === 'open') {
    const { since, times } = breaker;
    return isOwnTrial(breaker, ended) ? opened(login, { now, since, times: times + 1 }) : breaker;
  }
  const recent = breaker && now - breaker.since < FAILURES_WITHIN_MILLISECONDS;
  const none = { failures: 0, logins: [] as readonly string[], since: now };
  const { failures, logins, since } = recent ? breaker : none;
  const known = [...new Set([...logins, login])].slice(0, FAILURES_TO_OPEN);
  const counted = ofAccount && logins.includes(login) ? failures : failures + 1;
  return counted >= FAILURES_TO_OPEN && known.length >= LOGINS_TO_OPEN
    ? opened(login, { now, since: now, times: 1 })
    : { state: 'closed', failures: counted, logins: known, since };
}

/** Nothing where the company is well. */
export function afterSuccess(breaker: Breaker | undefined, ended: Ended): Breaker | undefined {
  if (breaker?.state === 'open') return isOwnTrial(breaker, ended) ? undefined : breaker;
  return undefined;
}

/** A trial that never reached the company leaves it to another. */
export function afterNothing(breaker: Breaker | undefined, ended: Ended): Breaker | undefined {
  if (breaker?.state !== 'open' || !isOwnTrial(breaker, ended)) return breaker;
  return without(breaker, ['trial']);
}

function opened(
  failed: string,
  { now, since, times }: { readonly now: number; readonly since: number; readonly times: number },
): Breaker {
  return { state: 'open', since, until: now + waitAfter(times), times, failed };
}

function waitAfter(times: number): number {
  return Math.min(FIRST_MILLISECONDS * 2 ** (times - 1), LONGEST_MILLISECONDS);
}
