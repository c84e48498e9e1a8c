/** What companies' pages look like, read from their connectors once an hour. */
import { randomBytes } from 'node:crypto';
import { agreementOf } from '@billhook/connector-kit/wire/secrets';
import { signerOf } from '@billhook/connector-kit/wire/signature';
import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import type { CompanyRecord } from '@billhook/core/company/company';
import { companyIdOf } from '@billhook/core/company/remote-company';
import { openVault } from '@billhook/runtime/aws/vault';
import type { readLooks as ReadLooks } from '@billhook/runtime/companies/remote/read-looks';
import { refreshConnectors } from '@billhook/runtime/partners/refresh-connectors';
import { changeConnector } from '@billhook/runtime/partners/register-connector';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { lookStore } from '@billhook/runtime/stores/look-store';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAuthor } from '../../../../../connectors/kit/template/connector.ts';
import { manifest } from '../../../../../connectors/kit/template/manifest.ts';
import { suiteKeys } from '../../../../connectors/support/good-connector.ts';
import {
  operator,
  type Registered,
  registerServed,
} from '../../../../connectors/support/registered-connector.ts';
import { fakeKms } from '../../../../support/kms.ts';
import { loggedFields } from '../../../../support/logged.ts';

const COMPANY = 'example-power';
const companyId = companyIdOf(manifest.id, COMPANY);
const hash = '0123456789abcdef';
const lines = ['body', ' h1 short', ' input[type=password,name]'];

let registered: Registered;
let vault: ReturnType<typeof openVault>;
let readLooks: typeof ReadLooks;

// The other tests are silent; the level is read when the logger is made.
beforeAll(async () => {
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO');
  vi.resetModules();
  ({ readLooks } = await import('@billhook/runtime/companies/remote/read-looks'));
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

beforeEach(async () => {
  vi.stubEnv('STAGE', 'sandbox');
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
  registered = await registerServed();
  await registered.importRows();
  vault = openVault({ kms: fakeKms().kms });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await registered.served.close();
});

type Told = Awaited<ReturnType<NonNullable<ReturnType<typeof createAuthor>['looks']>>>;

/** The connector says this from now on, and it was noted that it looks at pages. */
async function says(told: Told) {
  const capabilities = { ...manifest.capabilities, looks: true };
  registered.served.serve({
    manifest: { ...manifest, capabilities },
    author: { ...createAuthor(), looks: () => told },
  });
  await refreshConnectors(registered.deps, Date.now() + 60_000);
}

const read = () =>
  readLooks(
    {
      ...{ ...registered.deps, vault, random: randomBytes, send: async () => [] },
      wireKeys: async () => ({
        signer: signerOf(suiteKeys.signing),
        agreements: [agreementOf(suiteKeys.encryption)],
      }),
    },
    Date.now() + 60_000,
  );

const at = (milliseconds = 0) => new Date(Date.now() + milliseconds).toISOString();
const changed = (when = at()) => ({
  ...{ company: COMPANY, at: when, state: 'changed' as const, missing: ['User ID'] },
});
const find = () => lookStore(registered.table).find(companyId);

describe('A company’s page', () => {
  test('that has changed is noted, and counted for the alarm', async () => {
    await says({ looks: [changed()] });
    const lines = await loggedFields(read);
    expect(await find()).toMatchObject({ state: 'changed', missing: ['User ID'] });
    expect(lines.filter((line) => 'PagesChanged' in line)).toMatchObject([{ companyId }]);
  });

  test('that is as it was known warns nobody', async () => {
    await says({ looks: [{ company: COMPANY, at: at(), state: 'as-known', page: 'signIn' }] });
    const lines = await loggedFields(read);
    expect(await find()).toMatchObject({ state: 'as-known', page: 'signIn' });
    expect(lines.filter((line) => 'PagesChanged' in line)).toEqual([]);
  });

  test('is so since it was so first, and an earlier look changes nothing', async () => {
    const first = at(-120_000);
    await says({ looks: [changed(first)] });
    await read();
    await says({ looks: [changed(at(-60_000))] });
    await read();
    expect(await find()).toMatchObject({ since: first, version: 2 });
    await says({ looks: [{ company: COMPANY, at: first, state: 'as-known' }] });
    await read();
    expect(await find()).toMatchObject({ state: 'changed', version: 2 });
  });

  test('of a row that is another company of the directory is noted there', async () => {
    const claimed = `co_${'Z'.repeat(20)}`;
    const company = (await companyStore(registered.table).find(companyId)) as CompanyRecord;
    await companyStore(registered.table).merge([{ ...company, _id: claimed }]);
    await says({ looks: [changed()] });
    const claims = { [COMPANY]: claimed };
    await changeConnector(registered.deps, await registered.standing(), { claims }, operator);
    expect(await read()).toBe(1);
    expect(await lookStore(registered.table).find(claimed)).toMatchObject({ state: 'changed' });
    expect(await find()).toBeUndefined();
  });

  test('of a company that is not the connector’s is nobody’s', async () => {
    await says({ looks: [{ ...changed(), company: 'somebody-else' }] });
    expect(await read()).toBe(0);
  });

  test('of a connector that looks at none is not asked for', async () => {
    expect(await read()).toBe(0);
    expect(registered.served.seen.filter(({ url }) => url.includes('/v1/looks'))).toEqual([]);
  });

  test('of a connector that doesn’t respond is left as it was', async () => {
    await says({ looks: [changed()] });
    registered.served.between = async () => {
      throw new Error('gone');
    };
    expect(await read()).toBe(0);
  });
});

describe('A page that was not known', () => {
  const page = () => ({
    company: COMPANY,
    at: at(),
    hash,
    lines: [...lines],
  });

  test('is kept for a week, sealed, and opened for the operator', async () => {
    const seen = page();
    await says({ looks: [changed()], pages: [seen] });
    await read();
    const store = lookStore(registered.table);
    const [ref] = (await find())?.pages ?? [];
    expect(ref).toEqual({ hash, at: seen.at });
    const kept = JSON.stringify(
      await registered.table.query({ partition: `passing#page#${companyId}` }),
    );
    expect(kept).not.toContain('type=password');
    const open = (days: number) =>
      store.openPage(vault, companyId, { hash, at: seen.at }, Date.now() + days * DAY_MILLISECONDS);
    expect(await open(6.9)).toEqual({ hash, at: seen.at, lines });
    expect(await open(7.1)).toBeUndefined();
  });

  test('comes encrypted: nothing of it is in the response', async () => {
    const bodies: string[] = [];
    await says({ looks: [], pages: [page()] });
    registered.served.between = async (request, next) => {
      const response = await next(request);
      bodies.push(Buffer.from(response.body).toString());
      return response;
    };
    await read();
    expect(bodies.join()).toContain('"secrets"');
    expect(bodies.join()).not.toContain('type=password');
  });
});
