/** What a session leaves for the next one: sealed, and opened for nobody else (decision: connections-and-live-sessions). */
import type { AuthRecord } from '@billhook/core/auth/auth';
import type { StoredAuth } from '@billhook/core/auth/stored-auth';
import { DAY_MILLISECONDS, instantText } from '@billhook/core/base/dates';
import type { Kept } from '@billhook/core/company/connector';
import { MAX_CONNECTION_BYTES, MAX_LIVE_SECONDS } from '@billhook/core/company/connector-results';
import { openKept, withKept } from '@billhook/runtime/companies/kept-sessions';
import { openReach } from '@billhook/runtime/companies/reach';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeKms } from '../../../support/kms.ts';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';
import { authRecord, clientId, NOW, unnoticed } from '../../../support/records.ts';

const VALUE = 'canary-connection';
const HANDLE = 'canary-live';
const linkId = 'link_1';
const link = { linkId, requestedAt: instantText(NOW), items: ['bill'] as const };
const sandbox = { connector: 'sandbox' } as const;
const at = { connector: 'sandbox', partnerNow: NOW, machineNow: NOW };
const both: Kept = {
  connection: { value: VALUE, expiresAt: NOW + DAY_MILLISECONDS },
  live: { handle: HANDLE, seconds: 600 },
};

let table: MemoryTable;
let vault: ReturnType<typeof openReach>['vault'];
let auths: ReturnType<typeof authStore>;

beforeEach(() => {
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
  table = memoryTable(() => NOW);
  auths = authStore(table);
  ({ vault } = openReach({ table, clock: () => NOW, aws: { kms: fakeKms().kms } }));
});
afterAll(() => {
  vi.unstubAllEnvs();
});

async function standing(change: Partial<StoredAuth> = {}): Promise<AuthRecord> {
  const draft = authRecord({ link, recentLinkIds: [linkId], ...change });
  const context = { clientId, recordId: draft._id };
  const auth = { ...draft, credentials: await vault.seal(context, { username: 'ada' }) };
  await table.write([auths.save(...unnoticed(auth))]);
  return auth;
}

async function keep(auth: AuthRecord, given: Kept): Promise<AuthRecord> {
  const company = sandbox as never;
  const raised = { ...auth, version: auth.version + 1 };
  const kept = await withKept({ vault }, raised, { company, kept: () => given }, NOW);
  expect(await table.write([auths.save(kept.auth, auth), ...kept.writes])).toBe('written');
  return kept.auth;
}

const openedOf = (auth: AuthRecord, more: Partial<typeof at> = {}) =>
  openKept({ table, vault }, { auth, live: auth.link?.live }, { ...at, ...more });

const passing = () =>
  [...table.items.values()]
    .map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }))
    .filter(({ pk }) => pk.startsWith('passing#'));

describe('what a session has left', () => {
  test('is opened with the login form, and is no part of it', async () => {
    const auth = await keep(await standing(), both);
    const form = { username: 'ada' };
    expect(await openedOf(auth)).toEqual({ form, connection: VALUE, live: HANDLE });
    expect(Object.keys(auth.credentials.fields)).toEqual(['username']);
  });

  test('lies nowhere in clear, and apart from the record', async () => {
    await keep(await standing(), both);
    expect(passing()).toHaveLength(2);
    const text = JSON.stringify([...table.items.values()], bytesAsText);
    expect(text).not.toContain(VALUE);
    expect(text).not.toContain(HANDLE);
  });

  test('is given to no other connector, and opens for none', async () => {
    const auth = await keep(await standing(), both);
    const none = { form: { username: 'ada' } };
    expect(await openedOf(auth, { connector: 'another' })).toEqual(none);
    // Not even where the record says otherwise.
    const connection = auth.connection && { ...auth.connection, connector: 'another' };
    const forged = { ...auth, connection, link };
    await expect(openedOf(forged, { connector: 'another' })).rejects.toThrow();
  });

  test('opens with no other credentials', async () => {
    const auth = await keep(await standing(), both);
    const context = { clientId, recordId: auth._id };
    const credentials = await vault.seal(context, { username: 'bob' });
    await expect(openedOf({ ...auth, credentials })).rejects.toThrow();
  });

  test.each([
    ['the connection', { partnerNow: NOW + DAY_MILLISECONDS }, { live: HANDLE }],
    ['the live session', { machineNow: NOW + 600_000 }, { connection: VALUE }],
  ])('ends: %s', async (_which, moment, left) => {
    const auth = await keep(await standing(), both);
    expect(await openedOf(auth, moment)).toEqual({ form: { username: 'ada' }, ...left });
  });

  test('is missing where the table has dropped it', async () => {
    const auth = await keep(await standing(), both);
    for (const { pk, sk } of passing()) await table.write([{ delete: { pk, sk } }]);
    expect(await openedOf(auth)).toEqual({ form: { username: 'ada' } });
  });

  test('is replaced by the next, in place, and told of anew', async () => {
    const first = await keep(await standing(), both);
    const told = first.connection && { ...first.connection, told: true as const };
    const before = { ...first, version: first.version + 1, connection: told };
    await table.write([auths.save(before, first)]);
    const expiresAt = NOW + 9 * DAY_MILLISECONDS;
    const after = await keep(before, { connection: { value: 'renewed', expiresAt } });
    const connection = { connector: 'sandbox', expiresAt: instantText(expiresAt) };
    expect(after.connection).toEqual(connection);
    expect(await openedOf(after)).toMatchObject({ connection: 'renewed', live: HANDLE });
    expect(passing()).toHaveLength(2);
  });

  test('is dropped where the company takes it no more', async () => {
    const auth = await keep(await keep(await standing(), both), { connection: null });
    expect(auth.connection).toBeUndefined();
    expect(passing()).toHaveLength(1);
  });

  test('is dropped with the link, or kept for what it pays, and with the auth', async () => {
    const bill = await keep(await standing(), both);
    const { link: _over, ...ended } = { ...bill, version: bill.version + 1 };
    await table.write([auths.save(ended, bill)]);
    expect(passing()).toHaveLength(1);
    await table.write(auths.erase(ended, [], NOW));
    expect(passing()).toHaveLength(0);
    const paying = await keep(await standing({ link: { ...link, items: ['payment'] } }), both);
    const { link: _paid, ...left } = { ...paying, version: paying.version + 1 };
    await table.write([auths.save(left, paying)]);
    expect(passing()).toHaveLength(2);
  });

  test('is nothing, of a record that an earlier release wrote', async () => {
    const auth = await standing();
    expect(auth.connection).toBeUndefined();
    expect(await openedOf(auth)).toEqual({ form: { username: 'ada' } });
  });

  test('hides a login field of its name, and no other', async () => {
    const auth = await standing();
    const context = { clientId, recordId: auth._id };
    const fields = { username: 'ada', 'connection:sandbox': 'typed' };
    const typed = { ...auth, credentials: await vault.seal(context, fields) };
    expect((await openedOf(typed)).connection).toBeUndefined();
    expect((await openedOf(await keep(typed, both))).connection).toBe(VALUE);
  });
});

test('limits are those that results are held to', () => {
  expect([MAX_CONNECTION_BYTES, MAX_LIVE_SECONDS]).toEqual([16_384, 900]);
});

function bytesAsText(_name: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;
}
