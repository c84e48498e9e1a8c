/**
 * Reading the bills of an auth again, without its user. Safe to repeat and to run twice at once: the
 * auth is written under the version that was read, with its next reading planned before this one
 * begins. A company that doesn't respond, or a run that dies, costs this reading only. What is running at
 * the company is asked about by further messages (decision: calls-that-run).
 */
import { isDeepStrictEqual } from 'node:util';
import { type AuthRecord, linkedAccount } from '@billhook/core/auth/auth';
import { tellEnd } from '@billhook/core/auth/connections';
import { instantText } from '@billhook/core/base/dates';
import { isSameSeal } from '@billhook/core/base/sealed';
import {
  beginRefresh,
  isRefreshable,
  planRefresh,
  putOffRefresh,
  recordUnattended,
  withoutRefresh,
  withPartial,
} from '@billhook/core/bill/refresh';
import { isNotLoggedIn, isRunning, type RefusedLogin } from '@billhook/core/company/connector';
import { isGateWait } from '@billhook/core/company/gate/gate';
import { isNothingTried } from '@billhook/core/company/nothing-tried';
import { operationOf } from '@billhook/core/company/running';
import type { AwsClients } from '../aws/clients.ts';
import { logFailure, logWarning } from '../aws/logger.ts';
import { askRunning } from '../companies/ask-running.ts';
import { withKept } from '../companies/kept-sessions.ts';
import type { Reach } from '../companies/reach.ts';
import type { CompanySession } from '../companies/session.ts';
import { withSession } from '../companies/with-session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import type { Outside } from '../table/outside.ts';
import { momentOf } from '../table/partner-time.ts';
import { attemptWrite, conflict, retryOrThrow } from '../table/retry-conflict.ts';
import { unlessAborted } from '../table/time-limit.ts';
import { planBills, withinLimit } from './read-accounts.ts';
import { readCompany, reportPartial } from './read-company.ts';
import { goOnLater } from './running-readings.ts';

/** As long as a link's login may take (decision: sessions-have-a-time-limit). */
export const SESSION_MILLISECONDS = 60_000;

export type RefreshDeps = Stores &
  Reach &
  Pick<Outside, 'limitTime'> & { readonly aws: AwsClients };

/** `machineNow`: when the reading begins. Returns whether the bills were read. */
export async function refreshAuth(
  deps: RefreshDeps,
  authId: string,
  machineNow: number,
  limitMilliseconds = SESSION_MILLISECONDS,
): Promise<boolean> {
  const auth = await beginReading(deps, authId, machineNow);
  return auth ? readInTime(deps, auth, machineNow, limitMilliseconds) : false;
}

/**
 * Asks about a reading that is running at its company. `asked`: how often that was done when this was
 * planned, so that of two who were to ask one does. Returns whether the bills were read.
 */
export async function goOnReading(
  deps: RefreshDeps,
  { authId, asked }: { readonly authId: string; readonly asked: number },
  machineNow: number,
): Promise<boolean> {
  const auth = await deps.auths.findAny(authId);
  if (auth?.refresh?.running?.asked !== asked || auth.link || auth.deletedAt) return false;
  return readInTime(deps, auth, machineNow, SESSION_MILLISECONDS);
}

async function readInTime(
  deps: RefreshDeps,
  auth: AuthRecord,
  machineNow: number,
  limitMilliseconds: number,
): Promise<boolean> {
  const { _id: authId, company } = auth;
  const { signal, lift } = deps.limitTime(limitMilliseconds);
  let opened: CompanySession | undefined;
  try {
    const read = () =>
      readAgain(deps, auth, { signal, machineNow }, (found) => {
        opened = found;
      });
    const outcome = await unlessAborted(signal, read, 'late' as const);
    if (outcome !== 'late') return outcome;
    logWarning('A company did not respond in time', { authId, companyId: company._id });
  } catch (error) {
    logFailure('Bills could not be refreshed', error, { authId });
    // What was planned as it began stands: in an hour, and later if that happens again.
    if (isNothingTried(error)) return false;
    const { partnerNow } = await momentOf(deps.table, auth, machineNow);
    // The company may have taken the session for a known device by then.
    await replace(deps, auth, planRefresh(auth, 'failed', partnerNow), { machineNow, opened });
  } finally {
    lift();
  }
  return false;
}

/** The auth with its next reading planned; nothing when there is nothing to read now. */
async function beginReading(
  { auths, table }: RefreshDeps,
  authId: string,
  machineNow: number,
): Promise<AuthRecord | undefined> {
  return retryOrThrow('A reading could not be planned', async () => {
    const auth = await auths.findAny(authId);
    if (!auth) return undefined;
    const { partnerNow } = await momentOf(table, auth, machineNow);
    if (!isDue(auth, partnerNow)) return undefined;
    const refreshable = isRefreshable(auth);
    const next = refreshable ? beginRefresh(auth, partnerNow) : withoutRefresh(auth);
    const written = await table.write([auths.save(next, auth)]);
    if (written !== 'written') return conflict;
    return refreshable ? { ...next, version: auth.version + 1 } : undefined;
  });
}

function isDue({ refresh, link, deletedAt }: AuthRecord, partnerNow: number): boolean {
  return refresh !== undefined && refresh.at <= instantText(partnerNow) && !link && !deletedAt;
}

/**
 * Whether the reading that planned the next one is still the last, and is of the credentials that the auth
 * has: of others it proves nothing.
 */
function isLastReading(
  { refresh, link, deletedAt, credentials }: AuthRecord,
  begun: AuthRecord,
): boolean {
  const isSameLogin = isSameSeal(credentials, begun.credentials);
  return refresh?.at === begun.refresh?.at && isSameLogin && !link && !deletedAt;
}

