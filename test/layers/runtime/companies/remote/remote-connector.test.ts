import { generateKeyPairSync } from 'node:crypto';
import { memoryStore, type Run } from '@billhook/connector-kit';
import type { Company } from '@billhook/connector-kit/protocol/directory';
import { problemOf } from '@billhook/connector-kit/protocol/problems';
import { newOwnKeys } from '@billhook/connector-kit/wire/keys';
import { agreementOf } from '@billhook/connector-kit/wire/secrets';
import { signerOf } from '@billhook/connector-kit/wire/signature';
import type { PaymentRequest, Running, Session } from '@billhook/core/company/connector';
import { isNothingTried } from '@billhook/core/company/nothing-tried';
import type { Trouble } from '@billhook/runtime/companies/remote/follow';
import { readManifest } from '@billhook/runtime/companies/remote/read-manifest';
import {
  openRemoteCalls,
  type RemoteDeps,
} from '@billhook/runtime/companies/remote/remote-connector';
import { remoteRules } from '@billhook/runtime/companies/remote/rules';
import { openWireIds } from '@billhook/runtime/companies/remote/wire-ids';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signAgain } from '../../../../connectors/support/bad-connector.ts';
import { connectorKeys, suiteKeys } from '../../../../connectors/support/good-connector.ts';
import {
  type Between,
  type ServedConnector,
  serveConnector,
} from '../../../../connectors/support/served-connector.ts';

const ID_KEY = Buffer.alloc(32, 7);
const outbound = { allowLocal: true };

let served: ServedConnector;
let baseUrl: string;
let troubles: Trouble[];
let row: Company;
let reading: number;
let known: Map<string, string>;

beforeEach(async () => {
  [troubles, reading, known] = [[], 0, new Map()];
  served = await serveConnector();
  baseUrl = served.baseUrl;
});

afterEach(() => served.close());

async function open(more: Partial<RemoteDeps> = {}) {
  const deps = { clock: Date.now, outbound };
  const read = await readManifest(baseUrl, undefined, deps);
  if (!read.ok) throw new Error(read.reason);
  const { manifest, keys } = read;
  row ??= ((await createRows()).companies as Company[])[0] as Company;
  const calls = openRemoteCalls(
    { id: manifest.id, baseUrl, keys },
    {
      ...deps,
      signer: signerOf(suiteKeys.signing),
      agreements: [agreementOf(suiteKeys.encryption)],
      wireIds: openWireIds(ID_KEY),
      payments: {
        note: async (wireId, paymentId) => void known.set(wireId, paymentId),
        find: async (wireId) => known.get(wireId),
      },
      newCallId: () => {
        reading += 1;
        return `reading-${reading}`;
      },
      tell: (trouble) => troubles.push(trouble),
      secondMilliseconds: 20,
      ...more,
    },
  );
  return { ...remoteRules, ...calls };
}

async function createRows() {
  const { createAuthor } = await import('../../../../../connectors/kit/template/connector.ts');
  return createAuthor().companies(undefined, undefined);
}

function sessionOf(username: string, more: Partial<Session> = {}): Session {
  return {
    company: { _id: 'co_Example', remote: { row, capabilities: {} } } as never,
    login: { name: 'link-1', round: more.answers || more.promptPressed ? 2 : 1 },
    form: { username, password: 'correct horse' },
    partnerId: 'p_1',
    clientId: 'c_canary-client',
    authId: 'c_canary-client_a_1',
    attended: true,
    partnerNow: Date.now(),
    ...more,
  };
}

const order: PaymentRequest = {
  paymentId: 'c_canary-client_pm_1',
  number: 1,
  submissionId: 'c_canary-client_pm_1_1',
  accountKey: 'power:pays-card',
  amountCents: 100,
  method: {
    type: 'card',
    cardNumber: '4111111111111111',
    cardCode: '123',
    expMonth: '1',
    expYear: '30',
    zipcode: '10001',
    name: 'Ada Tester',
  },
};

const lost: Between = async (request, next) => {
  await next(request);
  return { status: 502, headers: {}, body: Buffer.from('Bad gateway') };
};

