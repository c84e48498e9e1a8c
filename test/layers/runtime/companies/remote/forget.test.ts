/** Connectors forget what they keep of accounts that are unlinked, and of users who are erased. */

import { randomBytes } from 'node:crypto';
import { agreementOf } from '@billhook/connector-kit/wire/secrets';
import { signerOf } from '@billhook/connector-kit/wire/signature';
import type { AuthRecord } from '@billhook/core/auth/auth';
import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import type { Kept, Session } from '@billhook/core/company/connector';
import type { ForgettingRecord } from '@billhook/core/company/forgetting';
import { withKept } from '@billhook/runtime/companies/kept-sessions';
import { openReach } from '@billhook/runtime/companies/reach';
import { forgetConnections } from '@billhook/runtime/companies/remote/forget';
import { listCompanies } from '@billhook/runtime/companies/stored-directory';
import { passOver } from '@billhook/runtime/erasing/pass-over';
import { removeConnector } from '@billhook/runtime/partners/register-connector';
import { forgettingStore } from '@billhook/runtime/stores/forgetting-store';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAuthor } from '../../../../../connectors/kit/template/connector.ts';
import {
  forgetAccounts,
  forgettingOf,
} from '../../../../../lib/operator/connector/forget-accounts.ts';
import type { Item } from '../../../../../lib/operator/migrate/rewrites.ts';
import { suiteKeys } from '../../../../connectors/support/good-connector.ts';
import {
  operator,
  type Registered,
  registerServed,
} from '../../../../connectors/support/registered-connector.ts';
import { apartNames, apartTables } from '../../../../support/apart-tables.ts';
import { fakeKms } from '../../../../support/kms.ts';
import { authRecord, clientId, partnerId, unnoticed } from '../../../../support/records.ts';

const HOUR = 60 * 60_000;

let registered: Registered;
let stores: ReturnType<typeof openStores>;
let vault: ReturnType<typeof openReach>['vault'];
let now: number;
let forgot: { company: string; auth: string; connection: string }[];

beforeEach(async () => {
  vi.stubEnv('STAGE', 'sandbox');
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
  registered = await registerServed();
  await registered.importRows();
  const { table } = registered;
  stores = openStores({ table, random: randomBytes });
  ({ vault } = openReach({ table, clock: Date.now, aws: { kms: fakeKms().kms } }));
  now = Date.now();
  forgot = [];
  const forget = async (what: (typeof forgot)[number]) => void forgot.push(what);
  registered.served.serve({ author: { ...createAuthor(), forget }, now: () => now });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await registered.served.close();
});

/** An account that is linked: its login succeeded, and what it gave to be kept is stored. */
async function link(): Promise<AuthRecord> {
  const { table } = registered;
  const company = (await listCompanies(table)).find(({ connector }) => connector !== 'sandbox');
  if (!company) throw new Error('There is no company');
  const draft = authRecord({ company: { ...authRecord().company, _id: company._id } });
  const context = { clientId, recordId: draft._id };
  const auth = { ...draft, credentials: await vault.seal(context, { username: 'ada' }) };
  await table.write([stores.auths.save(...unnoticed(auth))]);
  let given: Kept = {};
  const session: Session = {
    ...{ company, partnerId, clientId, authId: auth._id, attended: true },
    ...{ form: { username: 'signs-in', password: 'correct horse' }, partnerNow: now },
    login: { name: 'link-1', round: 1 },
    keep: (more) => {
      given = { ...given, ...more };
    },
  };
  expect(await registered.open().logIn(session)).toEqual({ kind: 'verified' });
  const raised = { ...auth, version: auth.version + 1 };
  const left = { company, kept: () => given };
  const kept = await withKept({ vault }, raised, left, now);
  expect(await table.write([stores.auths.save(kept.auth, auth), ...kept.writes])).toBe('written');
  return kept.auth;
}

const unlink = async (auth: AuthRecord) =>
  registered.table.write(stores.auths.erase(auth, [], now));

const tell = () =>
  forgetConnections(
    {
      ...{ table: registered.table, clock: () => now, outbound: { allowLocal: true } },
      wireKeys: async () => ({
        signer: signerOf(suiteKeys.signing),
        agreements: [agreementOf(suiteKeys.encryption)],
      }),
    },
    now + HOUR,
  );

const due = async () => {
  const all: ForgettingRecord[] = [];
  for await (const one of forgettingStore(registered.table).list()) all.push(one);
  return all;
};
const farewells = () =>
  [...registered.table.items.values()].filter(({ pk }) => `${pk}`.startsWith('passing#farewell#'));

