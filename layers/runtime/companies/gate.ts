/**
 * The gate that every session at a company passes (decision: company-gates). A company without limits
 * costs no write, and no read but of its gate, which a warm function keeps for some seconds.
 */

import { type Clock, DAY_MILLISECONDS, dayInstant, dayOf } from '@billhook/core/base/dates';
import { isFailure } from '@billhook/core/base/errors';
import type { CompanyRecord } from '@billhook/core/company/company';
import { beginTrial, breakerState, TRIAL_MILLISECONDS } from '@billhook/core/company/gate/breaker';
import {
  afterSession,
  type GateOf,
  type GateRecord,
  type GateWait,
  isGateWait,
  opensBreaker,
  type SessionEnd,
  shutBy,
  waitFor,
} from '@billhook/core/company/gate/gate';
import {
  FULL_MILLISECONDS,
  type NoRoom,
  RUNNING_LEASE_MILLISECONDS,
  takeLease,
} from '@billhook/core/company/gate/leases';
import { type CompanyLimits, needsLease } from '@billhook/core/company/gate/limits';
import { logCounted, logFailure } from '../aws/logger.ts';
import { gateStore } from '../stores/gate-store.ts';
import { writeSurely } from '../table/intended-writes.ts';
import { attemptWrite, retryConflict } from '../table/retry-conflict.ts';
import type { Table, Write } from '../table/types.ts';

/** How long a warm function believes what it read of a gate. */
export const GATE_KEPT_MILLISECONDS = 5_000;

export type Entering = {
  readonly company: Pick<CompanyRecord, '_id' | 'connector'>;
  readonly limits: CompanyLimits;
  /** Of this session alone: it names its lease, and its trial. */
  readonly id: string;
  /** It is running at the company: it has begun, and only goes on. */
  readonly goesOn?: boolean;
  /** What an earlier session may have left open at the company: this one takes it up, and its lease. */
  readonly takesUp?: string;
  readonly login: string;
  readonly attended: boolean;
  /**
   * - `asked-for`: it counts among the readings of its day, and never waits for another day.
   * - `unattended`: it waits where there were enough of them.
   */
  readonly reading?: 'asked-for' | 'unattended';
};

export type Entered = {
  /** What came of the session, once. It never throws: what a company said of money must not be lost. */
  readonly told: (
    end: Pick<SessionEnd, 'outcome' | 'coolDownSeconds' | 'nonsense'>,
  ) => Promise<void>;
  /** Gives back what it took. It never throws. */
  readonly left: () => Promise<void>;
  /**
   * Keeps it, by another name, for what is running at the company now, or is open there until then. It
   * never throws.
   */
  readonly stays: (id: string, until?: number) => Promise<void>;
  /** Until when what it took up is open, unless something closes it. Milliseconds since the epoch. */
  readonly openUntil?: number;
};

export type Gate = {
  readonly enter: (asked: Entering) => Promise<Entered | GateWait>;
};

type GateDeps = { readonly table: Table; readonly clock: Clock };

export function openGate(deps: GateDeps): Gate {
  const find = keptGates(deps);
  return {
    async enter(asked) {
      const { company, id } = asked;
      const own: GateOf = { kind: 'company', id: company._id };
      const [standing, connector] = await Promise.all([
        find(own),
        find({ kind: 'connector', id: company.connector }),
      ]);
      const now = deps.clock();
      const shut = shutBy(standing, connector, now);
      if (shut) return shut;
      const state = breakerState(standing?.breaker, now, asked.login);
      if (state.kind === 'shut') return waitFor('failing', state.until);
      const trial = state.kind === 'due' ? await takeTrial(deps, own, asked) : undefined;
      if (isGateWait(trial)) return trial;
      const trialId = trial && id;
      const end = { login: asked.login, trialId };
      const told = (said: Parameters<Entered['told']>[0]) =>
        quietly(own, () => tell(deps, own, standing, { ...end, ...said, now: deps.clock() }));
      const room = await takeRoom(deps, asked);
      if (!isGateWait(room)) {
        const after = (work: () => Promise<void>) => (room.leased ? quietly(own, work) : done);
        const { openUntil } = room;
        return {
          told,
          left: () => after(() => giveBack(deps, asked)),
          stays: (lasting, until) => after(() => keep(deps, asked, { lasting, until })),
          ...(openUntil !== undefined && { openUntil }),
        };
      }
      if (trialId) await told({});
      return room;
    },
  };
}

const done = Promise.resolve();

/** What stands in the way of companies is read every few seconds, and not for every session. */
function keptGates({ table, clock }: GateDeps) {
  const store = gateStore(table);
  const kept = new Map<string, { readonly record?: GateRecord; readonly readAt: number }>();
  return async (gate: GateOf): Promise<GateRecord | undefined> => {
    const name = `${gate.kind}#${gate.id}`;
    const now = clock();
    const known = kept.get(name);
    if (known && now >= known.readAt && now - known.readAt < GATE_KEPT_MILLISECONDS)
      return known.record;
    const record = await store.find(gate);
    kept.set(name, { record, readAt: now });
    return record;
  };
}

