/** The gate over a table: what it costs, who gets in where many come at once, and what time gives back. */
import { FAILURES_TO_OPEN, TRIAL_MILLISECONDS } from '@billhook/core/company/gate/breaker';
import { isGateWait } from '@billhook/core/company/gate/gate';
import { LEASE_MILLISECONDS } from '@billhook/core/company/gate/leases';
import type { CompanyLimits } from '@billhook/core/company/gate/limits';
import {
  type Entering,
  GATE_KEPT_MILLISECONDS,
  type Gate,
  openGate,
} from '@billhook/runtime/companies/gate';
import { switchGate } from '@billhook/runtime/partners/switch-gate';
import { gateStore } from '@billhook/runtime/stores/gate-store';
import type { Table } from '@billhook/runtime/table/types';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';
import { NOW } from '../../../support/records.ts';
import { openServerTable, type ServerTable } from '../../../support/server-table.ts';

const DAY = 24 * 60 * 60_000;
const company = { _id: 'co_Gated', connector: 'sandbox' } as const;
const operator = { kind: 'operator', id: 'ada' } as const;

let table: MemoryTable;
let now: number;
let gate: Gate;

beforeEach(() => {
  vi.stubEnv('STAGE', 'production');
  now = NOW;
  table = memoryTable(() => now);
  gate = openGate({ table, clock: () => now });
  count = 0;
});
afterAll(() => {
  vi.unstubAllEnvs();
});

let count = 0;
const asked = (limits: CompanyLimits = {}, change: Partial<Entering> = {}): Entering => {
  count += 1;
  return { company, limits, id: `s${count}`, login: `auth_${count}`, attended: true, ...change };
};

async function getIn(...given: Parameters<typeof asked>) {
  const entered = await gate.enter(asked(...given));
  if (isGateWait(entered)) throw new Error(`Not let in: ${entered.reason}`);
  return entered;
}

/** The last free places of a limit of five, one after the other. */
async function getInAt(real: Table) {
  const entered = await openGate({ table: real, clock: () => now }).enter(
    asked({ sessionsAtOnce: 5 }),
  );
  expect(isGateWait(entered)).toBe(false);
}

/** Sessions that fail, each of another login. */
async function fail(times: number): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    const entered = await getIn();
    await entered.told({ outcome: 'company' });
    await entered.left();
  }
}

const pass = (milliseconds: number) => {
  now += milliseconds;
};

describe('a session costs', () => {
  async function session(...given: Parameters<typeof asked>) {
    const entered = await getIn(...given);
    await entered.told({ outcome: 'success' });
    await entered.left();
  }

  test('no write without limits, and two reads in some seconds', async () => {
    for (let turn = 0; turn < 50; turn += 1) await session();
    expect(table.calls).toEqual({ get: 2, query: 0, write: 0 });
    pass(GATE_KEPT_MILLISECONDS - 1);
    await session();
    expect(table.calls.get).toBe(2);
    pass(1);
    await session();
    expect(table.calls).toEqual({ get: 4, query: 0, write: 0 });
  });

  test('no write either where it is its user who fails', async () => {
    const entered = await getIn();
    await entered.told({ outcome: 'user' });
    await entered.left();
    expect(table.calls.write).toBe(0);
  });

  test.each<[string, CompanyLimits, number]>([
    ['at once', { sessionsAtOnce: 2 }, 2],
    ['a minute', { sessionsAMinute: 2 }, 2],
    ['of all kinds', { sessionsAtOnce: 2, sessionsAMinute: 9, readingsPerLoginADay: 2 }, 2],
    ['of readings alone', { readingsPerLoginADay: 2 }, 1],
    ['to cool down', { coolDownSeconds: 60 }, 0],
  ])('with a limit %s, few writes', async (_name, limits, writes) => {
    await session(limits, { reading: 'unattended' });
    expect(table.calls.write).toBe(writes);
  });
});

describe('of many who come at once', () => {
  let server: ServerTable;
  beforeAll(async () => {
    server = await openServerTable(() => now);
  });
  afterAll(() => server.stop());

  test('a hundred never are more than the limit, in a real table', async () => {
    const real = server.table;
    // Each is a function of its own.
    const gates = Array.from({ length: 100 }, () => openGate({ table: real, clock: () => now }));
    const limits = { sessionsAtOnce: 5 };
    const wave = async () => {
      const all = await Promise.all(gates.map((one) => one.enter(asked(limits))));
      return all.filter((one) => !isGateWait(one));
    };
    // Where others were faster each time, somebody is turned away though there is room.
    const first = await wave();
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThanOrEqual(5);
    const second = await wave();
    expect(first.length + second.length).toBeLessThanOrEqual(5);
    for (let left = 5 - first.length - second.length; left > 0; left -= 1) await getInAt(real);
    expect(await openGate({ table: real, clock: () => now }).enter(asked(limits))).toMatchObject({
      reason: 'sessionsAtOnce',
    });
    await Promise.all(first.map((one) => !isGateWait(one) && one.left()));
    expect(await wave()).not.toHaveLength(0);
  });
});

