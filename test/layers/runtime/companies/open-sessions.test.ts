/** A browser that stays open after a call is a session at its company still: the gate counts it as one. */
import type { AuthRecord } from '@billhook/core/auth/auth';
import type { LoginOutcome } from '@billhook/core/company/connector';
import { isGateWait } from '@billhook/core/company/gate/gate';
import { ASKED_MILLISECONDS, LEASE_MILLISECONDS } from '@billhook/core/company/gate/leases';
import type { CompanyLimits } from '@billhook/core/company/gate/limits';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { openRuntime, type Runtime } from '@billhook/runtime/companies/runtime';
import type { CompanySession } from '@billhook/runtime/companies/session';
import { withSession } from '@billhook/runtime/companies/with-session';
import { openOutside } from '@billhook/runtime/table/outside';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeKms } from '../../../support/kms.ts';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';
import { account, fakeConnector } from '../../../support/payment-world.ts';
import { authRecord, clientId, NOW } from '../../../support/records.ts';

const LIVE_SECONDS = 120;
const mfa = { kind: 'mfa-required', challenge: { type: 'prompt' } } as unknown as LoginOutcome;

let now: number;
let table: MemoryTable;
let runtime: Runtime;
let auth: ReturnType<typeof authRecord>;
let limits: CompanyLimits | undefined;
let looks: true | undefined;

beforeEach(async () => {
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
  vi.stubEnv('STAGE', 'production');
  [now, limits, looks] = [NOW, { sessionsAtOnce: 2 }, true];
  table = memoryTable(() => now);
  const outside = openOutside({
    table,
    clock: () => now,
    aws: { kms: fakeKms().kms },
    connectorOf: () => ({
      ...fakeConnector,
      // As a browser does: it stays open after a login, and is closed once the bills are read.
      logIn: async (session) => {
        session.keep?.({ live: { handle: `of-${session.login?.name}`, seconds: LIVE_SECONDS } });
        return { kind: 'verified' };
      },
      listBills: async () => [account],
      endSession: async () => {},
      capabilities: () => ({ ...fakeConnector.capabilities(), limits, looks }),
    }),
  });
  runtime = openRuntime(outside);
  await runtime.companies.merge(sandboxCompanies.slice(0, 1));
  const named = authRecord();
  const company = { ...named.company, _id: sandboxCompanies[0]?._id ?? '' };
  const recordId = named._id;
  const credentials = await runtime.vault.seal({ clientId, recordId }, { password: 'x' });
  auth = { ...named, company, credentials };
});
afterAll(() => {
  vi.unstubAllEnvs();
});

/** In a session of a link, as one function has it: `waits` where the gate doesn't let it in. */
async function inLink<T>(
  linkId: string,
  work: (opened: CompanySession) => Promise<T>,
  running?: string,
) {
  const link = { linkId, items: ['bill'], requestedAt: new Date(NOW).toISOString() } as const;
  await standsWith(link);
  const came = await withSession(runtime, auth, { machineNow: now, link, running }, work);
  return isGateWait(came) ? 'waits' : came;
}

/** The auth with the link that it has now. */
async function standsWith(link: AuthRecord['link']): Promise<void> {
  const before = await runtime.auths.findAny(auth._id);
  const next = { ...auth, link, version: (before?.version ?? 0) + 1 };
  await table.write([runtime.auths.save(next, before)]);
}

const logIn = (linkId: string, running?: string) =>
  inLink(linkId, (one) => one.connector.logIn(one.session), running);
const read = (linkId: string) => inLink(linkId, (one) => one.connector.listBills(one.session));
const verified = { kind: 'verified' };

/** A function that is killed while it is in a session: nothing after that is done. */
async function isKilledIn(linkId: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  void inLink(linkId, async () => {
    resolve();
    await new Promise(() => {});
  });
  await promise;
}

const pass = (milliseconds: number) => {
  now += milliseconds;
};

