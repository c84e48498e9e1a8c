/** Links, readings and swaps before the gate of their company, and companies as they are shown then. */
import { randomBytes } from 'node:crypto';
import type { AuthRecord } from '@billhook/core/auth/auth';
import { instantText } from '@billhook/core/base/dates';
import { newOwnedId } from '@billhook/core/base/ids';
import { popularKey } from '@billhook/core/base/table-keys';
import type { CompanyRecord } from '@billhook/core/company/company';
import type { GateRecord } from '@billhook/core/company/gate/gate';
import type { CompanyLimits } from '@billhook/core/company/gate/limits';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { attemptIdOf, planSwap } from '@billhook/core/swap/swap';
import { GATE_KEPT_MILLISECONDS } from '@billhook/runtime/companies/gate';
import { openRuntime, type Runtime } from '@billhook/runtime/companies/runtime';
import { findShown, keptShown } from '@billhook/runtime/companies/shown';
import { refreshAuth } from '@billhook/runtime/links/refresh-auth';
import { gateStore } from '@billhook/runtime/stores/gate-store';
import { submitSwap } from '@billhook/runtime/swaps/submit';
import { type Outside, openOutside } from '@billhook/runtime/table/outside';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as logIn } from '../../../../functions/workflow/log-in.ts';
import { handler as readBills } from '../../../../functions/workflow/read-bills.ts';
import { fakeKms } from '../../../support/kms.ts';
import { linkedAuth, linkingAuth } from '../../../support/linking.ts';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';
import { account, fakeConnector } from '../../../support/payment-world.ts';
import { clientId, methodRecord, NOW, unnoticed } from '../../../support/records.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const [directory] = sandboxCompanies;
const companyId = directory?._id ?? '';

let table: MemoryTable;
let now: number;
let asked: string[];
let limits: CompanyLimits;
let outside: Outside;
let runtime: Runtime;

beforeEach(async () => {
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
  vi.stubEnv('FINGERPRINT_KEY_ARN', 'arn:fingerprint');
  vi.stubEnv('STAGE', 'production');
  [now, asked, limits] = [NOW, [], {}];
  table = memoryTable(() => now);
  const connector = {
    ...fakeConnector,
    capabilities: () => ({ ...fakeConnector.capabilities(), limits }),
    logIn: async () => {
      asked.push('logIn');
      return { kind: 'verified' as const };
    },
    listBills: async () => {
      asked.push('listBills');
      return [account];
    },
    swap: async () => {
      asked.push('swap');
      return { kind: 'completed' as const };
    },
  };
  const aws = { kms: fakeKms().kms };
  outside = openOutside({ table, aws, clock: () => now, connectorOf: () => connector });
  runtime = openRuntime(outside);
  await runtime.companies.merge(sandboxCompanies.slice(0, 1));
});
afterAll(() => {
  vi.unstubAllEnvs();
});

async function setGate(next: Omit<GateRecord, 'version'> = {}, id = companyId) {
  const kind = id === companyId ? ('company' as const) : ('connector' as const);
  const gates = gateStore(table);
  const before = await gates.find({ kind, id });
  const version = (before?.version ?? 0) + 1;
  await table.write([gates.save({ kind, id }, { version, ...next }, before, now)]);
  now += GATE_KEPT_MILLISECONDS;
}

const paused = { paused: { since: instantText(NOW), by: 'ada' } };
const cooling = (milliseconds: number) => ({
  coolUntil: now + GATE_KEPT_MILLISECONDS + milliseconds,
});

const linking = () => linkingAuth(runtime, now);

const stored = async ({ _id }: AuthRecord) => (await runtime.auths.findAny(_id)) as AuthRecord;

type Ran = { readonly outcome: string; readonly waitSeconds?: number };
const run = (handler: typeof logIn | typeof readBills, { _id, link }: AuthRecord) => {
  const task = handler.over(outside) as (input: unknown) => Promise<unknown>;
  return task({ authId: _id, linkId: link?.linkId ?? '', clientId }) as Promise<Ran>;
};

