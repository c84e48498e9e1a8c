/** Work in a session at an auth's company, once its gate lets it in (decision: company-gates). */
import { createHash } from 'node:crypto';
import type { AuthRecord } from '@billhook/core/auth/auth';
import { randomText } from '@billhook/core/base/ids';
import type { CompanyRecord } from '@billhook/core/company/company';
import type { Session } from '@billhook/core/company/connector';
import { type CallOutcome, worstOf } from '@billhook/core/company/gate/faults';
import { type GateWait, isGateWait } from '@billhook/core/company/gate/gate';
import { leaseOfLink, leaseOfRunning } from '@billhook/core/company/gate/lease-ids';
import { ASKED_MILLISECONDS } from '@billhook/core/company/gate/leases';
import { strictest } from '@billhook/core/company/gate/limits';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { logFailure, logSession } from '../aws/logger.ts';
import { gateStore } from '../stores/gate-store.ts';
import { lookStore } from '../stores/look-store.ts';
import type { Stores } from '../stores/open-stores.ts';
import { writeSurely } from '../table/intended-writes.ts';
import { forgetUnlinked } from './forget-unlinked.ts';
import type { Entered, Entering } from './gate.ts';
import type { Reach } from './reach.ts';
import { type CompanySession, openBareSession, openSession, type SessionFor } from './session.ts';
import { type Watching, watchedConnector } from './watched-connector.ts';
import { withheldLogin } from './withheld-login.ts';
import { isWorkOver } from './worker/unanswered.ts';

export type SessionDeps = Pick<Stores, 'table' | 'companies' | 'random'> & Reach;

export type SessionAsked = SessionFor & {
  readonly machineNow: number;
  /** Whether the session counts among the readings of its day. */
  readonly reading?: Entering['reading'];
  /** What is running at the company, and is asked about: the session has begun, and goes on. */
  readonly running?: string;
  /** Aborted where nobody waits for the session any more: the company has not answered in time. */
  readonly signal?: AbortSignal;
};

const SESSION_ID_LENGTH = 14;
const LOGIN_LENGTH = 22;
/**
 * Before a task's function is stopped, which tells nobody anything: the company counts as one that does
 * not answer. The session goes on meanwhile, and may still succeed.
 */
const LATE_MILLISECONDS = 50_000;

/**
 * What the work comes to, or why it has to wait: then the company was not reached, and no credentials
 * were opened. What the session took of the gate is given back however it ends; where the process dies,
 * time gives it back.
 */
export async function withSession<T>(
  deps: SessionDeps,
  auth: AuthRecord,
  asked: SessionAsked,
  work: (opened: CompanySession) => Promise<T>,
): Promise<T | GateWait> {
  const company = await deps.companies.find(auth.company._id);
  if (!company) throw new Error('The company of an auth is not in the directory');
  // It is read once for both.
  const companies = { ...deps.companies, find: async () => company };
  const open = () => openSession({ ...deps, companies }, auth, asked.machineNow, asked);
  const worked = async (opened: CompanySession) => {
    try {
      return await work(opened);
    } finally {
      await forgetUnlinked(deps.table, opened, asked.machineNow);
    }
  };
  return letIn(deps, { ...auth, authId: auth._id, company }, { ...asked, open, work: worked });
}

/** The same without a login; nothing where the company is not in the directory any more. */
export async function withBareSession<T>(
  deps: SessionDeps,
  payment: PaymentRecord,
  machineNow: number,
  work: (opened: CompanySession) => Promise<T>,
): Promise<T | GateWait | undefined> {
  const opened = await openBareSession(deps, payment, machineNow);
  if (!opened) return undefined;
  const { company } = opened;
  return letIn(deps, { ...payment, company }, { open: async () => opened, work });
}

type Whose = {
  readonly company: CompanyRecord;
  readonly partnerId: string;
  readonly clientId: string;
  readonly authId: string;
};

type Opening<T> = Omit<SessionAsked, 'machineNow'> & {
  readonly open: () => Promise<CompanySession>;
  readonly work: (opened: CompanySession) => Promise<T>;
};

