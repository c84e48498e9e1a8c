/**
 * Reading the bills of an auth again, without its user. Safe to repeat and to run twice at once: the
 * auth is written under the version that was read, with its next reading planned.
 */
import type { AuthRecord } from '@billhook/core/auth';
import {
  isRefreshable,
  planRefresh,
  recordUnattended,
  withoutRefresh,
} from '@billhook/core/bill-refresh';
import { instantText } from '@billhook/core/dates';
import { logFailure } from '../aws/logger.ts';
import type { Reach } from '../companies/reach.ts';
import { type CompanySession, openSession } from '../companies/session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import { momentOf } from '../table/partner-time.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import { planBills, readAccounts, withinLimit } from './read-accounts.ts';

/** `now` is the machine's. Answers whether the bills were read. */
export async function refreshAuth(
  deps: Stores & Reach,
  authId: string,
  machineNow: number,
): Promise<boolean> {
  const auth = await deps.auths.findAny(authId);
  if (!auth) return false;
  const { partnerNow } = await momentOf(deps.table, auth, machineNow);
  if (!isDue(auth, partnerNow)) return false;
  if (!isRefreshable(auth)) return await replace(deps, auth, withoutRefresh);
  try {
    return await readAgain(deps, auth, machineNow);
  } catch (error) {
    logFailure('Bills could not be refreshed', error, { authId });
    await replace(deps, auth, (standing) => planRefresh(standing, 'failed', partnerNow));
    return false;
  }
}

function isDue({ refreshAt, link, deletedAt }: AuthRecord, machineNow: number): boolean {
  return refreshAt !== undefined && refreshAt <= instantText(machineNow) && !link && !deletedAt;
}

async function readAgain(
  deps: Stores & Reach,
  auth: AuthRecord,
  machineNow: number,
): Promise<boolean> {
  const opened = await openSession(deps, auth, machineNow);
  const { partnerNow } = opened.session;
  if (opened.company.userPresenceRequired) return replace(deps, auth, withoutRefresh);
  if (opened.company.status === 'maintenance') {
    return replace(deps, auth, (standing) => planRefresh(standing, 'failed', partnerNow));
  }
  const outcome = await opened.connector.logIn(opened.session);
  if (outcome.kind !== 'verified') {
    const told = recordUnattended(auth, outcome, partnerNow);
    await writeUnlessChanged(deps.table, deps.auths.saveWithCopies(told, auth));
    return false;
  }
  return recordReading(deps, auth, opened);
}

async function recordReading(
  deps: Stores & Reach,
  read: AuthRecord,
  opened: CompanySession,
): Promise<boolean> {
  const { auths, table } = deps;
  const saved = await retryOrThrow('The refreshed bills could not be recorded', async () => {
    const auth = await auths.findAny(read._id);
    if (!auth || !isDue(auth, opened.session.partnerNow)) return false;
    const accounts = await readAccounts(deps, opened, auth);
    const { billIds, kept } = withinLimit(auth, accounts);
    const verified = { ...auth, billIds, status: 'verified' as const, hold: undefined };
    const next = planRefresh(verified, 'read', opened.session.partnerNow);
    const raised = { ...next, version: auth.version + 1 };
    const standing = auth.status === 'verified';
    const plan = await planBills(deps, raised, opened, kept, { onlyChanged: standing });
    const seen = new Set(plan.billIds);
    // A verified auth looks as it did: its copies in the bills stay.
    const own = standing ? [auths.save(raised, auth)] : auths.saveWithCopies(raised, auth, seen);
    const written = await table.write([...own, ...plan.writes]);
    return written === 'written' ? true : conflict;
  });
  return saved;
}

/** Changes the auth as it was read; if something else changes it in the meantime, it plans again. */
async function replace(
  { auths, table }: Stores & Reach,
  auth: AuthRecord,
  change: (auth: AuthRecord) => AuthRecord,
): Promise<false> {
  const changed = { ...change(auth), version: auth.version + 1 };
  await writeUnlessChanged(table, [auths.save(changed, auth)]);
  return false;
}
