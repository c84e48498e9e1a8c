/**
 * The gate of a company (decision: company-gates): whether a session may begin there now, and what a
 * session that has ended changes about it. A record stands only where something speaks, or spoke, against
 * going to the company.
 */
import { DAY_MILLISECONDS } from '../../base/dates.ts';
import type { Pause } from '../../partner/payment-pause.ts';
import { afterFailure, afterNothing, afterSuccess, type Breaker, breakerState } from './breaker.ts';
import type { SessionOutcome } from './faults.ts';

/** What a company asks for itself is believed up to this. */
export const LONGEST_COOL_DOWN_MILLISECONDS = DAY_MILLISECONDS;
/** When what an operator has paused is looked at again. */
const LOOK_AGAIN_MILLISECONDS = 10 * 60_000;

export type GateRecord = {
  readonly version: number;
  /** By an operator. */
  readonly paused?: Pause;
  /** Milliseconds since the epoch, of the machine's clock, as all times here. */
  readonly coolUntil?: number;
  readonly breaker?: Breaker;
  /** Which members of results made no sense lately, and of which logins. */
  readonly nonsense?: Nonsense;
};

/** By the member: `listBills: bills.0.dueOn`. */
export type Nonsense = Readonly<
  Record<string, { readonly logins: readonly string[]; readonly at: number }>
>;

/** So many members are shown, each with so many logins. */
const NONSENSE_MEMBERS = 5;
export const NONSENSE_LOGINS = 20;
const NONSENSE_MILLISECONDS = 3 * DAY_MILLISECONDS;

/** A gate is a company's, or a connector's, which has only the operator's switch. */
export type GateOf = { readonly kind: 'company' | 'connector'; readonly id: string };

/** Why a session has to wait; the last four are limits. */
export type WaitReason =
  | 'paused'
  | 'cooling-down'
  | 'failing'
  | 'sessionsAtOnce'
  | 'sessionsAtOncePerLogin'
  | 'sessionsAMinute'
  | 'readingsPerLoginADay';

/** `until`: when it may be tried again; nobody knows whether it helps. */
export type GateWait = {
  readonly kind: 'gate-wait';
  readonly reason: WaitReason;
  readonly until: number;
};

export function waitFor(reason: WaitReason, until: number): GateWait {
  return { kind: 'gate-wait', reason, until };
}

export function isGateWait(value: unknown): value is GateWait {
  return typeof value === 'object' && (value as GateWait | null)?.kind === 'gate-wait';
}

/** What shuts the gate for everybody; nothing where a session may begin, or one may try. */
export function shutBy(
  company: GateRecord | undefined,
  connector: GateRecord | undefined,
  now: number,
): GateWait | undefined {
  if (company?.paused || connector?.paused) return waitFor('paused', now + LOOK_AGAIN_MILLISECONDS);
  const { coolUntil = 0 } = company ?? {};
  const state = breakerState(company?.breaker, now);
  if (state.kind === 'shut') return waitFor('failing', Math.max(state.until, coolUntil));
  return coolUntil > now ? waitFor('cooling-down', coolUntil) : undefined;
}

/** The company as it is shown and asked now: in maintenance while nobody is let in. */
export function asLetIn<T extends { readonly status: 'operational' | 'maintenance' }>(
  company: T,
  own: GateRecord | undefined,
  connector: GateRecord | undefined,
  now: number,
): T {
  if (company.status === 'maintenance' || !shutBy(own, connector, now)) return company;
  return { ...company, status: 'maintenance' };
}

/** How a session ended. */
export type SessionEnd = {
  /** Nothing where the company was not asked for anything. */
  readonly outcome?: SessionOutcome;
  /** The company has blocked us, or asked for some time. */
  readonly coolDownSeconds?: number;
  readonly login: string;
  readonly trialId?: string;
  /** Members of its results that made no sense. */
  readonly nonsense?: readonly string[];
  readonly now: number;
};

/** The record after a session; the same where that changes nothing, and so is not to be written. */
export function afterSession(
  record: GateRecord | undefined,
  end: SessionEnd,
): GateRecord | undefined {
  const { outcome, coolDownSeconds = 0, now } = end;
  const failed = outcome === 'company' || outcome === 'connector';
  const breaker =
    outcome === undefined
      ? afterNothing(record?.breaker, end)
      : failed
        ? afterFailure(record?.breaker, { ...end, ofAccount: outcome === 'connector' })
        : afterSuccess(record?.breaker, end);
  const asked = Math.min(coolDownSeconds * 1000, LONGEST_COOL_DOWN_MILLISECONDS);
  const coolUntil = Math.max(record?.coolUntil ?? 0, asked > 0 ? now + asked : 0);
  // What is over says nothing more: it goes with the next change.
  const nonsense = withNonsense(record?.nonsense, end);
  const unchanged =
    breaker === record?.breaker &&
    coolUntil === (record?.coolUntil ?? 0) &&
    nonsense === record?.nonsense;
  if (unchanged) return record;
  const { paused, version = 0 } = record ?? {};
  return {
    version: version + 1,
    ...(paused && { paused }),
    ...(coolUntil > now && { coolUntil }),
    ...(breaker && { breaker }),
    ...(nonsense && { nonsense }),
  };
}

/** The same where the session adds nothing. The oldest are left out. */
function withNonsense(
  before: Nonsense | undefined,
  { nonsense: members = [], login, now }: SessionEnd,
): Nonsense | undefined {
  if (members.length === 0) return before;
  const standing = Object.entries(before ?? {}).filter(
    ([, { at }]) => now - at < NONSENSE_MILLISECONDS,
  );
  const next = new Map(standing);
  for (const member of members) {
    const logins = new Set([...(next.get(member)?.logins ?? []), login]);
    next.set(member, { logins: [...logins].slice(0, NONSENSE_LOGINS), at: now });
  }
  const latest = [...next].sort(([, one], [, other]) => other.at - one.at);
  return Object.fromEntries(latest.slice(0, NONSENSE_MEMBERS));
}

/** Whether a session has opened the breaker of a company that was open to all before. */
export function opensBreaker(
  before: GateRecord | undefined,
  after: GateRecord | undefined,
): boolean {
  return before?.breaker?.state !== 'open' && after?.breaker?.state === 'open';
}