async function letIn<T>(
  deps: SessionDeps,
  whose: Whose,
  { link, live, reading, running, signal, open, work }: Opening<T>,
): Promise<T | GateWait> {
  const { company } = whose;
  const {
    limits: ofConnector,
    inventsFaults,
    looks,
  } = deps.connectorOf(company).capabilities(company);
  const limits = strictest(ofConnector, company.limits);
  const linkId = link?.linkId ?? live?.linkId;
  // Elsewhere a session that is left open is none that the company counts: it is a cookie.
  const left = looks && linkId !== undefined ? leaseOfLink(linkId) : undefined;
  const entered = await deps.gate.enter({
    company,
    limits,
    id:
      running === undefined ? randomText(SESSION_ID_LENGTH, deps.random) : leaseOfRunning(running),
    ...(running !== undefined && { goesOn: true }),
    ...(left !== undefined && { takesUp: left }),
    login: loginName(whose),
    attended: link !== undefined || live !== undefined,
    reading,
  });
  if (isGateWait(entered)) return entered;
  const calls: CallOutcome[] = [];
  const noted = (call: CallOutcome) => calls.push(inventsFaults ? invented(call) : call);
  const nonsense = new Set<string>();
  let lasts = running;
  const runs = (operation: string | undefined) => {
    lasts = operation;
  };
  const still = openAfter(entered.openUntil, deps.clock);
  const begunAt = deps.clock();
  const tell = once(async () => {
    const members = nonsense.size > 0 && { nonsense: [...nonsense] };
    await entered.told({ ...endOf(calls, limits.coolDownSeconds), ...members });
    logEnd(whose, calls, { begunAt, now: deps.clock(), isCounted: looks === true });
    if (looks) await countEnd(deps, company, calls);
  });
  const limit = signal ? { signal, lift: () => {} } : deps.limitTime(LATE_MILLISECONDS);
  const late = () => {
    noted({ outcome: 'company' });
    void tell();
  };
  limit.signal.addEventListener('abort', late);
  try {
    const opened = await open();
    const retryAfter = (retryAfterSeconds: number) =>
      noted({ outcome: 'company', retryAfterSeconds });
    const { keep } = opened.session;
    const session = {
      ...{ ...opened.session, retryAfter, ...(signal && { signal }) },
      ...(!inventsFaults && { nonsense: (member: string) => void nonsense.add(member) }),
      ...(keep && { keep: still.keeping(keep) }),
    };
    const watched = watchedConnector(opened.connector, { noted, runs, ended: still.ended });
    const { lacks = [] } = opened;
    // Outside of what is watched: it says nothing of the company.
    const connector = lacks.length > 0 ? withheldLogin(watched, lacks) : watched;
    return await work({ ...opened, session, connector });
  } finally {
    limit.signal.removeEventListener('abort', late);
    limit.lift();
    await tell();
    const until = still.openUntil();
    // A session that is running at the company, or open there, is one of those that it has at once.
    if (lasts !== undefined) await entered.stays(leaseOfRunning(lasts));
    else if (left !== undefined && until > deps.clock()) {
      await entered.stays(left, until);
      if (link && still.asks()) await leaveIfOver(deps, whose, link.linkId);
    } else await entered.left();
  }
}

/**
 * Whose link has ended meanwhile is not going to answer: its session closes, which may have been before
 * its place had this name (worker/unanswered.ts). It never throws: the place is over in minutes by itself.
 */
async function leaveIfOver(
  { table, clock }: SessionDeps,
  { authId, company: { _id: companyId } }: Whose,
  linkId: string,
): Promise<void> {
  try {
    if (!(await isWorkOver({ table }, { authId, linkId }))) return;
    await writeSurely(table, [gateStore(table).giveBack(companyId, leaseOfLink(linkId), clock())]);
  } catch (error) {
    logFailure('The gate of a company could not be written', error, { companyId });
  }
}

/** What money was asked for with may have been looked up without its session, which is open still then. */
const LOOKS_UP: ReadonlySet<string> = new Set(['findPayment', 'findSwap', 'cancelPayment']);

/**
 * Until when the session is open at its company, by what its calls came to. One of which nobody knows how
 * it ended may have left it open: until the end that was known.
 */
function openAfter(openUntil: number | undefined, clock: SessionDeps['clock']) {
  let until = openUntil ?? 0;
  let given: number | undefined;
  let asks = false;
  const keeping =
    (keep: NonNullable<Session['keep']>): typeof keep =>
    (more) => {
      if (more.live) given = more.live.seconds * 1000;
      keep(more);
    };
  const ended: Watching['ended'] = (result, call) => {
    asks = (result as { readonly kind?: unknown } | undefined)?.kind === 'mfa-required';
    const milliseconds = asks ? ASKED_MILLISECONDS : given;
    given = undefined;
    if (milliseconds !== undefined) until = clock() + milliseconds;
    else if (!LOOKS_UP.has(call)) until = 0;
  };
  return { keeping, ended, openUntil: () => until, asks: () => asks };
}

/** What is kept of sessions names no client. */
function loginName({ authId }: Whose): string {
  return digestOf(authId).slice(0, LOGIN_LENGTH);
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** What goes wrong is what the users of the company asked for. */
function invented({ outcome }: CallOutcome): CallOutcome {
  return { outcome: outcome === 'success' ? outcome : 'user' };
}

function endOf(
  calls: readonly CallOutcome[],
  coolDownSeconds: number | undefined,
): Parameters<Entered['told']>[0] {
  const asked = calls.map(({ retryAfterSeconds = 0 }) => retryAfterSeconds);
  const blocked = calls.some((call) => call.blocked) ? (coolDownSeconds ?? 0) : 0;
  const seconds = Math.max(0, blocked, ...asked);
  return { outcome: worstOf(calls), ...(seconds > 0 && { coolDownSeconds: seconds }) };
}

/** Never throws: what a company said of money must not be lost for a line in the log. */
function logEnd(
  { partnerId, clientId, authId, company: { _id: companyId, connector } }: Whose,
  calls: readonly CallOutcome[],
  { begunAt, now, isCounted }: Measured,
): void {
  const outcome = worstOf(calls);
  if (outcome === undefined) return;
  const ids = { companyId, partnerId, clientId, authId };
  try {
    const measured = { connector, outcome, milliseconds: now - begunAt };
    logSession(ids, { ...measured, ...(isCounted && { company: companyId }) }, now);
  } catch (error) {
    logFailure('A session could not be measured', error, ids);
  }
}

type Measured = { readonly begunAt: number; readonly now: number; readonly isCounted: boolean };

/** It never throws: what a session came to must not be lost for its being counted. */
async function countEnd(
  { table, clock }: SessionDeps,
  { _id: companyId }: CompanyRecord,
  calls: readonly CallOutcome[],
): Promise<void> {
  const outcome = worstOf(calls);
  if (outcome === undefined) return;
  try {
    await writeSurely(table, [lookStore(table).count(companyId, outcome, clock())]);
  } catch (error) {
    logFailure('A session could not be counted', error, { companyId });
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | undefined;
  return () => {
    begun ??= work();
    return begun;
  };
}