describe('at a company that allows two sessions at once', () => {
  test('a third login waits as long as both browsers are open', async () => {
    expect([await logIn('a'), await logIn('b')]).toEqual([verified, verified]);
    expect(await logIn('c')).toBe('waits');
    pass(LIVE_SECONDS * 1000 - 1);
    expect(await logIn('c')).toBe('waits');
    pass(1);
    expect(await logIn('c')).toEqual(verified);
  });

  test('a link goes on in the session that it left open, and takes no second lease', async () => {
    await logIn('a');
    await logIn('b');
    expect(await read('a')).toEqual([account]);
    // Its browser is closed with that, and the next one comes in.
    expect(await logIn('c')).toEqual(verified);
    expect(await logIn('d')).toBe('waits');
  });

  test('goes on where the sessions of its minute are used up: none begins', async () => {
    limits = { sessionsAMinute: 1 };
    await logIn('a');
    expect(await logIn('b')).toBe('waits');
    expect(await read('a')).toEqual([account]);
  });

  test('one that waits for a code is open until the code is not to come any more', async () => {
    runtime = { ...runtime, connectorOf: asking(runtime.connectorOf) };
    await logIn('a');
    await logIn('b');
    pass(ASKED_MILLISECONDS - 1);
    expect(await logIn('c')).toBe('waits');
    // The code comes, and the same browser takes it.
    expect(await logIn('a')).toEqual(mfa);
    pass(1);
    // The other one is over.
    expect(await logIn('c')).toEqual(mfa);
    expect(await logIn('d')).toBe('waits');
  });

  test('one whose link has ended before it was asked for a code keeps nothing', async () => {
    const { connectorOf } = runtime;
    runtime = {
      ...runtime,
      connectorOf: (company) => ({
        ...connectorOf(company),
        logIn: async () => {
          await standsWith(undefined);
          return mfa;
        },
      }),
    };
    for (const linkId of ['a', 'b', 'c', 'd']) expect(await logIn(linkId)).toEqual(mfa);
  });

  test('one that runs at the company first is counted once, and open at its end', async () => {
    const { connectorOf } = runtime;
    const running = { kind: 'running', operation: 'op-1', askAgainAt: NOW } as const;
    runtime = {
      ...runtime,
      connectorOf: (company) => ({ ...connectorOf(company), logIn: async () => running }),
    };
    expect(await logIn('a')).toEqual(running);
    runtime = { ...runtime, connectorOf };
    expect(await logIn('a', 'op-1')).toEqual(verified);
    expect([await logIn('b'), await logIn('c')]).toEqual([verified, 'waits']);
    expect(await read('a')).toEqual([account]);
    expect(await logIn('c')).toEqual(verified);
  });

  test('closed by us, it counts no longer', async () => {
    await logIn('a');
    await logIn('b');
    await inLink('a', ({ connector, session }) =>
      Promise.resolve(connector.endSession?.({ ...session, live: 'of-a' })),
    );
    expect(await logIn('c')).toEqual(verified);
  });

  test('one of which nothing was asked, or nobody knows how it ended, is open still', async () => {
    await logIn('a');
    await logIn('b');
    await inLink('a', async () => {});
    expect(await logIn('c')).toBe('waits');
    await inLink('b', () => Promise.reject(new Error('away'))).catch(() => {});
    expect(await logIn('c')).toBe('waits');
    pass(LIVE_SECONDS * 1000);
    expect([await logIn('c'), await logIn('d')]).toEqual([verified, verified]);
  });

  test('what looks up a payment closes no session', async () => {
    await logIn('a');
    await logIn('b');
    const asked = { submissionId: 'p-1' } as never;
    await inLink('a', (one) => one.connector.findPayment(one.session, asked));
    expect(await logIn('c')).toBe('waits');
  });

  test('a killed process gives it back at the end of its session, and no later', async () => {
    await logIn('a');
    await logIn('b');
    await isKilledIn('a');
    pass(LEASE_MILLISECONDS);
    expect(await logIn('c')).toBe('waits');
    pass(LIVE_SECONDS * 1000 - LEASE_MILLISECONDS);
    expect([await logIn('c'), await logIn('d')]).toEqual([verified, verified]);
    expect(await logIn('e')).toBe('waits');
  });

  test('another run of a link’s task gives back only what it took itself', async () => {
    await logIn('a');
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const first = inLink('a', async ({ connector, session }) => {
      begin();
      await over;
      return connector.logIn(session);
    });
    await begun;
    await inLink('a', async () => {});
    expect([await logIn('b'), await logIn('c')]).toEqual([verified, 'waits']);
    end();
    await first;
    expect(await logIn('c')).toBe('waits');
  });
});

function asking(connectorOf: Runtime['connectorOf']): Runtime['connectorOf'] {
  return (company) => ({ ...connectorOf(company), logIn: async () => mfa });
}

test('without a limit it costs no write', async () => {
  limits = undefined;
  const { write } = table.calls;
  // Of the test's own, and what is counted of a browser's sessions: one each.
  for (const linkId of ['a', 'b', 'c']) await logIn(linkId);
  expect(table.calls.write - write).toBe(6);
});

test('where no browser stays open, the lease is given back at once', async () => {
  looks = undefined;
  for (const linkId of ['a', 'b', 'c', 'd']) expect(await logIn(linkId)).toEqual(verified);
});
