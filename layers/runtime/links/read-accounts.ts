/** What is written of the accounts that a session has shown. */
import { isDeepStrictEqual } from 'node:util';
import { type AuthRecord, MAX_BILLS_PER_AUTH, presentAuth } from '@billhook/core/auth/auth';
import { dayOf } from '@billhook/core/base/dates';
import { isFailure } from '@billhook/core/base/errors';
import { only } from '@billhook/core/base/members';
import { type Owner, ownerOf } from '@billhook/core/base/owner';
import { accountAfter } from '@billhook/core/bill/account';
import { type BillRecord, newBill, refreshBill, reportedOf } from '@billhook/core/bill/bill';
import { asUnset, withEarlier } from '@billhook/core/bill/earlier-settings';
import { leaveDue } from '@billhook/core/bill/leave-due';
import { billCompanyOf } from '@billhook/core/company/company';
import type { CompanyBill } from '@billhook/core/company/connector';
import { startOf } from '@billhook/core/consent/consent';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import { assignMethod } from '@billhook/core/payment/method-assignment';
import type { Shows } from '@billhook/core/payment/proof';
import type { CompanySession } from '../companies/session.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { PaymentMethodStore } from '../stores/payment-method-store.ts';
import type { Write } from '../table/types.ts';
import type { Account } from './read-company.ts';

/** The bills of an auth with those that were read, and what was read of them; what is over is left out. */
export function withinLimit(
  auth: AuthRecord,
  accounts: readonly Account[],
): { readonly billIds: string[]; readonly kept: Account[] } {
  const union = new Set([...auth.billIds, ...accounts.map(({ billId }) => billId)]);
  const billIds = [...union].slice(0, MAX_BILLS_PER_AUTH);
  return { billIds, kept: accounts.filter(({ billId }) => billIds.includes(billId)) };
}

/**
 * The writes that put what was read on the auth's bills, and assign the method that was asked for.
 * `onlyChanged` leaves out the bills of which nothing new was read.
 */
export async function planBills(
  { bills, clients, earlier, ledgers, methods }: Stores,
  auth: AuthRecord,
  { company, session }: Pick<CompanySession, 'company' | 'session'>,
  accounts: readonly Account[],
  asked: {
    readonly methodId?: string;
    readonly onlyChanged?: boolean;
    readonly readAt: number;
    readonly shows?: Shows;
  },
): Promise<{ readonly billIds: string[]; readonly writes: Write[] }> {
  const { methodId, onlyChanged = false, readAt, shows } = asked;
  const current = {
    auth: presentAuth(auth),
    paymentIdentifier: auth.paymentIdentifier,
    company: billCompanyOf(company),
    subscription: company.subscription,
    acceptedMethods: company.acceptedMethods,
    seenOn: dayOf(session.partnerNow),
    ...(shows?.weekly && { weekly: shows.weekly }),
  };
  const saved: BillRecord[] = [];
  const standingBills = new Map(accounts.map(({ billId, standing }) => [billId, standing]));
  const linksAnew = accounts.some(({ standing }) => !standing || standing.deletedAt);
  const before = linksAnew ? await earlier.find(auth.clientId, company._id) : undefined;
  const posted: Write[] = [];
  for (const { billId, accountFingerprint, seen, standing, paid } of accounts) {
    const account = accountAfter(paid.now, standing, seen, current);
    // A date alone is not worth a write.
    if (paid.before && paid.now && !isDeepStrictEqual(paid.before, paid.now))
      posted.push(ledgers.save({ companyId: company._id, accountFingerprint }, paid.now));
    if (onlyChanged && standing && !isNews(standing, seen, { ...current, ...account })) continue;
    const { clientId, partnerId, clocked } = auth;
    const mark = clocked && { clocked };
    const refreshed = standing && refreshBill(standing, seen, { ...current, ...account });
    if (refreshed && !standing.deletedAt) {
      saved.push(leaveDue({ ...refreshed, ...mark }, current.seenOn));
      continue;
    }
    const kept = before?.accounts[accountFingerprint];
    if (refreshed) {
      const unset = { ...asUnset(refreshed), consent: undefined, ...startOf(auth) };
      saved.push(leaveDue(withEarlier({ ...unset, ...mark }, kept), current.seenOn));
      continue;
    }
    const client = await clients.find(clientId, ownerOf(auth));
    const identity = { _id: billId, clientId, partnerId, sequence: auth.numberedFrom, ...mark };
    const partnerUserId = client?.identifier ?? '';
    const { returned } = paid.now ?? {};
    const taken = { ...account, ...(returned && { returned }) };
    const origin = { partnerUserId, companyId: company._id, starts: startOf(auth), ...taken };
    const first = newBill(seen, { ...identity, ...origin, accountFingerprint, ...current });
    saved.push(leaveDue(withEarlier(first, kept), current.seenOn));
  }
  const assigned = await assignAll(methods, saved, methodId, ownerOf(auth));
  return {
    billIds: saved.map(({ _id }) => _id),
    writes: [
      ...posted,
      ...assigned.bills.map((bill) => bills.save({ ...bill, readAt }, standingBills.get(bill._id))),
      ...assigned.methods,
    ],
  };
}

const ofCompany = [
  ...(['company', 'subscription', 'acceptedMethods', 'account', 'unposted'] as const),
] as const;

/** Whether what was read differs from what stands. */
function isNews(
  bill: BillRecord,
  seen: CompanyBill,
  current: Pick<BillRecord, (typeof ofCompany)[number]>,
): boolean {
  const standing = { reported: bill.reported, ...only(bill, ofCompany) };
  const read = { reported: reportedOf(seen), ...only(current, ofCompany) };
  // What its payment has read is older than this, also where nothing else is new.
  const isPaying = bill.pendingPaymentId !== undefined;
  return isPaying || bill.deletedAt !== undefined || !isDeepStrictEqual(standing, read);
}

/** Bills with the method assigned where it may be; each method that changed, once. */
async function assignAll(
  methods: PaymentMethodStore,
  bills: readonly BillRecord[],
  methodId: string | undefined,
  owner: Owner,
) {
  const changed = new Map<string, PaymentMethodRecord>();
  const standing = new Map<string, PaymentMethodRecord>();
  const find = async (id: string | undefined) => {
    if (id === undefined) return undefined;
    const known = changed.get(id) ?? standing.get(id) ?? (await methods.find(id, owner));
    if (known && !changed.has(id)) standing.set(id, known);
    return known;
  };
  const result: BillRecord[] = [];
  for (const bill of bills) {
    const method = await find(methodId);
    const previous = bill.methodId === methodId ? undefined : await find(bill.methodId);
    const assignment = method && assignMethod(bill, method, previous);
    if (!assignment || isFailure(assignment)) {
      result.push(bill);
      continue;
    }
    result.push(assignment.bill);
    for (const one of [assignment.method, assignment.previous]) if (one) changed.set(one._id, one);
  }
  const once = [...changed.values()].map((method) =>
    methods.save(method, standing.get(method._id)),
  );
  return { bills: result, methods: once };
}
