/** Reading the bills of an account that a link has logged in to. Safe to repeat. */
import { type AuthRecord, isLinked, withVerifiedBills } from '@billhook/core/auth/auth';
import { waitSecondsOf } from '@billhook/core/auth/auth-challenge';
import { planRefresh, withoutRefresh, withPartial } from '@billhook/core/bill/refresh';
import { isNotLoggedIn, isRunning, type NotLoggedIn } from '@billhook/core/company/connector';
import { isGateWait } from '@billhook/core/company/gate/gate';
import { endLive } from '../companies/end-live.ts';
import { withKept } from '../companies/kept-sessions.ts';
import { countLinked } from '../companies/popular.ts';
import type { Reach } from '../companies/reach.ts';
import type { CompanySession } from '../companies/session.ts';
import { withSession } from '../companies/with-session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { clockedMark } from '../table/partner-time.ts';
import { attemptWrite, retryOrThrow } from '../table/retry-conflict.ts';
import { tellingFrom } from '../table/telling-origin.ts';
import { planBills, withinLimit } from './read-accounts.ts';
import { readCompany, reportPartial } from './read-company.ts';
import type { LinkIds } from './record.ts';
import { recordRefused } from './record-login.ts';
import { waitToLogIn } from './wait-for-company.ts';
import { waitForRunningLogin } from './wait-for-running.ts';

type Read = {
  /**
   * `waits`: the company's gate doesn't let it in yet. `running`: it is under way at the company.
   * `hold`: its user was told. All but these, `recorded` and `superseded`: the session was not signed in
   * any more.
   */
  readonly outcome:
    | 'recorded'
    | 'superseded'
    | 'waits'
    | 'running'
    | 'carried'
    | 'authenticate'
    | 'hold'
    | 'mfa-required';
  /** Whether the link goes on to pay, or to put a card on file. */
  readonly pays?: boolean;
  readonly swaps?: boolean;
  /** How long the workflow waits: for the gate, for the company, or for the answer to what the company asks. */
  readonly waitSeconds?: number;
};

export async function readLinkedBills(
  deps: Stores & Reach,
  { linkId, authId }: LinkIds,
  machineNow: number,
): Promise<Read> {
  const { table, auths } = deps;
  const found = await auths.findAny(authId);
  // A test clock may have been set since the link was asked for: what is new follows it.
  const mark = found && (await clockedMark(table, found.partnerId));
  const started = found && { ...found, ...mark };
  if (!started || !isLinked(started, linkId)) {
    return { outcome: endedAs(started, linkId) };
  }
  // This task has recorded what the company asks, and the response was lost.
  const asked = waitSecondsOf(started);
  if (asked !== undefined) return { outcome: 'mfa-required', waitSeconds: asked };
  const { link } = started;
  const { items = [], swaps = false } = link ?? {};
  // A link does one of the two with the method that it names.
  const pays = !swaps && items.includes('payment');
  const wanted = items.includes('payment') || items.includes('bill');
  const running = link?.running?.operation;
  const toRead = { machineNow, link, running, reading: 'asked-for' as const };
  const goal = { ids: { linkId, authId }, started, mark, pays, swaps, wanted };
  const read = await withSession(deps, started, toRead, (opened) =>
    recordBills(deps, goal, opened, machineNow),
  );
  return isGateWait(read) ? waitToLogIn(deps, goal.ids, read, machineNow) : read;
}

type Goal = {
  readonly pays: boolean;
  readonly swaps: boolean;
  readonly ids: LinkIds;
  readonly started: AuthRecord;
  readonly mark: Pick<AuthRecord, 'clocked'> | undefined;
  /** Whether the link asks for bills at all. */
  readonly wanted: boolean;
};

async function recordBills(
  deps: Stores & Reach,
  { ids, started, mark, pays, swaps, wanted }: Goal,
  opened: CompanySession,
  machineNow: number,
): Promise<Read> {
  const { table, auths } = deps;
  const { authId, linkId } = ids;
  const { running } = started.link ?? {};
  const shown = wanted ? await readCompany(deps, opened, started, running) : undefined;
  if (isRunning(shown)) {
    const under = { said: shown, call: 'listBills' as const, opened };
    return waitForRunningLogin(deps, ids, under, machineNow);
  }
  if (isNotLoggedIn(shown))
    return askAgain(deps, ids, { opened, read: started, refused: shown }, machineNow);
  if (shown?.isPartial) reportPartial(started);
  const { sessionId } = started.link ?? {};
  const telling = tellingFrom(table, { sessionId });
  const saved = await retryOrThrow('The bills of a link could not be recorded', async () => {
    const standing = await auths.findAny(authId);
    if (!standing || !isLinked(standing, linkId)) return 'superseded';
    const auth = { ...standing, ...mark };
    const accounts = (await shown?.accounts()) ?? [];
    const { billIds, kept } = withinLimit(auth, accounts);
    const { partnerNow } = opened.session;
    // A login for a swap alone leaves it to earlier links whether there are bills to read.
    const unread = !wanted && billIds.length === 0;
    const attended = opened.company.userPresenceRequired || unread;
    const linked = withPartial(withVerifiedBills(auth, billIds), shown, partnerNow);
    const verified = attended ? withoutRefresh(linked) : planRefresh(linked, 'read', partnerNow);
    const methodId = pays || swaps ? undefined : auth.link?.paymentMethodId;
    const plan = await planBills(deps, verified, opened, kept, {
      methodId,
      shows: shown?.shows,
      readAt: machineNow,
    });
    const seen = new Set(plan.billIds);
    const left = await withKept(deps, verified, opened, machineNow);
    return attemptWrite(telling, 'recorded' as const, [
      ...auths.saveWithCopies(left.auth, standing, seen),
      ...plan.writes,
      ...left.writes,
    ]);
  });
  const recorded = saved === 'recorded';
  if (recorded && started.neverVerified) {
    const { partnerId } = started;
    await countLinked(table, { partnerId, company: opened.company, now: machineNow });
  }
  if (recorded && !pays && !swaps) await endLive(opened);
  return { outcome: saved, pays: pays && recorded, swaps: swaps && recorded };
}

/** What an earlier run of the task recorded, where the link is over. */
function endedAs(auth: AuthRecord | undefined, linkId: string): Read['outcome'] {
  if (!auth || auth.lastLinkId !== linkId || auth.link?.linkId === linkId) return 'superseded';
  const { status } = auth;
  if (status === 'verified') return 'recorded';
  return status === 'hold' || status === 'authenticate' ? status : 'superseded';
}

type Refused = {
  readonly opened: CompanySession;
  readonly read: AuthRecord;
  readonly refused: NotLoggedIn;
};

/**
 * The session that logged in has ended, and its company wants more than the form: the user is asked in the
 * same link, as after a login. Its answer begins the next one.
 */
async function askAgain(
  deps: Stores & Reach,
  ids: LinkIds,
  { opened, read, refused }: Refused,
  machineNow: number,
): Promise<Read> {
  const said = { outcome: refused.login, opened };
  const recorded = await recordRefused(deps, ids, said, read, machineNow);
  const waitSeconds = recorded && waitSecondsOf(recorded);
  if (waitSeconds !== undefined) return { outcome: 'mfa-required', waitSeconds };
  return { outcome: endedAs(recorded, ids.linkId) };
}
