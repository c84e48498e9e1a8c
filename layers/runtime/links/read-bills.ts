/** Reading the bills of an account that a link has logged in to. Safe to repeat. */
import { type AuthRecord, isLinked, recordVerified } from '@billhook/core/auth';
import { planRefresh, withoutRefresh } from '@billhook/core/bill-refresh';
import { isGateWait } from '@billhook/core/company/gate/gate';
import type { Reach } from '../companies/reach.ts';
import type { CompanySession } from '../companies/session.ts';
import { withSession } from '../companies/with-session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { clockedMark } from '../table/partner-time.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import { tellingFrom } from '../table/telling-origin.ts';
import { planBills, withinLimit } from './read-accounts.ts';
import { readCompany } from './read-company.ts';
import { waitForCompany } from './wait-for-company.ts';

type Read = {
  /** `waits`: the company's gate doesn't let it in yet. `hold`: its user was told. */
  readonly outcome: 'recorded' | 'superseded' | 'waits' | 'hold';
  readonly waitSeconds?: number;
  /** Whether the link goes on to pay, or to put a card on file. */
  readonly pays: boolean;
  readonly swaps: boolean;
};

export async function readLinkedBills(
  deps: Stores & Reach,
  { linkId, authId }: { readonly linkId: string; readonly authId: string },
  machineNow: number,
): Promise<Read> {
  const { table, auths } = deps;
  const found = await auths.findAny(authId);
  // A test clock may have been set since the link was asked for: what is new follows it.
  const mark = found && (await clockedMark(table, found.partnerId));
  const started = found && { ...found, ...mark };
  if (!started || !isLinked(started, linkId)) {
    const done = started?.lastLinkId === linkId && started.status === 'verified';
    return { outcome: done ? 'recorded' : 'superseded', pays: false, swaps: false };
  }
  const { items = [], swaps = false } = started.link ?? {};
  // A link does one of the two with the method that it names.
  const pays = !swaps && items.includes('payment');
  const wanted = items.includes('payment') || items.includes('bill');
  const asked = { machineNow, link: started.link, reading: 'asked-for' as const };
  const goal = { ids: { linkId, authId }, started, mark, pays, swaps, wanted };
  const read = await withSession(deps, started, asked, (opened) => recordBills(deps, goal, opened));
  if (!isGateWait(read)) return read;
  const waited = await waitForCompany(deps, goal.ids, read, machineNow);
  return { ...waited, pays: false, swaps: false };
}

type Goal = Pick<Read, 'pays' | 'swaps'> & {
  readonly ids: { readonly linkId: string; readonly authId: string };
  readonly started: AuthRecord;
  readonly mark: Pick<AuthRecord, 'clocked'> | undefined;
  /** Whether the link asks for bills at all. */
  readonly wanted: boolean;
};

async function recordBills(
  deps: Stores & Reach,
  { ids: { linkId, authId }, started, mark, pays, swaps, wanted }: Goal,
  opened: CompanySession,
): Promise<Read> {
  const { table, auths } = deps;
  const shown = wanted ? await readCompany(deps, opened, started) : undefined;
  const { sessionId } = started.link ?? {};
  const telling = tellingFrom(table, { sessionId });
  const saved = await retryOrThrow('The bills of a link could not be recorded', async () => {
    const standing = await auths.findAny(authId);
    if (!standing || !isLinked(standing, linkId)) return 'superseded';
    const auth = { ...standing, ...mark };
    const accounts = (await shown?.()) ?? [];
    const { billIds, kept } = withinLimit(auth, accounts);
    const { partnerNow } = opened.session;
    // A login for a swap alone leaves it to earlier links whether there are bills to read.
    const unread = !wanted && billIds.length === 0;
    const attended = opened.company.userPresenceRequired || unread;
    const linked = recordVerified(auth, billIds);
    const verified = attended ? withoutRefresh(linked) : planRefresh(linked, 'read', partnerNow);
    const methodId = pays || swaps ? undefined : auth.link?.paymentMethodId;
    const plan = await planBills(deps, verified, opened, kept, { methodId });
    const seen = new Set(plan.billIds);
    const written = await telling.write([
      ...auths.saveWithCopies(verified, standing, seen),
      ...plan.writes,
    ]);
    return written === 'written' ? 'recorded' : conflict;
  });
  const recorded = saved === 'recorded';
  return { outcome: saved, pays: pays && recorded, swaps: swaps && recorded };
}