/** Of submissions alone: questions about them get through. */
const submissionsLost: Between = (request, next) =>
  request.method === 'PUT' ? lost(request, next) : next(request);

describe('Logging in', () => {
  test('succeeds', async () => {
    expect(await (await open()).logIn(sessionOf('signs-in'))).toEqual({ kind: 'verified' });
  });

  test('says that the credentials are wrong', async () => {
    const form = { username: 'signs-in', password: 'wrong' };
    const outcome = await (await open()).logIn(sessionOf('signs-in', { form }));
    expect(outcome).toEqual({ kind: 'authenticate' });
  });

  test('goes on with answers', async () => {
    const connector = await open();
    const asked = await connector.logIn(sessionOf('questions'));
    expect(asked).toMatchObject({ kind: 'mfa-required', challenge: { kind: 'questions' } });
    const session = sessionOf('questions', { answers: { color: 'blue' } });
    expect(await connector.logIn(session)).toEqual({ kind: 'verified' });
  });

  test('waits for a login that takes long', async () => {
    expect(await (await open()).logIn(sessionOf('slow'))).toEqual({ kind: 'verified' });
    expect(served.seen.some(({ url }) => url.includes('/v1/operations/'))).toBe(true);
  });

  test('is asked again when a response is lost, and logs in once', async () => {
    let logins = 0;
    const connector = await open();
    served.between = async (request, next) => {
      logins += 1;
      return logins === 1 ? lost(request, next) : next(request);
    };
    expect(await connector.logIn(sessionOf('signs-in'))).toEqual({ kind: 'verified' });
    const operations = served.seen.map(({ headers }) => headers['billhook-operation']);
    expect(new Set(operations.slice(1)).size).toBe(1);
  });

  test('may have been tried when every response is lost', async () => {
    const connector = await open();
    served.between = lost;
    expect(isNothingTried(await failureOf(connector.logIn(sessionOf('signs-in'))))).toBe(false);
  });

  test('was not tried when nobody is there', async () => {
    const connector = await open();
    await served.close();
    expect(isNothingTried(await failureOf(connector.logIn(sessionOf('signs-in'))))).toBe(true);
  });

  test('was tried if it is refused after a response was lost', async () => {
    const connector = await open();
    let calls = 0;
    served.between = async (request, next) => {
      calls += 1;
      if (calls === 1) return lost(request, next);
      return next({ ...request, body: Buffer.from('{}') });
    };
    expect(isNothingTried(await failureOf(connector.logIn(sessionOf('signs-in'))))).toBe(false);
  });
});

test('A connection is kept for the next session, which sends it', async () => {
  const kept: unknown[] = [];
  const connector = await open();
  const keep = (given: unknown) => void kept.push(given);
  await connector.logIn(sessionOf('signs-in', { keep }));
  const farewell = {
    ...{ operation: expect.any(String), secrets: expect.any(String) },
    ...{ auth: expect.any(String), company: row.id },
  };
  expect(kept).toEqual([
    { connection: { value: 'device', expiresAt: expect.any(Number), farewell } },
  ]);
  expect(JSON.stringify(kept)).not.toContain('canary');
  const connections: unknown[] = [];
  served.serve({
    author: {
      companies: () => ({ companies: [], asOf: new Date().toISOString() }),
      logIn: ({ connection, live }) => {
        connections.push(connection, live);
        return { kind: 'verified' };
      },
    },
  });
  const login = { name: 'another', round: 1 };
  const again = await open();
  await again.logIn(sessionOf('signs-in', { login, connection: 'device', live: 'session-1' }));
  expect(connections).toEqual(['device', 'session-1']);
});

test('A connection that our own key cannot open now is lost, and nobody else is to blame', async () => {
  const kept: unknown[] = [];
  const { kid } = agreementOf(suiteKeys.encryption);
  const agree = () => Promise.reject(new Error('KMS is down'));
  const connector = await open({ agreements: [{ kid, agree }] });
  const keep = (given: unknown) => void kept.push(given);
  expect(await connector.logIn(sessionOf('signs-in', { keep }))).toEqual({ kind: 'verified' });
  expect([kept, troubles]).toEqual([[], []]);
});

