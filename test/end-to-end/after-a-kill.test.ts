/**
 * What is kept over a start, a stop and a kill -9. Work that a kill cuts off is the battery's that disturbs:
 * `disturb.test.ts`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../lib/base/free-port.ts';
import { operate } from '../../lib/base/operate.ts';
import { until } from '../../lib/base/until.ts';
import { isRunning } from '../../lib/local/is-running.ts';
import { type Service, startService } from '../../lib/local/service-process.ts';
import { startTableServer } from '../../lib/local/tables/dynoxide.ts';
import { callTable, findTable, scanTable } from '../support/table-server.ts';
import { openWorld, valueFrom } from '../support/world.ts';

const MINUTE = 60_000;
/** What was left behind is taken up by a sweep within a minute. */
const RECOVERY_SECONDS = 400;

const folder = mkdtempSync(join(tmpdir(), 'billhook-after-a-kill-'));
const stateDir = join(folder, 'state');
let service: Service;
let port: number;

beforeAll(async () => {
  port = await findFreePort();
  service = await startService({ stateDir, port, demo: true });
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a start leaves links to the modules, for a user with a card, and an app that may frame them', async () => {
  const { demoUrl, modules } = await until('the links', async () => {
    const facts = JSON.parse(readFileSync(join(stateDir, 'sandbox.json'), 'utf8'));
    return facts.modules ? facts : undefined;
  });
  for (const name of ['connect', 'card-swap', 'bill-pay', 'preview']) {
    const page = await fetch(modules[name]);
    expect([name, page.status]).toEqual([name, 200]);
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors ${demoUrl};`);
  }
  const { api } = openWorld(service);
  const given = await fetch(`${demoUrl}/token`, { method: 'POST' });
  const { token } = (await given.json()) as { token: string };
  const { clientId } = valueFrom(await api.client.createAccessToken({ token }));
  const methods = valueFrom(await api.payment.listPaymentMethods({ clientId }));
  expect(methods.data).toHaveLength(1);
});

test('a service ends after whoever started it was killed', { timeout: MINUTE }, async () => {
  const starter = join(import.meta.dirname, '../support/start-service.ts');
  const child = spawn(process.execPath, [starter, join(folder, 'orphan')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await once(child.stdout, 'data');
  const pid = Number(printed);
  try {
    expect(isRunning(pid)).toBe(true);
    child.kill('SIGKILL');
    await until('the end of the service', async () => !isRunning(pid));
  } finally {
    child.kill('SIGKILL');
    if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  }
});

const askingRows = [
  ['mfa-required-code', 'MFA Company 1'],
  ['mfa-required-questions', 'Regular Company 1'],
  ['mfa-required-prompt', 'MFA Company 2'],
] as const;

test('challenges that are open during a kill -9 are answered after it', async () => {
  const before = openWorld(service);
  const clientId = await before.newClient();
  const asked: { authId: string; token: string }[] = [];
  for (const [status, name] of askingRows) {
    const { _id: authId } = await before.link(clientId, await before.findCompany(name), { status });
    let { token, method } = await before.challengeOf(authId);
    if (method === 'code') {
      const security = { identifier: 'email' };
      valueFrom(await before.api.auth.answerStep({ token, method, security }));
      ({ token } = await before.challengeOf(authId, token));
    }
    asked.push({ authId, token });
  }
  await service.kill();
  service = await startService({ stateDir, port });
  const { api, challengeOf, linkedAuth } = openWorld(service);
  for (const { authId, token } of asked) {
    const { method, input, token: open } = await challengeOf(authId);
    expect(open).toBe(token);
    const security = Array.isArray(input)
      ? input.map(({ identifier }) => ({
          identifier,
          answer: identifier === 'code' ? '123456' : 'answer',
        }))
      : undefined;
    valueFrom(await api.auth.answerStep({ token, method, security }));
    expect(await linkedAuth(authId, RECOVERY_SECONDS)).toMatchObject({
      status: { type: 'verified' },
    });
  }
});

test('a rotation of the token key outlives a kill -9, and logs nobody out until it has to', async () => {
  const verifier = 'v'.repeat(43);
  const newSession = async () => {
    const { api } = openWorld(service);
    const { token } = valueFrom(await api.client.createToken({ identifier: 'rotated' }));
    const exchanged = await api.client.createAccessToken({ token, verifier });
    return { token, ...valueFrom(exchanged) };
  };
  const statusOf = async ({ accessToken, clientId }: Awaited<ReturnType<typeof newSession>>) => {
    const headers = { authorization: `Bearer ${accessToken}` };
    return (await fetch(`${service.baseUrl}/bill/list/${clientId}`, { headers })).status;
  };
  const listed = async () =>
    valueFrom(await openWorld(service).api.client.listTokenKeys()).keys.map(({ kid }) => kid);
  const tokenKey = (...args: string[]) => operate({ stateDir }, 'token-key', ...args);
  const kidOf = (token: string) => decodeHeader(token).kid;

  const old = await newSession();
  const [first] = await listed();
  const begun = await tokenKey('rotate');
  expect(begun.keys).toMatchObject([{ keyId: first, state: 'signs' }, { state: 'published' }]);
  const second = begun.keys[1].keyId;
  await service.kill();
  service = await startService({ stateDir, port });
  expect(await listed()).toEqual([first, second]);
  expect(await statusOf(old)).toBe(200);
  const renewal = { module: 'account-linking', token: old.accessToken, renew: true, verifier };
  const { api } = openWorld(service);
  const renewed = valueFrom(await api.module.openModuleSession(renewal as never));
  expect(kidOf(renewed.accessToken)).toBe(first);
  expect(await tokenKey('rotate')).toEqual(begun);

  const ended = await tokenKey('rotate', '--now', '--yes', '--confirm', 'sandbox');
  // It returns when no function goes by what it knew before.
  expect(await statusOf(old)).toBe(401);
  const refused = await api.client.createAccessToken({ token: old.token });
  expect(refused.status).toBe(401);
  const next = await newSession();
  expect(await statusOf(next)).toBe(200);
  expect(await listed()).toEqual([kidOf(next.token)]);
  expect(ended.keys).toMatchObject([{ keyId: kidOf(next.token), state: 'signs' }]);
  expect([first, second]).not.toContain(kidOf(next.token));
});

function decodeHeader(token: string): { readonly kid: string } {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
}

test('what was there before is there after a restart, the key included', async () => {
  const { api, newClient, addCard } = openWorld(service);
  const clientId = await newClient();
  await addCard(clientId);
  const before = valueFrom(await api.payment.listPaymentMethods({ clientId }));
  const { apiKey, partnerId } = service;
  expect(await service.stop()).toBe(0);
  service = await startService({ stateDir, port });
  expect(service).toMatchObject({ apiKey, partnerId });
  expect(valueFrom(await api.payment.listPaymentMethods({ clientId }))).toEqual(before);
});

/** Has attempts at payments begun so long ago that none is taken to be at work still. */
async function ageAttempts(): Promise<void> {
  const { url, stop } = await startTableServer(join(stateDir, 'tables.db'));
  try {
    const TableName = await findTable(url);
    for (const { pk, sk, askedAt } of await scanTable(url)) {
      if (askedAt === undefined) continue;
      await callTable(url, 'UpdateItem', {
        TableName,
        Key: { pk, sk },
        UpdateExpression: 'SET askedAt = :then',
        ExpressionAttributeValues: { ':then': { N: String(Number(askedAt.N) - 2 * MINUTE) } },
      });
    }
  } finally {
    await stop();
  }
}

test('a test clock that a kill -9 stops on its way arrives, and each statement is paid once', async () => {
  const { api, newClient, addCard, newBill } = openWorld(service);
  const clientId = await newClient();
  await addCard(clientId);
  const { bill } = await newBill(clientId, { balance: '25.00' });
  const day = 24 * 60 * MINUTE;
  const now = new Date(Date.now() + 75 * day).toISOString();
  valueFrom(await api.sandbox.setClock({ now }));
  await until(
    'a payment on the way',
    async () => {
      const { payments } = valueFrom(await api.bill.getBill({ billId: bill._id }));
      return payments.length > 0;
    },
    RECOVERY_SECONDS,
  );
  await service.kill();
  await ageAttempts();
  service = await startService({ stateDir, port });
  const again = openWorld(service).api;
  await until(
    'the clock to arrive',
    async () => !valueFrom(await again.sandbox.getClock()).advancing,
    RECOVERY_SECONDS,
  );
  expect(Date.parse(valueFrom(await again.sandbox.getClock()).now)).toBeGreaterThanOrEqual(
    Date.parse(now),
  );
  const { payments } = valueFrom(await again.bill.getBill({ billId: bill._id }));
  // Due in 10, 41 and 71 days or so: all of them were due, and paid five days before.
  expect(payments).toHaveLength(3);
  expect(new Set(payments.map(({ paidOn }) => paidOn.slice(0, 7))).size).toBeGreaterThan(1);
});
