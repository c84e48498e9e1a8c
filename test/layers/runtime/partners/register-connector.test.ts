import type { ServerOptions } from '@billhook/connector-kit';
import type { Company as ConnectorRow } from '@billhook/connector-kit/protocol/directory';
import { newOwnKeys, openKeySet } from '@billhook/connector-kit/wire/keys';
import { agreementOf } from '@billhook/connector-kit/wire/secrets';
import { signerOf } from '@billhook/connector-kit/wire/signature';
import type { Session } from '@billhook/core/company/connector';
import { isNothingTried } from '@billhook/core/company/nothing-tried';
import type { RegisteredConnector } from '@billhook/core/company/registered-connector';
import { companyIdOf } from '@billhook/core/company/remote-company';
import { importRows, planRows } from '@billhook/runtime/companies/remote/import-connector';
import { openRemote } from '@billhook/runtime/companies/remote/open-remote';
import { readRows } from '@billhook/runtime/companies/remote/read-companies';
import { listCompanies } from '@billhook/runtime/companies/stored-directory';
import { refreshConnectors } from '@billhook/runtime/partners/refresh-connectors';
import {
  changeConnector,
  readNewConnector,
  refreshConnector,
  registerConnector,
  removeConnector,
} from '@billhook/runtime/partners/register-connector';
import { connectorStore } from '@billhook/runtime/stores/connector-store';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAuthor } from '../../../../connectors/kit/template/connector.ts';
import { manifest } from '../../../../connectors/kit/template/manifest.ts';
import { connectorKeys, suiteKeys } from '../../../connectors/support/good-connector.ts';
import {
  type ServedConnector,
  serveConnector,
} from '../../../connectors/support/served-connector.ts';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';

const outbound = { allowLocal: true };
const actor = { kind: 'operator', id: 'local:test' } as const;
const { id } = manifest;

let served: ServedConnector;
let table: MemoryTable;
let now: number;

beforeEach(async () => {
  vi.stubEnv('STAGE', 'sandbox');
  now = Date.now();
  table = memoryTable(() => now);
  served = await serveConnector();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await served.close();
});

const deps = () => ({ table, clock: () => now, outbound });
const wire = () => ({
  ...deps(),
  signer: signerOf(suiteKeys.signing),
  agreements: [agreementOf(suiteKeys.encryption)],
  newCallId: () => `call-${Math.random()}`.replace('.', '-').padEnd(20, '0'),
});

async function register(more: { readonly takesCards?: boolean } = {}) {
  const found = await readNewConnector(deps(), served.baseUrl);
  if (!found.ok) return found.reason;
  const confirmed = { baseUrl: served.baseUrl, takesCards: true, actor, ...more };
  expect(await registerConnector(deps(), found, confirmed)).toBe(true);
  return standing();
}

async function standing(): Promise<RegisteredConnector> {
  const found = await connectorStore(table).find(id);
  if (!found) throw new Error('It was not registered');
  return found;
}

const open = () =>
  openRemote(id, {
    ...deps(),
    fingerprint: async () => Buffer.alloc(32, 7),
    wireKeys: async () => wire(),
  });

async function importNow(since?: string) {
  const registered = await standing();
  const { baseUrl } = registered;
  const keys = openKeySet({ keys: registered.keys }) ?? [];
  const read = await readRows({ id, baseUrl, keys }, wire(), since);
  if (!read) throw new Error('There are no rows');
  const plan = await planRows(deps(), registered, read, since === undefined);
  await importRows(deps(), plan, () => false);
  return plan;
}

async function sessionAt(username: string): Promise<Session> {
  const company = (await listCompanies(table)).find(({ connector }) => connector === id);
  if (!company) throw new Error('Its company is not in the directory');
  return {
    company,
    form: { username, password: 'correct horse' },
    partnerId: 'ptn_1',
    clientId: 'cl_1',
    authId: 'auth_1',
    attended: true,
    partnerNow: now,
    login: { name: 'link-1', round: 1 },
  };
}

describe('A connector that is registered', () => {
  test('reaches the companies that were imported of it', async () => {
    await register();
    expect((await importNow()).rows.map(({ change }) => change)).toEqual(['added']);
    const session = await sessionAt('bills');
    expect(session.company._id).toBe(companyIdOf(id, 'example-power'));
    const connector = open();
    expect(await connector.logIn(session)).toEqual({ kind: 'verified' });
    expect(await connector.listBills(session)).toMatchObject([{ balanceCents: 100_000 }]);
  });

  test('keeps no test logins, and its audit names what was confirmed', async () => {
    await register();
    expect(JSON.stringify([...table.items])).not.toContain('correct horse');
    expect(JSON.stringify([...table.items])).toContain('connector-registered');
  });

  test('is offered cards only with the word of the operator', async () => {
    await register({ takesCards: false });
    await importNow();
    const { company } = await sessionAt('bills');
    expect(company.acceptedMethods).toEqual(['bank']);
  });

  test('is asked nothing once it is removed, a minute later at the latest', async () => {
    const registered = await register();
    await importNow();
    const session = await sessionAt('bills');
    const connector = open();
    await connector.logIn(session);
    await removeConnector(deps(), registered as RegisteredConnector, actor);
    now += 61_000;
    const asked = served.seen.length;
    const error = await connector.listBills(session).then(undefined, (thrown: unknown) => thrown);
    expect(isNothingTried(error)).toBe(true);
    expect(served.seen).toHaveLength(asked);
  });

  test('is registered once, and again once it was removed', async () => {
    const registered = await register();
    expect(await register()).toBe('registered-already');
    await removeConnector(deps(), registered as RegisteredConnector, actor);
    expect(await register()).toMatchObject({ version: 3 });
    expect((await standing()).removedAt).toBeUndefined();
  });
});