test('A connector whose key cannot be used now is asked again, and not told that it is wrong', async () => {
  const { privateKey } = generateKeyPairSync('x25519');
  const encryption = { ...connectorKeys.encryption, privateKey };
  served.serve({ keys: { ...connectorKeys, encryption } });
  const problems: unknown[] = [];
  served.between = async (request, next) => {
    const response = await next(request);
    if (request.method === 'POST') problems.push([response.status, String(response.body)]);
    return response;
  };
  const failed = await failureOf((await open()).logIn(sessionOf('signs-in')));
  expect(isNothingTried(failed)).toBe(true);
  expect(problems[0]).toEqual([503, expect.stringContaining('"unavailable"')]);
});

test.each([
  [
    { live: 'session-1', liveSeconds: 600 },
    { handle: 'session-1', seconds: 600 },
  ],
  [{ live: 'session-1' }, { handle: 'session-1', seconds: 120 }],
])('A session that stays open as %j says is used for so long', async (left, live) => {
  const kept: unknown[] = [];
  served.serve({
    author: {
      companies: () => ({ companies: [], asOf: new Date().toISOString() }),
      logIn: () => ({ kind: 'verified', ...left }),
    },
  });
  const keep = (given: unknown) => void kept.push(given);
  await (await open()).logIn(sessionOf('signs-in', { keep }));
  expect(kept).toEqual([{ live }]);
});

test('A session that a link has left open is closed by its handle', async () => {
  const ended: string[] = [];
  served.serve({
    author: {
      companies: () => ({ companies: [], asOf: new Date().toISOString() }),
      logIn: () => ({ kind: 'verified' }),
      endSession: (handle) => void ended.push(handle),
    },
  });
  const connector = await open();
  await connector.endSession?.({ ...sessionOf('signs-in'), live: 'session-1' });
  expect(ended).toEqual(['session-1']);
});

describe('Reading bills', () => {
  test('returns them', async () => {
    expect(await (await open()).listBills(sessionOf('bills'))).toMatchObject([
      { accountKey: 'power:bills', balanceCents: 100_000 },
    ]);
  });

  test('has tried nothing if the connector says so', async () => {
    served.serve({
      author: {
        companies: () => ({ companies: [], asOf: new Date().toISOString() }),
        logIn: () => ({ kind: 'verified' }),
        listBills: () => ({ kind: 'failed', tried: false }),
      },
    });
    const connector = await open();
    expect(isNothingTried(await failureOf(connector.listBills(sessionOf('bills'))))).toBe(true);
  });
});

test('A connector that can do nothing is left alone as long as it says', async () => {
  const connector = await open();
  const closedFor: number[] = [];
  served.between = async (request, next) => {
    const body = Buffer.from(JSON.stringify(problemOf('unavailable')));
    const { headers } = await next(request);
    return signAgain({ status: 503, headers: { ...headers, 'retry-after': '30' }, body }, request);
  };
  const retryAfter = (seconds: number) => void closedFor.push(seconds);
  const session = sessionOf('pays-card', { retryAfter });
  expect(await connector.pay(session, order)).toEqual({ kind: 'unknown' });
  expect(closedFor).toEqual([30]);
});

describe('Cancelling', () => {
  test('is promised of what was accepted, and only what became of it said of what was paid', async () => {
    const connector = await open();
    const { paymentId, number, submissionId } = order;
    const asked = { paymentId, number, submissionId };
    const later = sessionOf('accepts');
    expect(await connector.pay(later, order)).toMatchObject({ kind: 'accepted' });
    expect(await connector.cancelPayment?.(later, asked)).toEqual({ kind: 'never-taken' });
    expect(await connector.cancelPayment?.(later, asked)).toEqual({ kind: 'never-taken' });
    const paid = { ...asked, paymentId: 'c_canary-client_pm_2' };
    const atOnce = sessionOf('pays-card');
    await connector.pay(atOnce, { ...order, ...paid });
    expect(await connector.cancelPayment?.(atOnce, paid)).toMatchObject({ kind: 'paid' });
  });
});