/** What a payment or a swap has met since is not the reading's to take away. */
function isHeldSince({ status, hold }: AuthRecord, begun: AuthRecord): boolean {
  return status === 'hold' && !isDeepStrictEqual(hold, begun.hold);
}

/** Nothing is written once the signal is aborted. */
async function readAgain(
  deps: RefreshDeps,
  auth: AuthRecord,
  { machineNow, signal }: Omit<Reading, 'opened'>,
  onOpened: (opened: CompanySession) => void,
): Promise<boolean> {
  const running = auth.refresh?.running?.operation;
  const asked = { machineNow, signal, running, reading: 'unattended' as const };
  const read = await withSession(deps, auth, asked, (opened) => {
    onOpened(opened);
    return readIn(deps, auth, { opened, signal, machineNow });
  });
  if (!isGateWait(read)) return read;
  // It runs on, whoever is let in meanwhile.
  if (auth.refresh?.running) return goOnLater(deps, auth, { wait: read }, machineNow);
  const { partnerNow } = await momentOf(deps.table, auth, machineNow);
  const putOff = putOffRefresh(auth, read.until - machineNow, partnerNow);
  return replace(deps, auth, putOff, { machineNow });
}

async function readIn(deps: RefreshDeps, auth: AuthRecord, reading: Reading): Promise<boolean> {
  const { opened, signal, machineNow } = reading;
  const { partnerNow } = opened.session;
  if (opened.company.userPresenceRequired)
    return replace(deps, auth, withoutRefresh(auth), reading);
  if (opened.company.status === 'maintenance')
    return replace(deps, auth, planRefresh(auth, 'failed', partnerNow), reading);
  // The company has let it in, and is at its bills.
  if (auth.refresh?.running?.call === 'listBills') return recordReading(deps, auth, reading);
  const operation = operationOf(auth.refresh?.running, 'logIn', opened.company.connector);
  const outcome = await askRunning(opened.session, operation, opened.connector.logIn);
  signal.throwIfAborted();
  if (isRunning(outcome)) {
    return goOnLater(deps, auth, { said: outcome, call: 'logIn', opened }, machineNow);
  }
  if (outcome.kind !== 'verified') return recordRefused(deps, auth, reading, outcome);
  const { live } = opened.kept();
  const session = { ...opened.session, ...(live && { live: live.handle }) };
  return recordReading(deps, auth, { ...reading, opened: { ...opened, session } });
}

type Reading = {
  readonly opened: CompanySession;
  readonly signal: AbortSignal;
  readonly machineNow: number;
};

/** What a company says that lets nobody in; the user is asked for nothing. */
async function recordRefused(
  deps: RefreshDeps,
  auth: AuthRecord,
  { opened, machineNow }: Reading,
  refused: RefusedLogin,
): Promise<false> {
  // Whatever else has changed: what was refused is not to be tried again by itself.
  return retryOrThrow('A refused reading could not be recorded', async () => {
    const standing = await deps.auths.findAny(auth._id);
    if (!standing || !isLastReading(standing, auth)) return false;
    const told = recordUnattended(standing, refused, opened.session.partnerNow);
    const kept = await withKept(deps, told, opened, machineNow);
    const writes = [...deps.auths.saveWithCopies(kept.auth, standing), ...kept.writes];
    return attemptWrite(deps.table, false, writes);
  });
}

async function recordReading(
  deps: RefreshDeps,
  begun: AuthRecord,
  reading: Reading,
): Promise<boolean> {
  const { auths, table } = deps;
  const { opened, signal, machineNow } = reading;
  const shown = await readCompany(deps, opened, begun, begun.refresh?.running);
  signal.throwIfAborted();
  if (isRunning(shown)) {
    return goOnLater(deps, begun, { said: shown, call: 'listBills', opened }, machineNow);
  }
  if (isNotLoggedIn(shown)) return recordRefused(deps, begun, reading, shown.login);
  if (shown.isPartial) reportPartial(begun);
  const { partnerNow } = opened.session;
  return retryOrThrow<boolean>('The refreshed bills could not be recorded', async () => {
    const auth = await auths.findAny(begun._id);
    if (!auth || !isLastReading(auth, begun)) return false;
    const accounts = await shown.accounts();
    const { billIds, kept } = withinLimit(auth, accounts);
    // Credentials that are older than clients' keys get their client's (decision: a-key-a-client).
    const own = { clientId: auth.clientId, recordId: auth._id };
    const credentials = await deps.vault.sealAnew(own, auth.credentials);
    const verified = { ...linkedAccount(auth), status: 'verified' as const };
    const after = { ...(isHeldSince(auth, begun) ? auth : verified), credentials, billIds };
    const read = withPartial(planRefresh(after, 'read', partnerNow), shown, partnerNow);
    const left = await withKept(deps, read, opened, machineNow);
    const told = tellEnd(left.auth, partnerNow);
    const onlyChanged = auth.status === 'verified';
    const { shows } = shown;
    const asked = { onlyChanged, shows, readAt: machineNow };
    const plan = await planBills(deps, told, opened, kept, asked);
    const saved = auths.saveWithCopies(told, auth, new Set(plan.billIds));
    signal.throwIfAborted();
    return attemptWrite(table, true, [...saved, ...plan.writes, ...left.writes]);
  });
}

/** If something else changes the auth in the meantime, that plans again. */
async function replace(
  deps: RefreshDeps,
  auth: AuthRecord,
  next: AuthRecord,
  { machineNow, opened }: Pick<Reading, 'machineNow'> & Partial<Reading>,
): Promise<false> {
  const kept = await withKept(deps, next, opened, machineNow);
  await writeUnlessChanged(deps.table, [deps.auths.save(kept.auth, auth), ...kept.writes]);
  return false;
}
