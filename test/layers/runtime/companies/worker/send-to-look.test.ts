/** Looks at companies' pages by the worker of a deployment: sent, taken, noted, and no login in any of it. */
import type { CompanyRecord } from '@billhook/core/company/company';
import type { RegisteredConnector } from '@billhook/core/company/registered-connector';
import { companyIdOf } from '@billhook/core/company/remote-company';
import { openVault } from '@billhook/runtime/aws/vault';
import type { noteLook as NoteLook } from '@billhook/runtime/companies/note-look';
import { sendToLook } from '@billhook/runtime/companies/worker/send-to-look';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { gateStore } from '@billhook/runtime/stores/gate-store';
import { lookStore } from '@billhook/runtime/stores/look-store';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeKms } from '../../../../support/kms.ts';
import { loggedFields } from '../../../../support/logged.ts';
import { logInCall, takeWork, type WorkWorld, workWorld } from '../../../../support/work-world.ts';

const POWER = 'marlow-valley-electric';
const PHONE = 'larkspur-mobile';
const companyId = companyIdOf('browser', POWER);
const connector = {
  ...{ id: 'browser', transport: 'worker', watches: [POWER, PHONE], version: 1 },
} as unknown as RegisteredConnector;
const page = { hash: '0123456789abcdef', lines: ['body', ' input[type=password,name]'] };
const asKnown = { kind: 'looked', state: 'as-known', page: 'signIn', at: '2999-01-01' };
const changed = { kind: 'looked', state: 'changed', missing: ['User ID'] };

let world: WorkWorld;
let vault: ReturnType<typeof openVault>;
let noteLook: typeof NoteLook;

// The other tests are silent; the level is read when the logger is made.
beforeAll(async () => {
  vi.resetModules();
  ({ noteLook } = await import('@billhook/runtime/companies/note-look'));
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

beforeEach(async () => {
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO');
  vi.stubEnv('STAGE', 'sandbox');
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
  vault = openVault({ kms: fakeKms().kms });
  world = workWorld({
    note: (deps) => async (row, seen) =>
      void (await noteLook({ ...deps, vault }, connector, row, seen)),
  });
  const companies = [POWER, PHONE].map(
    (row) => ({ _id: companyIdOf('browser', row), connector: 'browser' }) as CompanyRecord,
  );
  await companyStore(world.table).merge(companies);
});

afterEach(() => vi.unstubAllEnvs());

const send = (given = connector) => sendToLook(world, given, world.clock() + 60_000);
const find = () => lookStore(world.table).find(companyId);

async function taken() {
  await send();
  const work = await takeWork(world, world.unattended.shift());
  return work as NonNullable<typeof work>;
}

describe('A look', () => {
  test('is sent to each company, with the name of its row and nothing of anybody', async () => {
    expect(await send()).toBe(2);
    expect(world.attended).toEqual([]);
    const { work } = (await takeWork(world, world.unattended.shift())) ?? {};
    expect(work).toMatchObject({ name: 'look', document: { company: POWER } });
    expect(work).not.toHaveProperty('secrets');
  });

  test('is not sent again while it waits or goes on, nor within the hour', async () => {
    const { beat, end } = await taken();
    world.pass(44_000);
    expect(await beat()).toEqual({ kind: 'go-on' });
    expect(await send()).toBe(0);
    await end(asKnown);
    world.pass(54 * 60_000);
    // The other company's message was never taken, and may be lost.
    expect(await send()).toBe(1);
    world.pass(2 * 60_000);
    expect(await send()).toBe(1);
  });

  test('whose worker is gone is another’s the next time, and no longer that one’s', async () => {
    const { end } = await taken();
    world.pass(3_600_000);
    await send();
    expect(await end(changed)).toEqual({ kind: 'stop' });
    expect(await find()).toBeUndefined();
  });

  test('that finds another page is noted, counted for the alarm, and its page sealed', async () => {
    const { end } = await taken();
    const lines = await loggedFields(() => end(changed, { page }));
    expect(await find()).toMatchObject({ state: 'changed', missing: ['User ID'] });
    expect(lines.filter((line) => 'PagesChanged' in line)).toMatchObject([{ companyId }]);
    expect(JSON.stringify([...world.table.items.values()])).not.toContain('type=password');
    const [ref] = (await find())?.pages ?? [];
    const { at = '' } = ref ?? {};
    const opened = lookStore(world.table).openPage(
      vault,
      companyId,
      { ...page, at },
      world.clock(),
    );
    expect(await opened).toEqual({ ...page, at });
    expect(world.woken).toEqual([]);
  });

  test('that finds what was known warns nobody, and says when it was', async () => {
    const { end } = await taken();
    expect(await loggedFields(() => end(asKnown))).toEqual([]);
    const { at = '', ...look } = (await find()) ?? {};
    expect(look).toMatchObject({ state: 'as-known', page: 'signIn' });
    expect(Date.parse(at)).toBeLessThanOrEqual(world.clock());
  });

  test('that came to nothing is noted nowhere', async () => {
    const { end } = await taken();
    await end({ kind: 'failed', tried: false } as never);
    expect(await find()).toBeUndefined();
  });

  test.each([
    ['is paused', 'company', { paused: { since: '', by: 'me' } }, 1],
    ['’s connector is paused', 'connector', { paused: { since: '', by: 'me' } }, 0],
    ['has asked for time', 'company', { coolUntil: Date.now() + 86_400_000 }, 1],
    ['had asked for time', 'company', { coolUntil: Date.now() - 1 }, 2],
  ] as const)('of a company that %s', async (_, kind, gate, sent) => {
    const id = kind === 'company' ? companyId : 'browser';
    const record = { version: 1, ...gate } as never;
    await world.table.write([
      gateStore(world.table).save({ kind, id }, record, undefined, world.clock()),
    ]);
    expect(await send()).toBe(sent);
  });

  test('of a row that is no company of the connector’s is not sent', async () => {
    const other = { _id: companyId, connector: 'other' } as CompanyRecord;
    await companyStore(world.table).merge([other]);
    expect(await send()).toBe(1);
    expect(await send({ ...connector, watches: undefined })).toBe(0);
  });
});

test('A page that a session has met is kept before anybody has looked', async () => {
  await world.asked(logInCall('ada'));
  const { end } = (await takeWork(world, world.attended.shift())) ?? {};
  const hold = { kind: 'hold', code: 'system_issue_with_bill', subcode: 'selector-not-found' };
  expect(await end?.(hold, { page })).toEqual({ kind: 'go-on' });
  expect(await find()).toMatchObject({ version: 1, pages: [{ hash: page.hash }] });
  expect(await find()).not.toHaveProperty('state');
  // Said again, because the answer was lost: once is enough.
  await end?.(hold, { page });
  expect(await find()).toMatchObject({ version: 1 });
});