describe('Paying', () => {
  test('returns what was paid', async () => {
    expect(await (await open()).pay(sessionOf('pays-card'), order)).toMatchObject({
      kind: 'paid',
      amountCents: 100,
    });
  });

  test.each<[string, Between]>([
    ['a response is lost', submissionsLost],
    [
      'a response is not signed',
      async (request, next) => {
        const response = await next(request);
        return { ...response, headers: { ...response.headers, signature: undefined } };
      },
    ],
    [
      'somebody else signs it',
      async (request, next) => {
        const response = await next(request);
        const signature = response.headers.signature?.replace(/:./, (text) =>
          text === ':A' ? ':B' : ':A',
        );
        return { ...response, headers: { ...response.headers, signature } };
      },
    ],
    [
      'another amount is said on the way',
      async (request, next) => {
        const response = await next(request);
        const body = Buffer.from(Buffer.from(response.body).toString().replace('paid', 'held'));
        return { ...response, body };
      },
    ],
    [
      'the response to another request comes',
      async (request, next) => {
        await next(request);
        return next({ ...request, headers: {} });
      },
    ],
  ])('is unknown when %s', async (_, fault) => {
    const connector = await open();
    served.between = fault;
    expect(await connector.pay(sessionOf('pays-card'), order)).toEqual({ kind: 'unknown' });
    expect(troubles.map(({ what }) => what)).toEqual(['doubt']);
    served.between = (request, next) => next(request);
    // It is found as what it is, or has never been taken.
    const found = await connector.findPayment(sessionOf('pays-card'), order);
    expect(['paid', 'never-taken']).toContain(found.kind);
  });

  const HOUR = 60 * 60_000;
  let shift = 0;
  let own = suiteKeys.signing;
  const clock = () => Date.now() + shift;
  const signer: RemoteDeps['signer'] = {
    get kid() {
      return own.kid;
    },
    sign: (base) => signerOf(own).sign(base),
  };
  const store = memoryStore();

  test.each<[string, Partial<RemoteDeps>, () => void]>([
    ['our clock goes an hour ahead', { clock }, () => (shift = HOUR)],
    ['our clock goes an hour behind', { clock }, () => (shift = -HOUR)],
    ['another key of ours signs', { signer }, () => (own = newOwnKeys().signing)],
    [
      'the connector has other keys',
      {},
      () => served.serve({ store, keys: { ...connectorKeys, signing: newOwnKeys().signing } }),
    ],
    [
      'the connector’s clock goes an hour ahead',
      {},
      () => served.serve({ store, now: () => Date.now() + HOUR }),
    ],
  ])('whose first response is lost is not denied where %s then', async (_what, more, change) => {
    served.serve({ store });
    const connector = await open(more);
    let changed = false;
    served.between = async (request, next) => {
      const response = await next(request);
      if (request.method !== 'PUT' || changed) return response;
      changed = true;
      change();
      return { status: 502, headers: {}, body: Buffer.from('Bad gateway') };
    };
    const submissionId = `${order.submissionId}_${_what}`.replace(/\W/g, '_');
    const mine = { ...order, submissionId, paymentId: submissionId };
    expect(await connector.pay(sessionOf('pays-card'), mine)).toEqual({ kind: 'unknown' });
    expect(await connector.findPayment(sessionOf('pays-card'), mine)).toEqual({
      kind: 'not-known',
    });
    [shift, own] = [0, suiteKeys.signing];
    served.serve({ store });
    const mended = await open();
    expect((await mended.findPayment(sessionOf('pays-card'), mine)).kind).toBe('paid');
  });

  test('is made once, however often it is sent', async () => {
    const connector = await open();
    const first = await connector.pay(sessionOf('pays-card'), order);
    expect(await connector.pay(sessionOf('pays-card'), order)).toEqual(first);
  });

  test('of another amount is refused, and an operator is told', async () => {
    const connector = await open();
    await connector.pay(sessionOf('pays-card'), order);
    const other = { ...order, amountCents: 200 };
    expect(await connector.pay(sessionOf('pays-card'), other)).toEqual({ kind: 'unknown' });
    expect(troubles).toMatchObject([{ what: 'another-body', name: 'pay', code: 'another_body' }]);
  });

  test('of what was never taken is refused from then on', async () => {
    const connector = await open();
    const session = sessionOf('pays-card');
    expect(await connector.findPayment(session, order)).toEqual({ kind: 'never-taken' });
    expect(await connector.pay(session, order)).toEqual({ kind: 'never-taken' });
  });

  test('that a network accepted is asked about, and paid', async () => {
    const connector = await open();
    const taken = await connector.pay(sessionOf('accepts'), order);
    expect(taken).toMatchObject({ kind: 'accepted', askAgainAt: expect.any(Number) });
    const find = async () => (await connector.findPayment(sessionOf('accepts'), order)).kind;
    await expect.poll(find).toBe('paid');
  });

  test('that comes back is found as returned', async () => {
    const connector = await open();
    expect(await connector.pay(sessionOf('returns'), order)).toMatchObject({ kind: 'paid' });
    const find = async () => (await connector.findPayment(sessionOf('returns'), order)).kind;
    await expect.poll(find).toBe('returned');
    // Who submits it again is not told that it was paid.
    expect(await connector.pay(sessionOf('returns'), order)).toEqual({ kind: 'unknown' });
  });

  test('that goes on is running, is polled, and is looked for once a poll knows nothing of it', async () => {
    const connector = await open({ secondMilliseconds: 1 });
    served.serve({
      author: {
        companies: () => ({ companies: [], asOf: new Date().toISOString() }),
        logIn: () => ({ kind: 'verified' }),
        pay: (_session, _order, { signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error()))),
        findPayment: () => ({ kind: 'never-taken' }),
      },
      manifest: {
        ...(await import('../../../../../connectors/kit/template/manifest.ts')).manifest,
        timeouts: { login: 1, bills: 1, payment: 1, swap: 1 },
      },
    });
    const session = sessionOf('pays-card');
    const said = await connector.pay(session, order);
    expect(said).toMatchObject({ kind: 'running', askAgainAt: expect.any(Number) });
    const { operation } = said as Running;
    const again = { ...session, running: operation };
    expect(await connector.findPayment(again, order)).toEqual({
      ...said,
      askAgainAt: expect.any(Number),
    });
    served.between = lost;
    expect(await connector.findPayment(again, order)).toMatchObject({ kind: 'running', operation });
    served.between = (request, next) => next(request);
    expect(served.seen.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    const unheard = { ...session, running: operation.replace(/.$/, '9') };
    expect(await connector.findPayment(unheard, order)).not.toMatchObject({ kind: 'paid' });
  });
});