describe('A connector is not registered', () => {
  const as = (more: Partial<ServerOptions['manifest']>) =>
    served.serve({
      manifest: { ...manifest, ...more, ...(more.mode && { testLogins: undefined }) },
    });

  test.each([
    ['of the other mode', { mode: 'live' as const }, 'wrong-mode'],
    ['with the name of one of ours', { id: 'sandbox' }, 'own-id'],
  ])('%s', async (_what, more, reason) => {
    as(more);
    expect(await register()).toBe(reason);
  });

  test('that is for tests, in production', async () => {
    vi.stubEnv('STAGE', 'production');
    expect(await register()).toBe('wrong-mode');
  });
});

describe('Reading a manifest again', () => {
  const refresh = async () => refreshConnector(deps(), await standing(), actor);

  test('changes nothing where nothing has changed', async () => {
    const registered = (await register()) as RegisteredConnector;
    const { manifest: said, ...rest } = registered;
    // As a table may return it.
    const turned = Object.fromEntries(Object.entries(said).toReversed()) as typeof said;
    await table.write([connectorStore(table).save({ ...rest, manifest: turned, version: 2 })]);
    expect(await refresh()).toMatchObject({ version: 2 });
  });

  test('takes keys that a pinned key has signed, and then those that these sign', async () => {
    await register();
    await importNow();
    const [first, second] = [newOwnKeys(), newOwnKeys()];
    // The old key still signs; the new one is announced. Then the new one signs.
    served.serve({ keys: { ...connectorKeys, earlier: [first.encryption] } });
    expect((await refresh()) as RegisteredConnector).toMatchObject({ version: 2 });
    expect((await standing()).keys).toHaveLength(3);
    served.serve({ keys: { signing: connectorKeys.signing, encryption: first.encryption } });
    await refresh();
    now += 61_000;
    expect(await open().logIn(await sessionAt('bills'))).toEqual({ kind: 'verified' });
    served.serve({ keys: second });
    expect(await refresh()).toBe('another-key');
    expect(
      await open()
        .logIn(await sessionAt('bills'))
        .catch(() => 'refused'),
    ).toBe('refused');
  });

  test('stays as it was where the connector says that it is another, or of another mode', async () => {
    const registered = await register();
    served.serve({ manifest: { ...manifest, id: 'another' } });
    expect(await refresh()).toBe('another-id');
    served.serve({ manifest: { ...manifest, mode: 'live', testLogins: undefined } });
    expect(await refresh()).toBe('wrong-mode');
    expect(await standing()).toEqual(registered);
  });
});

test('Each hour all manifests are read: one that fails holds up no other', async () => {
  const registered = (await register()) as RegisteredConnector;
  const silent = { ...registered, id: 'silent', baseUrl: 'http://127.0.0.1:9', version: 1 };
  await table.write([connectorStore(table).save(silent)]);
  const gone = { ...registered, id: 'gone', removedAt: '2027-01-31T12:00:00.000Z', version: 1 };
  await table.write([connectorStore(table).save(gone)]);
  served.serve({ manifest: { ...manifest, version: '0.2.0' } });
  expect(await refreshConnectors(deps(), now + 1_000)).toBe(1);
  expect((await standing()).manifest.version).toBe('0.2.0');
  expect(await connectorStore(table).find('silent')).toEqual(silent);
});

describe('Rows', () => {
  const directory = (companies: () => { rows: unknown[]; cursor?: string }) => {
    const author = createAuthor();
    served.serve({
      author: {
        ...author,
        companies: () => {
          const { rows, ...more } = companies();
          return { companies: rows as ConnectorRow[], asOf: '2027-01-31T12:00:00.000Z', ...more };
        },
      },
    });
  };
  const tombstone = { id: 'example-power', removed: true };

  test('that are gone remove their companies', async () => {
    await register();
    await importNow();
    directory(() => ({ rows: [tombstone] }));
    expect((await importNow('2027-01-31T12:00:00.000Z')).gone).toHaveLength(1);
    expect(await listCompanies(table)).toEqual([]);
    served.serve({});
    await importNow();
    expect(await listCompanies(table)).toHaveLength(1);
  });

  test('that never end are no rows', async () => {
    await register();
    directory(() => ({ rows: [], cursor: 'again' }));
    await expect(importNow()).rejects.toThrow('There are no rows');
  });

  test('that claim a company wait, and keep its id once they are accepted', async () => {
    const registered = (await register()) as RegisteredConnector;
    const claims = { 'example-power': 'co_Claimed' };
    expect(await changeConnector(deps(), registered, { claims }, actor)).toBe(true);
    await importNow();
    expect((await sessionAt('bills')).company._id).toBe('co_Claimed');
    await removeConnector(deps(), await standing(), actor);
    await register();
    await importNow();
    expect((await sessionAt('bills')).company._id).toBe('co_Claimed');
  });
});