describe('The connector of an account that is unlinked', () => {
  test('is told to forget its connection, once', async () => {
    await unlink(await link());
    expect(await tell()).toBe(1);
    expect(forgot).toEqual([
      {
        company: expect.any(String),
        auth: expect.stringMatching(/^[\w-]{43}$/),
        connection: 'device',
      },
    ]);
    expect([await due(), farewells()]).toEqual([[], []]);
    expect(await tell()).toBe(0);
    expect(forgot).toHaveLength(1);
  });

  test('is not told while the account is linked', async () => {
    await link();
    expect(await tell()).toBe(0);
    expect(farewells()).toHaveLength(1);
  });

  test('is told only of the last connection, and the request of an earlier one goes', async () => {
    const first = await link();
    const second = { ...first, version: first.version + 1, connection: undefined };
    await registered.table.write([stores.auths.save(second, first)]);
    expect(farewells()).toEqual([]);
    await unlink(second);
    expect(await tell()).toBe(0);
  });

  test('is told once another connector has taken the account over, of its own connection alone', async () => {
    const first = await link();
    const raised = { ...first, version: first.version + 1 };
    const kept: Kept = { connection: { value: 'anothers', expiresAt: now + DAY_MILLISECONDS } };
    const left = { company: { connector: 'another' }, kept: () => kept };
    const second = await withKept({ vault }, raised, left, now);
    const writes = [stores.auths.save(second.auth, first), ...second.writes];
    expect(await registered.table.write(writes)).toBe('written');
    expect(await tell()).toBe(1);
    expect(forgot).toMatchObject([{ connection: 'device' }]);
    expect([await due(), farewells()]).toEqual([[], []]);
  });

  test('is told again where its answer was lost', async () => {
    await unlink(await link());
    registered.served.between = async (request, handle) => {
      await handle(request);
      return { status: 502, headers: {}, body: Buffer.from('Bad gateway') };
    };
    expect(await tell()).toBe(0);
    registered.served.between = (request, handle) => handle(request);
    expect(await tell()).toBe(0);
    now += HOUR;
    expect(await tell()).toBe(1);
    expect(forgot).toHaveLength(2);
    expect(forgot[1]).toEqual(forgot[0]);
  });

  test('is told also after it was removed from the deployment', async () => {
    await unlink(await link());
    await removeConnector(registered.deps, await registered.standing(), operator);
    expect(await tell()).toBe(1);
  });

  test('is given up after a week, and the request with it: an operator sees that', async () => {
    await unlink(await link());
    const since = now;
    await registered.served.close();
    let asked = 0;
    for (; (await due())[0]?.nextAt !== undefined; asked += 1) {
      await tell();
      now = Date.parse((await due())[0]?.nextAt ?? '') || now;
    }
    expect(asked).toBeLessThan(15);
    expect(now - since).toBeGreaterThanOrEqual(7 * DAY_MILLISECONDS);
    expect(await due()).toMatchObject([{ givenUpAt: expect.any(String), attempts: asked }]);
    expect(farewells()).toEqual([]);
  });
});

describe('A connector that is removed', () => {
  test('is told to forget all accounts where the operator wants that', async () => {
    await link();
    const { table } = registered;
    const scan = async () => ({ items: [...table.items.values()] as Item[] });
    const { id } = await registered.standing();
    expect(await forgetAccounts(table, scan, 'another', now)).toBe(0);
    expect(await forgetAccounts(table, scan, id, now)).toBe(1);
    expect(await forgettingOf(table, id)).toEqual({ waiting: 1, givenUp: [] });
    expect(await tell()).toBe(1);
    expect(await forgettingOf(table, id)).toEqual({ waiting: 0, givenUp: [] });
  });
});

describe('The connector of a user who is erased', () => {
  test('is told, though nobody can open the connection any more', async () => {
    const auth = await link();
    const mark = {
      ...{ _id: clientId, ofPartner: partnerId, version: 1, erasure: 'erasing' as const },
      since: new Date(now).toISOString(),
    };
    for (const [name, value] of Object.entries(apartNames)) vi.stubEnv(name, value);
    const deps = { ...stores, aws: { dynamo: apartTables().dynamo } };
    await passOver(deps, mark, { clock: () => now, deadline: now + HOUR });
    expect(await stores.auths.findAny(auth._id)).toBeUndefined();
    const left = JSON.stringify([await due(), farewells()]);
    expect(left).not.toContain(clientId.slice(3));
    expect(left).not.toContain('device');
    expect(await tell()).toBe(1);
    expect(forgot).toMatchObject([{ connection: 'device' }]);
  });
});
