/** What a session shows of an account while another one records the same. */
import { createHash, randomBytes } from 'node:crypto';
import { derivedOwnedId } from '@billhook/core/base/ids';
import type { BillRecord } from '@billhook/core/bill/bill';
import { type CompanyBill, isNotLoggedIn, isRunning } from '@billhook/core/company/connector';
import { withoutPending } from '@billhook/core/payment/account-ledger';
import { accountFingerprint } from '@billhook/runtime/companies/account-fingerprint';
import { readCompany } from '@billhook/runtime/links/read-company';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { memoryTable } from '../../../support/memory-table.ts';
import {
  authRecord,
  billRecord,
  clientId,
  NOW,
  TODAY,
  unnoticed,
} from '../../../support/records.ts';

const account: CompanyBill = {
  accountKey: 'one',
  balanceCents: 10_000,
  dueOn: '2026-12-01',
  autopay: 'disabled',
  autopaySource: 'company',
};
const fingerprint = async (...parts: readonly string[]) =>
  new Uint8Array(createHash('sha256').update(parts.join(' ')).digest());
const auth = authRecord({ billIds: [] });
const opened = {
  connector: {
    listBills: async () => [account],
    capabilities: () => ({
      postingDays: 5,
      namesStatements: false,
      needsCardCode: false,
      countsFailedLogins: false,
    }),
  },
  company: { _id: auth.company._id },
  session: { partnerNow: NOW },
} as never;
const unposted = {
  paymentId: 'pay_1',
  amountCents: 4_000,
  paidOn: TODAY,
  statement: { dueOn: '2026-12-01' },
  until: '2026-11-26',
};

let table: ReturnType<typeof memoryTable>;
beforeEach(() => {
  vi.stubEnv('STAGE', 'sandbox');
  table = memoryTable();
});
afterAll(() => {
  vi.unstubAllEnvs();
});

/** The bill that the account is, at its first link. */
async function linkedBill(): Promise<BillRecord> {
  const mac = await accountFingerprint(fingerprint, auth.company._id, account.accountKey);
  const digest = createHash('sha256').update(auth._id).update(mac).digest();
  const _id = derivedOwnedId('bill', clientId, digest);
  return billRecord({ _id, accountFingerprint: mac });
}

test('what was paid by another link is known to both of two sessions that record a new link at once', async () => {
  const stores = openStores({ table, random: randomBytes });
  const bill = await linkedBill();
  const { accountFingerprint: mac } = bill;
  const ledger = withoutPending(undefined, 'pay_1', unposted);
  await table.write([
    stores.ledgers.save({ companyId: auth.company._id, accountFingerprint: mac }, ledger),
  ]);
  const shown = await readCompany({ ...stores, fingerprint, clock: () => NOW }, opened, auth);
  if (isNotLoggedIn(shown) || isRunning(shown)) throw new Error('Nobody was let in');
  const [first] = await shown.accounts();
  expect(first?.paid.now?.unposted).toEqual([unposted]);
  // The other session was faster: this one's write met its bill.
  await table.write([stores.bills.save(...unnoticed(bill))]);
  const [again] = await shown.accounts();
  expect(again?.standing?._id).toBe(bill._id);
  expect(again?.paid.now?.unposted).toEqual([unposted]);
});