describe('a limit of two at once', () => {
  const limits = { sessionsAtOnce: 2 };

  test('lets the next in when one has left', async () => {
    const first = await getIn(limits);
    await getIn(limits);
    expect(await gate.enter(asked(limits))).toMatchObject({ reason: 'sessionsAtOnce' });
    await first.left();
    await getIn(limits);
  });

  test('gets back by time what a killed process held', async () => {
    await getIn(limits);
    await getIn(limits);
    pass(LEASE_MILLISECONDS - 1);
    expect(await gate.enter(asked(limits))).toMatchObject({ reason: 'sessionsAtOnce' });
    pass(1);
    await getIn(limits);
    await getIn(limits);
    expect(await gate.enter(asked(limits))).toMatchObject({ reason: 'sessionsAtOnce' });
  });

  test('counts nothing twice where a session leaves after its time', async () => {
    const slow = await getIn(limits);
    pass(LEASE_MILLISECONDS);
    await getIn(limits);
    await getIn(limits);
    await slow.left();
    expect(await gate.enter(asked(limits))).toMatchObject({ reason: 'sessionsAtOnce' });
  });
});

describe('a limit of two readings a day', () => {
  const limits = { readingsPerLoginADay: 2 };
  const tomorrow = Math.floor(NOW / DAY) * DAY + DAY;

  test('puts the third unattended one off until tomorrow, of this login alone', async () => {
    const own = { login: 'auth_1', reading: 'unattended' } as const;
    await getIn(limits, own);
    await getIn(limits, own);
    expect(await gate.enter(asked(limits, own))).toEqual({
      ...{ kind: 'gate-wait', reason: 'readingsPerLoginADay', until: tomorrow },
    });
    await getIn(limits, { ...own, login: 'auth_2' });
    now = tomorrow;
    await getIn(limits, own);
  });

  test('counts what a user asks for, and never puts it off', async () => {
    const own = { login: 'auth_1', reading: 'asked-for' } as const;
    for (let turn = 0; turn < 5; turn += 1) await getIn(limits, own);
    const next = asked(limits, { ...own, reading: 'unattended' });
    expect(await gate.enter(next)).toMatchObject({ reason: 'readingsPerLoginADay' });
    await getIn(limits, { login: 'auth_1' });
  });
});

describe('a company that fails', () => {
  test('is shut, and one of those who come later tries', async () => {
    await fail(FAILURES_TO_OPEN);
    pass(GATE_KEPT_MILLISECONDS);
    expect(await gate.enter(asked())).toMatchObject({ reason: 'failing' });
    pass(60_000);
    const gates = Array.from({ length: 20 }, () => openGate({ table, clock: () => now }));
    const entered = await Promise.all(gates.map((one) => one.enter(asked())));
    const tries = entered.filter((one) => !isGateWait(one));
    expect(tries).toHaveLength(1);
    const [trial] = tries;
    if (!trial || isGateWait(trial)) throw new Error('Nobody tries');
    await trial.told({ outcome: 'success' });
    pass(GATE_KEPT_MILLISECONDS);
    await getIn();
    await getIn();
  });

  test('stays shut for longer where the trial fails', async () => {
    await fail(FAILURES_TO_OPEN);
    pass(60_000);
    await fail(1);
    pass(60_000);
    expect(await gate.enter(asked())).toMatchObject({ reason: 'failing' });
    pass(60_000);
    await getIn();
  });

  test.each([
    ['asked nothing', async (told: () => Promise<void>) => told(), GATE_KEPT_MILLISECONDS],
    ['was killed', async () => {}, TRIAL_MILLISECONDS],
  ])('is tried by the next where a trial %s', async (_name, end, milliseconds) => {
    await fail(FAILURES_TO_OPEN);
    pass(60_000);
    const trial = await getIn();
    await end(() => trial.told({}));
    pass(milliseconds);
    await getIn();
  });

  test('is open again once a session went well before it was shut', async () => {
    await fail(FAILURES_TO_OPEN - 1);
    pass(GATE_KEPT_MILLISECONDS);
    await (await getIn()).told({ outcome: 'success' });
    pass(GATE_KEPT_MILLISECONDS);
    await fail(FAILURES_TO_OPEN - 1);
    await getIn();
  });

  test('counts every failure of many at once', async () => {
    const entered = await Promise.all(Array.from({ length: 5 }, () => getIn()));
    await Promise.all(entered.map((one) => one.told({ outcome: 'connector' })));
    pass(GATE_KEPT_MILLISECONDS);
    expect(await gate.enter(asked())).toMatchObject({ reason: 'failing' });
  });
});

test('a company that asks for time has it', async () => {
  await (await getIn()).told({ outcome: 'user', coolDownSeconds: 30 });
  pass(GATE_KEPT_MILLISECONDS);
  expect(await gate.enter(asked())).toMatchObject({
    ...{ reason: 'cooling-down', until: NOW + 30_000 },
  });
  pass(30_000);
  await getIn();
});

