import { isLinked, MAX_BILLS_PER_AUTH, recordVerified } from '@billhook/core/auth';
import { planRefresh, withoutRefresh } from '@billhook/core/bill-refresh';
import { isFailure } from '@billhook/core/errors';
import { openSession } from '@billhook/runtime/company-session';
import { paymentDeps } from '@billhook/runtime/payment-deps';
import { planBills, readAccounts } from '@billhook/runtime/read-accounts';
import { conflict, retryConflict } from '@billhook/runtime/retry-conflict';
import { linkTaskInput, runTask } from '@billhook/runtime/run-task';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { openTable } from '@billhook/runtime/table';

const table = openTable();
const auths = authStore(table);
const deps = paymentDeps(table);

export const handler = runTask('readBills', linkTaskInput, async ({ linkId, authId }) => {
  const started = await auths.findAny(authId);
  if (!started || !isLinked(started, linkId)) {
    const done = started?.lastLinkId === linkId && started.status === 'verified';
    return { outcome: done ? 'recorded' : 'superseded', pays: false, swaps: false };
  }
  const { items = [], swaps = false } = started.link ?? {};
  // A link does one of the two with the method that it names.
  const pays = !swaps && items.includes('payment');
  const wanted = items.includes('payment') || items.includes('bill');
  const opened = await openSession(table, started, Date.now(), started.link);
  const saved = await retryConflict(async () => {
    const auth = await auths.findAny(authId);
    if (!auth || !isLinked(auth, linkId)) return 'superseded';
    const accounts = wanted ? await readAccounts(deps.bills, opened, auth) : [];
    const union = new Set([...auth.billIds, ...accounts.map(({ billId }) => billId)]);
    const billIds = [...union].slice(0, MAX_BILLS_PER_AUTH);
    const kept = accounts.filter(({ billId }) => billIds.includes(billId));
    const { now } = opened.session;
    // A login for a swap alone leaves it to earlier links whether there are bills to read.
    const unread = !wanted && billIds.length === 0;
    const attended = opened.company.userPresenceRequired || unread;
    const linked = recordVerified(auth, billIds);
    const verified = attended ? withoutRefresh(linked) : planRefresh(linked, 'read', now);
    const methodId = pays || swaps ? undefined : auth.link?.paymentMethodId;
    const plan = await planBills(deps, verified, opened, kept, { methodId });
    const seen = new Set(plan.billIds);
    const written = await table.write([...auths.saveWithCopies(verified, seen), ...plan.writes]);
    return written === 'written' ? 'recorded' : conflict;
  });
  if (isFailure(saved)) throw new Error('The bills of a link could not be recorded');
  const recorded = saved === 'recorded';
  return { outcome: saved, pays: pays && recorded, swaps: swaps && recorded };
});