/** Of those who come when a trial is due, one tries. */
async function takeTrial(
  { table, clock }: GateDeps,
  gate: GateOf,
  { id, login }: Pick<Entering, 'id' | 'login'>,
): Promise<'taken' | GateWait | undefined> {
  const store = gateStore(table);
  const now = clock();
  const standing = await store.find(gate);
  const shut = shutBy(standing, undefined, now);
  if (shut) return shut;
  const state = breakerState(standing?.breaker, now, login);
  if (state.kind === 'shut') return waitFor('failing', state.until);
  const breaker = beginTrial(standing?.breaker, id, now, login);
  // Another has tried meanwhile, and succeeded.
  if (!standing || !breaker) return undefined;
  const next = { ...standing, version: standing.version + 1, breaker };
  const written = await table.write([store.save(gate, next, standing, now)]);
  return written === 'written' ? 'taken' : waitFor('failing', now + TRIAL_MILLISECONDS);
}

type Room = { readonly leased: boolean; readonly openUntil?: number };

async function takeRoom(
  { table, clock }: GateDeps,
  { company, id, goesOn, takesUp, login, attended, limits, reading: asked }: Entering,
): Promise<Room | GateWait> {
  const store = gateStore(table);
  const leased = needsLease(limits);
  // What goes on was counted when it began.
  const reading = goesOn ? undefined : asked;
  const counted = limits.readingsPerLoginADay !== undefined && reading !== undefined;
  if (!leased && !counted) return { leased: false };
  const taken = await retryConflict(async () => {
    const now = clock();
    let openUntil: number | undefined;
    const writes: Write[] = [];
    if (counted) {
      const found = await countReading(store, company._id, { login, limits, reading, now });
      if (isGateWait(found)) return found;
      writes.push(found);
    }
    if (leased) {
      const standing = await store.findLeases(company._id);
      const lease = takeLease(standing, { id, login, attended, limits, goesOn, takesUp, now });
      if ('over' in lease) return waitFor(lease.over, (lease as NoRoom).until);
      openUntil = lease.openUntil;
      writes.push(store.takeLease(company._id, lease, standing));
    }
    return attemptWrite(table, { leased, openUntil }, writes);
  });
  // Many came at once, and others were faster each time.
  return isFailure(taken) ? waitFor('sessionsAtOnce', clock() + FULL_MILLISECONDS) : taken;
}

async function countReading(
  store: ReturnType<typeof gateStore>,
  companyId: string,
  {
    login,
    limits,
    reading,
    now,
  }: Pick<Entering, 'login' | 'limits' | 'reading'> & { readonly now: number },
): Promise<Write | GateWait> {
  const day = dayOf(now);
  const most = limits.readingsPerLoginADay ?? 0;
  if (reading === 'asked-for') return store.countReading(companyId, { login, day, now });
  if ((await store.findReadings(companyId, login, day)) >= most) {
    const tomorrow = Date.parse(dayInstant(day)) + DAY_MILLISECONDS;
    return waitFor('readingsPerLoginADay', tomorrow);
  }
  return store.countReading(companyId, { login, day, atMost: most - 1, now });
}

/** A session that went well at a company of which nothing bad is known changes nothing, and reads nothing. */
async function tell(
  { table }: GateDeps,
  gate: GateOf,
  standing: GateRecord | undefined,
  end: SessionEnd,
): Promise<void> {
  const { outcome, coolDownSeconds, trialId, nonsense = [], now } = end;
  const failed = outcome === 'company' || outcome === 'connector';
  const bad = failed || coolDownSeconds !== undefined || nonsense.length > 0;
  if (!bad && !trialId && !standing?.breaker) return;
  const store = gateStore(table);
  const opened = await retryConflict(async () => {
    const before = await store.find(gate);
    const after = afterSession(before, end);
    if (!after || after === before) return false;
    return attemptWrite(table, opensBreaker(before, after), [store.save(gate, after, before, now)]);
  });
  if (opened !== true) return;
  const message = 'A company fails again and again, and is left alone for a while';
  logCounted('CompaniesShut', message, { companyId: gate.id }, now);
}

async function giveBack({ table, clock }: GateDeps, { company, id }: Entering): Promise<void> {
  await writeSurely(table, [gateStore(table).giveBack(company._id, id, clock())]);
}

async function keep(
  { table, clock }: GateDeps,
  { company, id, login }: Entering,
  { lasting, until }: { readonly lasting: string; readonly until: number | undefined },
): Promise<void> {
  const now = clock();
  const lease = { id, lasting, login, until: until ?? now + RUNNING_LEASE_MILLISECONDS };
  await writeSurely(table, [gateStore(table).keepLease(company._id, lease, now)]);
}

/** What the gate could not note costs a wait at most: leases and trials end by themselves. */
async function quietly({ id: companyId }: GateOf, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    logFailure('The gate of a company could not be written', error, { companyId });
  }
}