test.each([
  ['company', company._id],
  ['connector', company.connector],
] as const)('the switch of a %s keeps everybody out within seconds', async (kind, id) => {
  await getIn();
  const given = { gate: { kind, id }, actor: operator, now };
  expect(await switchGate(table, { ...given, paused: true })).toBe('changed');
  expect(await switchGate(table, { ...given, paused: true })).toBe('unchanged');
  pass(GATE_KEPT_MILLISECONDS);
  expect(await gate.enter(asked())).toMatchObject({ reason: 'paused' });
  expect(await switchGate(table, { ...given, paused: false })).toBe('changed');
  pass(GATE_KEPT_MILLISECONDS);
  await getIn();
  const audit = [...table.items.values()].map(({ action }) => action).filter(Boolean);
  expect(audit).toEqual(['company-paused', 'company-resumed']);
});

test('a pause keeps what is known of failures', async () => {
  await fail(2);
  const given = { gate: { kind: 'company', id: company._id }, actor: operator, now } as const;
  await switchGate(table, { ...given, paused: true });
  await switchGate(table, { ...given, paused: false });
  pass(GATE_KEPT_MILLISECONDS);
  await fail(3);
  pass(GATE_KEPT_MILLISECONDS);
  expect(await gate.enter(asked())).toMatchObject({ reason: 'failing' });
});

test('what a session said is not lost with a table that cannot be written', async () => {
  const entered = await getIn({ sessionsAtOnce: 1 });
  table.write = async () => {
    throw new Error('The table is away');
  };
  await expect(entered.told({ outcome: 'company' })).resolves.toBeUndefined();
  await expect(entered.left()).resolves.toBeUndefined();
});

describe('One account whose data makes no sense', () => {
  async function breach(login: string, change: Partial<Entering> = {}) {
    const entered = await gate.enter(asked({}, { login, ...change }));
    if (isGateWait(entered)) return entered;
    await entered.told({ outcome: 'connector', nonsense: ['listBills: bills.0.dueOn'] });
    return entered.left();
  }

  test('shuts no company, with whoever else fails once beside it', async () => {
    for (let turn = 0; turn < 50; turn += 1) await breach('auth_bad');
    await fail(1);
    expect(isGateWait(await gate.enter(asked()))).toBe(false);
  });

  test('is shown with its member, and each account counts once', async () => {
    for (const login of ['a', 'b', 'a', 'c']) await breach(login);
    const record = await gateStore(table).find({ kind: 'company', id: company._id });
    expect(record?.nonsense).toEqual({
      'listBills: bills.0.dueOn': { logins: ['a', 'b', 'c'], at: NOW },
    });
  });

  test('is shown though the rest of its reading was good', async () => {
    const entered = await getIn();
    await entered.told({ outcome: 'success', nonsense: ['listBills: bills.1.dueOn'] });
    const record = await gateStore(table).find({ kind: 'company', id: company._id });
    expect(Object.keys(record?.nonsense ?? {})).toEqual(['listBills: bills.1.dueOn']);
  });

  test('is no longer shown three days later, nor more than five members', async () => {
    const tells = async (member: string) =>
      (await getIn()).told({ outcome: 'success', nonsense: [member] });
    await tells('listBills: bills.0.dueOn');
    pass(3 * DAY);
    for (let place = 0; place < 7; place += 1) {
      pass(1);
      await tells(`listBills: bills.${place}.balanceCents`);
    }
    const record = await gateStore(table).find({ kind: 'company', id: company._id });
    const places = Object.keys(record?.nonsense ?? {}).map((member) => member.split('.')[1]);
    expect(places.sort()).toEqual(['2', '3', '4', '5', '6']);
  });

  test('does not try again what another login can try', async () => {
    for (const login of ['a', 'b', 'c', 'd', 'e']) await breach(login);
    pass(60_000 + GATE_KEPT_MILLISECONDS);
    expect(await gate.enter(asked({}, { login: 'e' }))).toMatchObject({ reason: 'failing' });
    const entered = await gate.enter(asked({}, { login: 'a' }));
    if (isGateWait(entered)) throw new Error('Nobody may try');
    await entered.told({ outcome: 'success' });
    pass(GATE_KEPT_MILLISECONDS);
    expect(isGateWait(await gate.enter(asked({}, { login: 'e' })))).toBe(false);
  });
});

describe('The operator who resumes a company', () => {
  const own = { kind: 'company', id: company._id } as const;
  const resume = () => switchGate(table, { gate: own, paused: false, actor: operator, now });

  test('closes its breaker, and keeps what was noted', async () => {
    await fail(FAILURES_TO_OPEN);
    pass(GATE_KEPT_MILLISECONDS);
    expect(await gate.enter(asked())).toMatchObject({ reason: 'failing' });
    expect(await resume()).toBe('changed');
    pass(GATE_KEPT_MILLISECONDS);
    expect(isGateWait(await gate.enter(asked()))).toBe(false);
    expect(await resume()).toBe('unchanged');
  });

  test('changes nothing of failures that have not opened it', async () => {
    await fail(2);
    expect(await resume()).toBe('unchanged');
    expect((await gateStore(table).find(own))?.breaker).toMatchObject({ failures: 2 });
  });
});