describe('a link', () => {
  test('waits while the gate is shut for a moment, and goes on after it', async () => {
    await setGate(cooling(MINUTE));
    const auth = await linking();
    const waits = await run(logIn, auth);
    expect(waits.outcome).toBe('waits');
    expect(waits.waitSeconds).toBeGreaterThanOrEqual(60);
    expect(waits.waitSeconds).toBeLessThanOrEqual(91);
    expect(asked).toEqual([]);
    expect((await stored(auth)).link?.waitingSince).toBe(instantText(now));
    now += MINUTE;
    expect(await run(logIn, auth)).toMatchObject({ outcome: 'verified' });
    expect((await stored(auth)).link?.waitingSince).toBeUndefined();
    expect(await run(readBills, auth)).toMatchObject({ outcome: 'recorded' });
    expect(asked).toEqual(['logIn', 'listBills']);
  });

  test('is counted for its partner the first time alone, however often its bills are read', async () => {
    const other = sandboxCompanies.find(({ sandbox }) => sandbox.bills === 'one');
    await runtime.companies.merge([{ ...other, _id: companyId } as CompanyRecord]);
    const auth = await linking();
    await run(logIn, auth);
    await run(readBills, auth);
    await run(readBills, auth);
    const verified = await stored(auth);
    const again = { ...verified, link: auth.link };
    await table.write([runtime.auths.save(again, verified)]);
    expect(await run(readBills, again)).toMatchObject({ outcome: 'recorded' });
    const counts = await table.get<{ links: object }>(popularKey(auth.partnerId));
    expect(counts?.links).toEqual({ [companyId]: 1 });
  });

  test('waits between logging in and reading as well', async () => {
    const auth = await linking();
    await run(logIn, auth);
    await setGate(cooling(MINUTE));
    expect(await run(readBills, auth)).toMatchObject({ outcome: 'waits' });
    now += MINUTE;
    expect(await run(readBills, auth)).toMatchObject({ outcome: 'recorded' });
    expect(asked).toEqual(['logIn', 'listBills']);
  });

  test.each([
    ['an operator has paused the company', () => setGate(paused)],
    ['an operator has paused the connector', () => setGate(paused, 'sandbox')],
    ['it takes longer than a user waits', () => setGate(cooling(2 * MINUTE + 1))],
  ])('is on hold at once where %s', async (_name, shut) => {
    await shut();
    const auth = await linking();
    expect(await run(logIn, auth)).toEqual({ outcome: 'hold' });
    expect(await stored(auth)).toMatchObject({
      status: 'hold',
      hold: { code: 'system_issue_with_bill', subcode: 'known-system-error' },
    });
    expect((await stored(auth)).link).toBeUndefined();
    expect(asked).toEqual([]);
  });

  test('is on hold after ten minutes at a full company, and tells so once', async () => {
    limits = { sessionsAMinute: 1 };
    const auth = await linking();
    let waited = 0;
    let ran: Ran = { outcome: 'waits' };
    while (ran.outcome === 'waits' && waited < 30 * MINUTE) {
      // Another is always faster.
      await runtime.gate.enter({
        company: { _id: companyId, connector: 'sandbox' },
        ...{ limits, id: `other${waited}`, login: 'other', attended: true },
      });
      ran = await run(logIn, auth);
      const milliseconds = (ran.waitSeconds ?? 0) * 1000;
      waited += milliseconds;
      now += milliseconds;
    }
    expect(ran).toEqual({ outcome: 'hold' });
    expect(waited).toBeGreaterThanOrEqual(10 * MINUTE);
    expect(waited).toBeLessThan(13 * MINUTE);
    expect(await run(logIn, auth)).toEqual({ outcome: 'hold' });
  });

  test('that another has taken the place of neither waits nor holds it', async () => {
    await setGate(paused);
    const auth = await linking();
    const other = { ...auth, link: { ...auth.link, linkId: 'link_other' } } as AuthRecord;
    expect(await run(logIn, other)).toEqual({ outcome: 'superseded' });
  });
});

