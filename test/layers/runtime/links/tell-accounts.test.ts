/** A company that another connector reaches now, which calls the same accounts otherwise. */
import { createHash, randomBytes } from 'node:crypto';
import type { AuthRecord } from '@billhook/core/auth/auth';
import { derivedOwnedId } from '@billhook/core/base/ids';
import type { BillRecord } from '@billhook/core/bill/bill';
import { type UnclearAccounts, unclearId } from '@billhook/core/bill/unclear-account';
import { type CompanyBill, isNotLoggedIn, isRunning } from '@billhook/core/company/connector';
import { withoutPending } from '@billhook/core/payment/account-ledger';
import { accountFingerprint } from '@billhook/runtime/companies/account-fingerprint';
import { nameOf } from '@billhook/runtime/companies/name-account';
import { readCompany } from '@billhook/runtime/links/read-company';
import { tellAccount } from '@billhook/runtime/links/tell-account';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { unclearStore } from '@billhook/runtime/stores/unclear-store';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';
import {
  authRecord,
  billRecord,
  clientId,
  NOW,
  TODAY,
  unnoticed,
} from '../../../support/records.ts';

const fingerprint = async (...parts: readonly string[]) =>
  new Uint8Array(createHash('sha256').update(parts.join(' ')).digest());

const companyId = authRecord({ billIds: [] }).company._id;
const statement = {
  balanceCents: 10_000,
  dueOn: '2026-12-01',
  autopay: 'disabled',
  autopaySource: 'company',
} as const;
const paidAlready = {
  paymentId: 'pay_1',
  amountCents: 10_000,
  paidOn: TODAY,
  statement: { dueOn: '2026-12-01' },
  until: '2026-11-26',
};