test.each(['pay', 'swap'] as const)(
  'What a connector that ended amid a %s does not know is looked for at once',
  async (name) => {
    const connector = await open({ secondMilliseconds: 1 });
    const { manifest } = await import('../../../../../connectors/kit/template/manifest.ts');
    const store = memoryStore();
    const timeouts = { login: 1, bills: 1, payment: 1, swap: 1 };
    const author = {
      companies: () => ({ companies: [], asOf: new Date().toISOString() }),
      logIn: () => ({ kind: 'verified' as const }),
    };
    const never = () => new Promise<never>(() => {});
    served.serve({
      ...{ store, manifest: { ...manifest, timeouts: { ...timeouts, payment: 2, swap: 2 } } },
      author: { ...author, pay: never, swap: never },
    });
    const session = sessionOf('pays-card');
    const swap = { attemptId: 'attempt-1', method: order.method as never };
    const said = await (name === 'pay'
      ? connector.pay(session, order)
      : connector.swap(session, swap));
    const { operation } = said as Running;
    // Another process, with what the first one stored.
    const amount = { cents: 100, currency: 'USD' } as const;
    const paidAt = new Date().toISOString();
    served.serve({
      ...{ store, manifest: { ...manifest, timeouts } },
      author: {
        ...author,
        pay: never,
        swap: never,
        findPayment: () => ({ kind: 'paid', amount, paidAt }),
        findSwap: () => ({ kind: 'completed' }),
      },
    });
    const again = { ...session, running: operation };
    const find = async () => {
      const found = await (name === 'pay'
        ? connector.findPayment(again, order)
        : connector.findSwap(again, swap.attemptId));
      return found?.kind;
    };
    await expect.poll(find).toBe(name === 'pay' ? 'paid' : 'completed');
  },
);