describe('a daily reading', () => {
  const due = () => linkedAuth(runtime, { refreshAt: instantText(NOW) });
  const waitOf = async (auth: AuthRecord) =>
    Date.parse((await stored(auth)).refresh?.at ?? '') - now;

  test('is put off until the gate may be open, at a time of its own, and counts as none', async () => {
    await setGate(cooling(10 * MINUTE));
    const auths = await Promise.all(Array.from({ length: 10 }, due));
    for (const auth of auths) expect(await refreshAuth(runtime, auth._id, now)).toBe(false);
    const waits = await Promise.all(auths.map(waitOf));
    for (const wait of waits) {
      expect(wait).toBeGreaterThanOrEqual(10 * MINUTE);
      expect(wait).toBeLessThanOrEqual(10 * MINUTE + HOUR);
    }
    expect(new Set(waits).size).toBeGreaterThan(5);
    const [first] = auths as [AuthRecord];
    const { status, refresh } = await stored(first);
    expect([status, refresh?.failures, refresh?.unended]).toEqual([
      'verified',
      undefined,
      undefined,
    ]);
    expect(asked).toEqual([]);
    now += await waitOf(first);
    expect(await refreshAuth(runtime, first._id, now)).toBe(true);
  });

  test('over the readings of its day waits for the next', async () => {
    limits = { readingsPerLoginADay: 1 };
    const auth = await due();
    expect(await refreshAuth(runtime, auth._id, now)).toBe(true);
    const read = await stored(auth);
    await table.write([
      runtime.auths.save(
        { ...read, version: read.version + 1, refresh: { at: instantText(now) } },
        read,
      ),
    ]);
    expect(await refreshAuth(runtime, auth._id, now)).toBe(false);
    expect(asked).toEqual(['logIn', 'listBills']);
    const refreshAt = (await stored(auth)).refresh?.at ?? '';
    expect(refreshAt.slice(0, 10)).toBe(instantText(now + DAY).slice(0, 10));
  });
});

test('a swap waits with its card untouched, and is made once after it', async () => {
  await setGate(paused);
  const swapId = newOwnedId('swap', clientId, randomBytes);
  const auth = await linkedAuth(runtime, { openSwapId: swapId });
  const given = methodRecord();
  const recordId = given._id;
  const card = { cardNumber: '4111111111111111', cardCode: '123' };
  const method = { ...given, sealed: await runtime.vault.seal({ clientId, recordId }, card) };
  const swap = planSwap(auth, { swapId, paymentMethodId: method._id, now });
  await table.write([runtime.swaps.save(swap, undefined)]);
  await table.write([runtime.methods.save(...unnoticed(method))]);
  const ids = { swapId, attemptId: attemptIdOf(swap) };
  expect(await submitSwap(runtime, ids, now)).toBe('waits');
  expect((await runtime.swaps.findAny(swapId))?.status).toBe('pending');
  await setGate({});
  expect(await submitSwap(runtime, ids, now)).toBe('completed');
  expect(await submitSwap(runtime, ids, now)).toBe('completed');
  expect(asked).toEqual(['swap']);
});

describe('a company whose gate is shut', () => {
  const shownOne = async () => (await findShown(runtime, companyId, now))?.status;

  test('is shown as in maintenance, by itself and in lists', async () => {
    const shownAt = keptShown(table);
    const inList = async () => (await shownAt(now))(directory as never).status;
    expect([await shownOne(), await inList()]).toEqual(['operational', 'operational']);
    await setGate(cooling(MINUTE));
    expect([await shownOne(), await inList()]).toEqual(['maintenance', 'maintenance']);
    now += MINUTE;
    expect([await shownOne(), await inList()]).toEqual(['operational', 'operational']);
    await setGate(paused, 'sandbox');
    expect([await shownOne(), await inList()]).toEqual(['maintenance', 'maintenance']);
  });

  test('costs a list two queries in some seconds', async () => {
    const shownAt = keptShown(table);
    const before = table.calls.query;
    await shownAt(now);
    await shownAt(now + GATE_KEPT_MILLISECONDS - 1);
    expect(table.calls.query - before).toBe(2);
    await shownAt(now + GATE_KEPT_MILLISECONDS);
    expect(table.calls.query - before).toBe(4);
  });
});
