/** The accounts that a session shows, and the bills that they become. */
import { createHash } from 'node:crypto';
import { type AuthRecord, MAX_BILLS_PER_AUTH, presentAuth } from '@billhook/core/auth';
import { type BillRecord, newBill, refreshBill } from '@billhook/core/bill';
import { billCompanyOf, type CompanyRecord } from '@billhook/core/company';
import type { CompanyBill } from '@billhook/core/connector';
import { derivedOwnedId } from '@billhook/core/ids';
import { acceptsMethod } from '@billhook/core/method-assignment';
import { ownerOf } from '@billhook/core/owner';
import { withBill } from '@billhook/core/payment-method';
import type { PaymentDeps } from './begin-payment.ts';
import type { CompanySession } from './company-session.ts';
import { fingerprint } from './fingerprint.ts';
import type { Write } from './table.ts';

export type Account = {
  readonly billId: string;
  readonly accountFingerprint: string;
  readonly seen: CompanyBill;
};

/** The same account of an auth is the same bill, however often it is read. */
export async function readAccounts(
  { connector, company, session }: CompanySession,
  auth: AuthRecord,
): Promise<Account[]> {
  const seen = await connector.listBills(session);
  return Promise.all(
    seen.slice(0, MAX_BILLS_PER_AUTH).map(async (bill) => {
      const mac = await accountFingerprint(company._id, bill.accountKey);
      const digest = createHash('sha256').update(auth._id).update(mac).digest();
      const billId = derivedOwnedId('bill', auth.clientId, digest);
      return { billId, accountFingerprint: mac, seen: bill };
    }),
  );
}

export async function accountFingerprint(companyId: string, accountKey: string): Promise<string> {
  return Buffer.from(await fingerprint('account', companyId, accountKey)).toString('base64url');
}

/** The writes that put what was read on the auth's bills, and assign the method that was asked for. */
export async function planBills(
  { bills, clients, methods }: PaymentDeps,
  auth: AuthRecord,
  company: CompanyRecord,
  accounts: readonly Account[],
  methodId: string | undefined,
): Promise<{ readonly billIds: string[]; readonly writes: Write[] }> {
  const client = await clients.find(auth.clientId, ownerOf(auth));
  const method = methodId === undefined ? undefined : await methods.find(methodId, ownerOf(auth));
  const accepted = method && acceptsMethod(billCompanyOf(company), method) ? method : undefined;
  const current = {
    auth: presentAuth(auth),
    company: billCompanyOf(company),
    subscription: company.subscription,
  };
  const saved: BillRecord[] = [];
  for (const { billId, accountFingerprint, seen } of accounts) {
    const standing = await bills.findAny(billId);
    const bill = standing
      ? refreshBill(standing, seen, current)
      : newBill(seen, {
          _id: billId,
          clientId: auth.clientId,
          partnerId: auth.partnerId,
          partnerUserId: client?.identifier ?? '',
          companyId: company._id,
          accountFingerprint,
          ...current,
        });
    saved.push(accepted && !bill.methodId ? { ...bill, methodId: accepted._id } : bill);
  }
  const assigned = saved.filter((bill) => accepted && bill.methodId === accepted._id);
  const holder = accepted && assigned.reduce((left, bill) => withBill(left, bill._id), accepted);
  return {
    billIds: saved.map(({ _id }) => _id),
    writes: [
      ...saved.map(bills.save),
      ...(accepted && holder && assigned.length > 0
        ? [methods.save({ ...holder, version: accepted.version + 1 })]
        : []),
    ],
  };
}