test('A swap that was never taken says nothing of the one that was sent after it', async () => {
  const connector = await open({ secondMilliseconds: 1 });
  const { manifest } = await import('../../../../../connectors/kit/template/manifest.ts');
  const store = memoryStore();
  const timeouts = { login: 1, bills: 1, payment: 1, swap: 1 };
  const author = {
    companies: () => ({ companies: [], asOf: new Date().toISOString() }),
    logIn: () => ({ kind: 'verified' as const }),
  };
  const never = () => new Promise<never>(() => {});
  served.serve({
    ...{ store, manifest: { ...manifest, timeouts: { ...timeouts, swap: 2 } } },
    author: { ...author, swap: never },
  });
  const session = sessionOf('pays-card');
  const swap = { attemptId: 'attempt-1', method: order.method as never };
  const said = (await connector.swap(session, swap)) as Running;
  // Another process, which never gave the company the first one.
  let isTaken = false;
  served.serve({
    ...{ store, manifest: { ...manifest, timeouts } },
    author: {
      ...author,
      swap: () => {
        isTaken = true;
        return { kind: 'unknown' };
      },
      findSwap: () => (isTaken ? { kind: 'completed' } : { kind: 'never-taken' }),
    },
  });
  const again = { ...session, running: said.operation };
  const first = async () => (await connector.findSwap(again, swap.attemptId)) ?? 'never-taken';
  await expect.poll(first).toBe('never-taken');
  await connector.swap(session, { ...swap, attemptId: 'attempt-1_2' });
  // As a record of an earlier version has it: the second by its number, with the name of the first.
  expect(await connector.findSwap(again, 'attempt-1_2')).toEqual({ kind: 'completed' });
});

