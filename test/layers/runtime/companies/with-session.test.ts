/** A session between its gate and its work: what is noted of it, and what it never loses. */

import type { Connector } from '@billhook/core/company/connector';
import type { CompanyLimits } from '@billhook/core/company/gate/limits';
import { NothingTried } from '@billhook/core/company/nothing-tried';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import type { Entered, Entering, Gate } from '@billhook/runtime/companies/gate';
import { openRuntime, type Runtime } from '@billhook/runtime/companies/runtime';
import { withSession } from '@billhook/runtime/companies/with-session';
import { lookStore } from '@billhook/runtime/stores/look-store';
import { openOutside } from '@billhook/runtime/table/outside';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeKms } from '../../../support/kms.ts';
import { memoryTable } from '../../../support/memory-table.ts';
import { account, fakeConnector } from '../../../support/payment-world.ts';
import { authRecord, clientId, NOW } from '../../../support/records.ts';

let told: Parameters<Entered['told']>[0][];
let entering: Entering[];
let left: number;
let connector: Partial<Connector>;
let stayed: string[];
let limits: CompanyLimits | undefined;
let inventsFaults: boolean;
let looks: boolean;
let late: () => void;

beforeEach(() => {
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
  vi.stubEnv('STAGE', 'production');
  [told, entering, left, stayed] = [[], [], 0, []];
  [connector, limits, inventsFaults] = [{ listBills: async () => [account] }, undefined, false];
  looks = false;
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const gate: Gate = {
  async enter(asked) {
    entering.push(asked);
    return {
      told: async (end) => void told.push(end),
      left: async () => {
        left += 1;
      },
      stays: async (id) => void stayed.push(id),
    };
  },
};

async function opened(): Promise<[Runtime, ReturnType<typeof authRecord>]> {
  const [company] = sandboxCompanies;
  const outside = openOutside({
    table: memoryTable(() => NOW),
    clock: () => NOW,
    aws: { kms: fakeKms().kms },
    limitTime: () => {
      const controller = new AbortController();
      late = () => controller.abort();
      return { signal: controller.signal, lift: () => {} };
    },
    connectorOf: () => ({
      ...fakeConnector,
      ...connector,
      capabilities: () => ({
        ...fakeConnector.capabilities(),
        ...(limits && { limits }),
        inventsFaults: inventsFaults || undefined,
        looks: looks || undefined,
      }),
    }),
  });
  const runtime = openRuntime(outside);
  await runtime.companies.merge(sandboxCompanies.slice(0, 1));
  const auth = authRecord({ company: { ...authRecord().company, _id: company?._id ?? '' } });
  const credentials = await runtime.vault.seal({ clientId, recordId: auth._id }, { password: 'x' });
  return [
    { ...runtime, gate },
    { ...auth, credentials },
  ];
}

/** Reads the bills in a session. */
async function read(signal?: AbortSignal) {
  const [runtime, auth] = await opened();
  const asked = { machineNow: NOW, signal };
  return withSession(runtime, auth, asked, (one) => one.connector.listBills(one.session));
}

const refuses = (login: object): Partial<Connector> => ({
  listBills: async () => ({ kind: 'not-logged-in', login }) as never,
});

describe('what a session tells its gate', () => {
  const fails = (error: Error) => ({ listBills: async () => Promise.reject(error) });

  test.each<[string, Partial<Connector>, object]>([
    ['of bills', { listBills: async () => [account] }, { outcome: 'success' }],
    ['of a connector that breaks down', fails(new Error('x')), { outcome: 'connector' }],
    [
      'of bills that make no sense',
      { listBills: async () => [{}] as never },
      { outcome: 'connector', nonsense: ['listBills: bills.0.accountKey'] },
    ],
    [
      'of bills of which one makes no sense',
      { listBills: async () => [account, { ...account, accountKey: 'b', dueOn: 'soon' }] },
      { outcome: 'success', nonsense: ['listBills: bills.1.dueOn'] },
    ],
    ['of a company that is away', fails(new NothingTried()), { outcome: 'company' }],
    [
      'of one that says when to come',
      fails(new NothingTried(30)),
      { outcome: 'company', coolDownSeconds: 30 },
    ],
  ])('%s', async (_name, given, expected) => {
    connector = given;
    await read().catch(() => {});
    expect(told).toEqual([expected]);
    expect(left).toBe(1);
  });

  test.each([
    ['a limit for that', { coolDownSeconds: 600 }, { outcome: 'connector', coolDownSeconds: 600 }],
    ['none', undefined, { outcome: 'connector' }],
  ])('of a captcha, with %s', async (_name, given, expected) => {
    limits = given;
    const hold = {
      kind: 'hold',
      code: 'system_issue_with_bill',
      subcode: 'captcha-failure',
    } as const;
    connector = { logIn: async () => hold };
    const [runtime, auth] = await opened();
    const logIn = withSession(runtime, auth, { machineNow: NOW }, (one) =>
      one.connector.logIn(one.session),
    );
    expect(await logIn).toEqual(hold);
    expect(told).toEqual([expected]);
  });

  test('of faults that its users invent is the users’', async () => {
    inventsFaults = true;
    connector = fails(new NothingTried(30));
    await read().catch(() => {});
    expect(told).toEqual([{ outcome: 'user' }]);
  });

  test('of nothing that it asked is nothing', async () => {
    const [runtime, auth] = await opened();
    await withSession(runtime, auth, { machineNow: NOW }, async () => 'done');
    expect(told).toEqual([{ outcome: undefined }]);
    expect(left).toBe(1);
  });
});

test.each(['its task', 'a signal'])(
  'a session that hangs is told while it goes on, by the time of %s, and leaves at its end',
  async (by) => {
    const { promise, resolve } = Promise.withResolvers<[]>();
    const listBills = vi.fn(() => promise);
    connector = { listBills };
    const controller = new AbortController();
    const reading = read(by === 'a signal' ? controller.signal : undefined);
    await vi.waitFor(() => expect(listBills).toHaveBeenCalled(), 60_000);
    if (by === 'a signal') controller.abort();
    else late();
    await vi.waitFor(() => expect(told).toEqual([{ outcome: 'company' }]), 60_000);
    expect(left).toBe(0);
    resolve([]);
    expect(await reading).toEqual([]);
    expect([told.length, left]).toEqual([1, 1]);
  },
);

describe('of a company that a browser reaches', () => {
  test.each<[string, Partial<Connector>, object]>([
    ['success', { listBills: async () => [account] }, { success: 1 }],
    ['the user', refuses({ kind: 'authenticate' }), { user: 1 }],
    [
      'the connector',
      refuses({ kind: 'hold', code: 'system_issue_with_bill', subcode: 'selector-not-found' }),
      { connector: 1 },
    ],
    ['the company', refuses({ kind: 'hold', code: 'provider_system_issue' }), { company: 1 }],
  ])('a session is counted by who was at fault: %s', async (_, one, outcomes) => {
    [connector, looks] = [one, true];
    const [runtime, auth] = await opened();
    const listed = (): Promise<unknown> =>
      withSession(runtime, auth, { machineNow: NOW }, (own) =>
        own.connector.listBills(own.session),
      );
    await listed();
    const store = lookStore(runtime.table);
    expect(await store.outcomes(auth.company._id, NOW)).toEqual(outcomes);
  });

  test('no session is counted at others: a metric and a write cost', async () => {
    const [runtime, auth] = await opened();
    await withSession(runtime, auth, { machineNow: NOW }, (own) =>
      own.connector.listBills(own.session),
    );
    expect(await lookStore(runtime.table).outcomes(auth.company._id, NOW)).toEqual({});
  });
});

test('what opens no credentials takes none: who is turned away is not read', async () => {
  const [runtime, auth] = await opened();
  const wait = { kind: 'gate-wait', reason: 'paused', until: NOW } as const;
  const open = vi.spyOn(runtime.vault, 'open');
  const shut = { ...runtime, gate: { enter: async () => wait } };
  const work = vi.fn();
  expect(await withSession(shut, auth, { machineNow: NOW }, work)).toBe(wait);
  expect([open, work].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

test('the gate is told the stricter limits, and no id of a client', async () => {
  limits = { sessionsAtOnce: 3 };
  await read();
  expect(entering).toMatchObject([{ limits, attended: false }]);
  const { company: _public, ...said } = entering[0] as Entering;
  expect(JSON.stringify(said)).not.toContain(clientId.replace('cl_', ''));
});

describe('a session that is running at the company', () => {
  const running = { kind: 'running', operation: 'op-1', askAgainAt: NOW } as const;

  async function readAbout(operation?: string) {
    const [runtime, auth] = await opened();
    const asked = { machineNow: NOW, running: operation };
    return withSession(runtime, auth, asked, (one) => one.connector.listBills(one.session));
  }

  test('stays in the gate, by a name that whoever asks about it finds again', async () => {
    connector = { listBills: async () => running };
    await readAbout();
    expect([left, stayed.length]).toEqual([0, 1]);
    await readAbout('op-1');
    expect(stayed).toEqual([stayed[0], stayed[0]]);
    expect(entering.at(-1)).toMatchObject({ id: stayed[0], goesOn: true });
    expect(entering.at(0)).not.toHaveProperty('goesOn');
    // The operation is not written where anybody could take it for one of theirs.
    expect(stayed[0]).not.toContain('op-1');
  });

  test('says nothing about the company yet', async () => {
    connector = { listBills: async () => running };
    await readAbout();
    expect(told).toEqual([{ outcome: undefined }]);
  });

  test('stays when the question about it fails, and leaves once it has ended', async () => {
    connector = { listBills: async () => Promise.reject(new Error('away')) };
    await readAbout('op-1').catch(() => {});
    expect([left, stayed.length]).toEqual([0, 1]);
    connector = { listBills: async () => [account] };
    await readAbout('op-1');
    expect([left, stayed.length]).toEqual([1, 1]);
  });
});