let table: MemoryTable;
let stores: ReturnType<typeof openStores>;
beforeEach(() => {
  vi.stubEnv('STAGE', 'sandbox');
  table = memoryTable();
  stores = openStores({ table, random: randomBytes });
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const anotherId = (id: string) => `${id.slice(0, -1)}${id.endsWith('Z') ? 'Y' : 'Z'}`;

const macOf = (key: string) => accountFingerprint(fingerprint, companyId, key);

function billIdOf(auth: Pick<AuthRecord, '_id'>, mac: string): string {
  const digest = createHash('sha256').update(auth._id).update(mac).digest();
  return derivedOwnedId('bill', clientId, digest);
}

/** Linked while the earlier connector called its account so. */
async function linked(key: string, accountNumber?: string) {
  const auth = authRecord({ billIds: [] });
  const mac = await macOf(key);
  const _id = billIdOf(auth, mac);
  const reported = { ...statement, accountNumber } as BillRecord['reported'];
  const bill = billRecord({ _id, accountFingerprint: mac, companyId, reported });
  await table.write([stores.bills.save(...unnoticed(bill))]);
  return { bill, auth: { ...auth, billIds: [_id] } };
}

async function pay({ accountFingerprint: mac }: Pick<BillRecord, 'accountFingerprint'>) {
  const ledger = withoutPending(undefined, 'pay_1', paidAlready);
  await table.write([stores.ledgers.save({ companyId, accountFingerprint: mac }, ledger)]);
}

async function read(
  auth: AuthRecord,
  seen:
    | readonly CompanyBill[]
    | { readonly bills: readonly CompanyBill[]; readonly isPartial: true },
  company: object,
) {
  const opened = {
    connector: {
      listBills: async () => seen,
      capabilities: () => ({
        postingDays: 5,
        namesStatements: false,
        needsCardCode: false,
        countsFailedLogins: false,
      }),
    },
    company: { _id: companyId, ...company },
    session: { partnerNow: NOW },
  };
  const shown = await readCompany(
    { ...stores, fingerprint, clock: () => NOW },
    opened as never,
    auth,
  );
  if (isNotLoggedIn(shown) || isRunning(shown)) throw new Error('Nobody was let in');
  return shown.accounts();
}

const takenOver = { takenOver: true };
const called = (accountKey: string, accountNumber?: string): CompanyBill => ({
  ...statement,
  accountKey,
  accountNumber,
});

test('An account of the same number is the same bill, and what was paid of it is known', async () => {
  const { bill, auth } = await linked('old', 'XXXX1234');
  await pay(bill);
  const [account, ...others] = await read(auth, [called('new', '••1234')], takenOver);
  expect(others).toEqual([]);
  expect(account?.billId).toBe(bill._id);
  expect(account?.accountFingerprint).toBe(bill.accountFingerprint);
  expect(account?.standing?._id).toBe(bill._id);
});

test('It stays the same once told, whatever is shown of it later', async () => {
  const { bill, auth } = await linked('old', 'XXXX1234');
  await read(auth, [called('new', 'XXXX1234')], takenOver);
  const [account] = await read(auth, [called('new', 'XXXX9999')], takenOver);
  expect(account?.billId).toBe(bill._id);
  // The session that pays finds it too.
  const named = await nameOf(
    { ...stores, fingerprint },
    { _id: companyId, takenOver: true },
    called('new'),
  );
  expect(named.accountFingerprint).toBe(bill.accountFingerprint);
});

test('Somebody else who links it then meets what was paid of it', async () => {
  const { bill, auth } = await linked('old', 'XXXX1234');
  await pay(bill);
  await read(auth, [called('new', 'XXXX1234')], takenOver);
  const another = { ...authRecord({ billIds: [] }), _id: anotherId(auth._id) };
  const [account] = await read(another, [called('new', 'XXXX1234')], takenOver);
  expect(account?.accountFingerprint).toBe(bill.accountFingerprint);
  expect(account?.billId).not.toBe(bill._id);
  expect(account?.paid.now?.unposted).toEqual([paidAlready]);
});

test('What is not clear is not recorded: neither as that account nor as another', async () => {
  const { bill, auth } = await linked('old');
  await pay(bill);
  const seen = { ...called('new'), balanceCents: 9_000 };
  expect(await read(auth, [seen], takenOver)).toEqual([]);
  expect(await stores.names.find(companyId, await macOf('new'))).toBeUndefined();
  expect(await stores.bills.findAny(bill._id)).toMatchObject({ reported: bill.reported });
});

test('Nothing is told while some accounts could not be read', async () => {
  const { bill, auth } = await linked('old', 'XXXX1234');
  const bills = [called('new', 'XXXX1234')];
  expect(await read(auth, { bills, isPartial: true }, takenOver)).toEqual([]);
  const [account] = await read(auth, bills, takenOver);
  expect(account?.billId).toBe(bill._id);
});

test('One that was unlinked is not forgotten while a payment of it is not shown', async () => {
  const { bill, auth } = await linked('old');
  const unlinked = {
    ...bill,
    ...{ deletedAt: TODAY, version: bill.version + 1 },
    unposted: { cents: 10_000, until: '2026-11-26' },
  };
  await table.write([stores.bills.save(unlinked, bill)]);
  const seen = { ...called('new'), balanceCents: 9_000 };
  expect(await read(auth, [seen], takenOver)).toEqual([]);
  const shown = { ...unlinked, unposted: undefined, version: unlinked.version + 1 };
  await table.write([stores.bills.save(shown, unlinked)]);
  expect(await read(auth, [seen], takenOver)).toHaveLength(1);
});

test('An account of another number is another one', async () => {
  const { bill, auth } = await linked('old', 'XXXX1234');
  const seen = [called('new', 'XXXX1234'), called('more', 'XXXX5678')];
  const accounts = await read(auth, seen, takenOver);
  expect(accounts.map(({ accountFingerprint: mac }) => mac).toSorted()).toEqual(
    [bill.accountFingerprint, await macOf('more')].toSorted(),
  );
});

test('One that was paid under its new name already is left to a person', async () => {
  const { auth } = await linked('old', 'XXXX1234');
  await pay({ accountFingerprint: await macOf('new') });
  expect(await read(auth, [called('new', 'XXXX1234')], takenOver)).toEqual([]);
});

describe('What is not clear', () => {
  const unclear = () => unclearStore(table);
  const listed = async () => {
    const all: UnclearAccounts[] = [];
    for await (const noted of unclear().list()) all.push(noted);
    return all;
  };
  const seen = { ...called('new', 'XX12'), balanceCents: 9_000 };

  async function unclearLogin() {
    const { bill, auth } = await linked('old');
    await read(auth, [seen], takenOver);
    const [noted] = await listed();
    const [account] = noted?.accounts ?? [];
    if (!noted || !account) throw new Error('Nothing was noted');
    return { bill, auth, accountId: unclearId(noted, account) };
  }
  const say = (accountId: string, billId?: string) => {
    const actor = { kind: 'operator', id: 'ada' } as const;
    return tellAccount({ ...stores, unclear: unclear() }, { accountId, billId, actor, now: NOW });
  };

  test('is listed for an operator, with the bills that it may be', async () => {
    const { bill, auth } = await unclearLogin();
    const [noted, ...others] = await listed();
    expect(others).toEqual([]);
    expect(noted).toMatchObject({
      ...{ authId: auth._id, companyId, billIds: [bill._id] },
      accounts: [{ accountNumber: 'XX12', dueOn: '2026-12-01', balanceCents: 9_000 }],
    });
  });

  test('is the bill that an operator names, from the next reading on', async () => {
    const { bill, auth, accountId } = await unclearLogin();
    await pay(bill);
    expect(await say(accountId, bill._id)).toMatchObject({ authId: auth._id });
    expect(await listed()).toEqual([]);
    const [account] = await read(auth, [seen], takenOver);
    expect(account?.billId).toBe(bill._id);
    expect(account?.paid.now ?? account?.paid.before).toBeUndefined();
    expect(account?.standing?._id).toBe(bill._id);
  });

  test('is an account of its own where an operator says so', async () => {
    const { bill, auth, accountId } = await unclearLogin();
    await say(accountId);
    for (const _reading of [1, 2]) {
      const [account] = await read(auth, [seen], takenOver);
      expect(account?.accountFingerprint).toBe(await macOf('new'));
      expect(account?.billId).not.toBe(bill._id);
    }
    expect(await listed()).toEqual([]);
  });

  test('is told once, and as nothing that it can’t be', async () => {
    const { bill, accountId } = await unclearLogin();
    expect(await say(accountId, anotherId(bill._id))).toBe('not-its-bill');
    await pay({ accountFingerprint: await macOf('new') });
    expect(await say(accountId, bill._id)).toBe('paid-already');
    expect(await say('acc_000000000000')).toBe('not-unclear');
    await say(accountId);
    expect(await say(accountId, bill._id)).toBe('not-unclear');
  });

  test('is told by nobody else once a reading has told it', async () => {
    const { bill, auth, accountId } = await unclearLogin();
    const [noted] = await listed();
    await read(auth, [called('new', 'XX12')], takenOver);
    await table.write([unclear().save(noted as UnclearAccounts, NOW)]);
    expect(await say(accountId)).toBe('named-already');
    expect(await stores.names.find(companyId, await macOf('new'))).toBe(bill.accountFingerprint);
  });

  test('leaves the list with the reading that tells it', async () => {
    const { auth } = await unclearLogin();
    await read(auth, [called('new', 'XX12')], takenOver);
    expect(await listed()).toEqual([]);
  });

  test('stays on the list while a reading is partial, since when it was first seen', async () => {
    const { auth } = await unclearLogin();
    const [before] = await listed();
    await read(auth, { bills: [seen], isPartial: true }, takenOver);
    await read(auth, [seen], takenOver);
    expect((await listed())[0]?.accounts).toEqual(before?.accounts);
  });

  test('goes with its auth', async () => {
    const { auth, bill } = await unclearLogin();
    await table.write([stores.auths.save(...unnoticed(auth))]);
    await table.write(stores.auths.erase(auth, [bill], NOW));
    expect(await listed()).toEqual([]);
  });
});

test('Two sessions that tell it at once say the same', async () => {
  const { bill, auth } = await linked('old', 'XXXX1234');
  const seen = [called('new', 'XXXX1234')];
  const both = await Promise.all([read(auth, seen, takenOver), read(auth, seen, takenOver)]);
  for (const [account] of both) expect(account?.billId).toBe(bill._id);
});

test('Where accounts are called as before, nothing is told and nothing kept', async () => {
  const { bill, auth } = await linked('same', 'XXXX1234');
  const [account] = await read(auth, [called('same', 'XXXX9999')], takenOver);
  expect(account?.billId).toBe(bill._id);
  expect(await stores.names.find(companyId, await macOf('same'))).toBeUndefined();
});

test('At a company of one connector alone, another key is another account', async () => {
  const { bill, auth } = await linked('old', 'XXXX1234');
  const [account] = await read(auth, [called('new', 'XXXX1234')], {});
  expect(account?.billId).not.toBe(bill._id);
});