describe('A login that goes on', () => {
  test('is polled under its name, and never begun again', async () => {
    const connector = await open({ secondMilliseconds: 20 });
    let letIn = () => {};
    served.serve({
      author: {
        companies: () => ({ companies: [], asOf: new Date().toISOString() }),
        logIn: () =>
          new Promise((resolve) => {
            letIn = () => resolve({ kind: 'verified' });
          }),
      },
    });
    const session = sessionOf('signs-in');
    const said = (await connector.logIn(session)) as Running;
    expect(said).toMatchObject({ kind: 'running' });
    letIn();
    const again = { ...session, running: said.operation };
    expect(await connector.logIn(again)).toEqual({ kind: 'verified' });
    expect(served.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('How far a login is', () => {
  test('is told as soon as it gets further, and never begun again for it', async () => {
    const connector = await open({ secondMilliseconds: 20 });
    let step: Run['step'];
    let letIn = () => {};
    served.serve({
      author: {
        companies: () => ({ companies: [], asOf: new Date().toISOString() }),
        logIn: (_, run) => {
          step = run.step;
          run.step?.('signing-in');
          return new Promise((resolve) => {
            letIn = () => resolve({ kind: 'verified' });
          });
        },
      },
    });
    const session = sessionOf('signs-in');
    const first = (await connector.logIn(session)) as Running;
    expect(first).toMatchObject({ kind: 'running', step: 'signing-in' });
    step?.('waiting-for-code');
    // A minute of it: the step is what it is told for, and not that its time is over.
    const patient = await open({ secondMilliseconds: 4_000 });
    const again = { ...session, running: first.operation, runningStep: first.step };
    const said = await patient.logIn(again);
    expect(said).toMatchObject({ kind: 'running', step: 'waiting-for-code' });
    letIn();
    expect(await connector.logIn(again)).toEqual({ kind: 'verified' });
    expect(served.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('A swap', () => {
  const swap = { attemptId: 'attempt-1', method: order.method as never };

  test('is completed, once', async () => {
    const connector = await open();
    expect(await connector.swap(sessionOf('swaps'), swap)).toEqual({ kind: 'completed' });
    const found = await connector.findSwap(sessionOf('swaps'), 'attempt-1');
    expect(found).toEqual({ kind: 'completed' });
    expect(await connector.findSwap(sessionOf('swaps'), 'attempt-2')).toBeUndefined();
  });
});

describe('On the wire', () => {
  test('nothing secret is in the clear, and no id of ours', async () => {
    const connector = await open();
    const form = { username: 'pays-card', password: 'correct horse' };
    await connector.logIn(sessionOf('code', { form, answers: { code: 'canary-answer' } }));
    await connector.pay(sessionOf('pays-card', { form }), order);
    const all = served.seen.map(
      ({ url, headers, body }) => `${url}${JSON.stringify(headers)}${body}`,
    );
    for (const canary of ['correct horse', 'canary-answer', '4111111111111111', 'canary-client']) {
      expect(all.join('\n')).not.toContain(canary);
    }
  });

  test('ids differ by connector and by kind', () => {
    const one = openWireIds(ID_KEY);
    const other = openWireIds(Buffer.alloc(32, 8));
    expect(one('auth', 'a_1')).toBe(one('auth', 'a_1'));
    expect(one('auth', 'a_1')).toMatch(/^[\w-]{43}$/);
    expect(new Set([one('auth', 'a_1'), one('payment', 'a_1'), other('auth', 'a_1')]).size).toBe(3);
    expect(() => openWireIds(Buffer.alloc(31))).toThrow('too short');
  });
});

describe('A manifest', () => {
  const deps = { clock: Date.now, outbound };
  const id = 'my-connector';
  const { signing, encryption } = connectorKeys;

  test('is read with its keys', async () => {
    const read = await readManifest(baseUrl, { id, pinned: new Set([signing.kid]) }, deps);
    expect(read).toMatchObject({ ok: true, manifest: { id } });
    if (read.ok) expect(read.keys.map(({ kid }) => kid)).toEqual([signing.kid, encryption.kid]);
  });

  test('that a key signed which was not pinned is refused', async () => {
    const pinned = new Set([newOwnKeys().signing.kid]);
    const read = await readManifest(baseUrl, { id, pinned }, deps);
    expect(read).toEqual({ ok: false, reason: 'another-key' });
  });

  test('with a new key counts when a pinned one has signed it', async () => {
    const next = newOwnKeys().encryption;
    served.serve({ keys: { signing, encryption: next, earlier: [encryption] } });
    const read = await readManifest(baseUrl, { id, pinned: new Set([signing.kid]) }, deps);
    if (!read.ok) throw new Error(read.reason);
    expect(read.keys.map(({ kid }) => kid)).toEqual([signing.kid, next.kid, encryption.kid]);
  });

  test('of another connector is refused', async () => {
    const pinned = new Set([signing.kid]);
    const read = await readManifest(baseUrl, { id: 'other', pinned }, deps);
    expect(read).toEqual({ ok: false, reason: 'another-id' });
  });

  test.each<[string, Between, string]>([
    [
      'that is changed on the way',
      async (request, next) => {
        const response = await next(request);
        const body = Buffer.from(Buffer.from(response.body).toString().replace('0.1.0', '0.2.0'));
        return { ...response, body };
      },
      'not-signed',
    ],
    [
      'that is none',
      async () => ({ status: 200, headers: {}, body: Buffer.from('{}') }),
      'no-manifest',
    ],
    [
      'that is not found',
      async () => ({ status: 404, headers: {}, body: Buffer.from('') }),
      'no-manifest',
    ],
  ])('%s is refused', async (_, fault, reason) => {
    served.between = fault;
    expect(await readManifest(baseUrl, undefined, deps)).toEqual({ ok: false, reason });
  });

  test('at an address inside is not asked for', async () => {
    const read = await readManifest(baseUrl, undefined, {
      clock: Date.now,
      outbound: { allowLocal: false },
    });
    expect(read).toEqual({ ok: false, reason: 'unreachable' });
    expect(served.seen).toEqual([]);
  });
});

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
