import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const fixture = join(import.meta.dirname, 'fixture');
const folder = mkdtempSync(join(tmpdir(), 'billhook-local-'));
const assembly = join(folder, 'cdk.out');
const state = join(folder, 'state');
const flags = ['--disable-warning=ExperimentalWarning'];

let child: ChildProcess;
let baseUrl: string;

beforeAll(async () => {
  const env = { ...process.env, CDK_OUTDIR: assembly };
  execFileSync(process.execPath, [...flags, join(fixture, 'app.ts')], { env, stdio: 'pipe' });
  await start();
}, 60_000);

afterAll(async () => {
  await end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  child = spawn(process.execPath, [...flags, join(fixture, 'run.ts'), assembly, state], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await new Promise<string[]>((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().split('\n')));
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
  ({ baseUrl } = JSON.parse(line ?? '') as { baseUrl: string });
}

function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill(signal);
  });
}

async function call(body: unknown, key = 'open') {
  const response = await fetch(`${baseUrl}/hello`, {
    method: 'POST',
    headers: { 'X-Key': key },
    body: JSON.stringify(body),
  });
  return { response, answer: (await response.json()) as Record<string, unknown> };
}

async function until<T>(read: () => Promise<T | null | undefined>): Promise<T> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const value = await read();
    if (value !== null && value !== undefined) return value;
    await sleep(100);
  }
  throw new Error('It did not come.');
}

const readValue = async (id: string) =>
  (await call({ action: 'get', id })).answer.value as string | null;

describe('a function', () => {
  test('finds its layer, and not the packages of the project', async () => {
    expect((await call({ action: 'greet' })).answer).toEqual({ greeting: 'hello layer' });
    expect((await call({ action: 'unbundled' })).answer.code).toBe('MODULE_NOT_FOUND');
  });

  test.each([
    ['an action that its role lacks', { action: 'scan' }],
    ['a key in a context that its role does not allow', { action: 'seal', purpose: 'bank' }],
  ])('is refused %s', async (_what, body) => {
    expect((await call(body)).answer.name).toBe('AccessDeniedException');
  });

  test('does what its role allows', async () => {
    expect((await call({ action: 'seal', purpose: 'card' })).answer).toEqual({ same: true });
    expect((await call({ action: 'put', id: 'a', value: 'kept' })).answer).toEqual({ done: true });
    expect((await call({ action: 'query', id: 'item' })).answer.count).toBeGreaterThan(0);
  });

  test('reads the secret that the custom resource has written', async () => {
    expect((await call({ action: 'secret' })).answer).toEqual({
      partnerId: 'ptn_1',
      apiKey: 'open',
    });
  });
});

describe('the gateway', () => {
  test('names the authorizer’s code in its own 401', async () => {
    const { response, answer } = await call({}, 'wrong');
    expect([response.status, answer.code]).toEqual([401, 'invalid_api_key']);
    expect(answer.requestId).toBe(response.headers.get('request-id'));
  });

  test.each([
    ['a failure of the function', { action: 'throw' }],
    ['a malformed answer', { action: 'malformed' }],
    ['a function that takes too long', { action: 'slow' }],
  ])('answers 502 to %s', { timeout: 20_000 }, async (_what, body) => {
    expect((await call(body)).response.status).toBe(502);
  });
});

test('data and a workflow outlive kill -9, and its task token too', {
  timeout: 30_000,
}, async () => {
  await call({ action: 'put', id: 'survivor', value: 'still here' });
  const { answer } = await call({ action: 'start', name: 'run-1', seconds: 1 });
  await until(() => readValue('run-1-start'));
  await end('SIGKILL');
  await start();
  expect(await readValue('survivor')).toBe('still here');

  const token = await until(() => readValue('run-1-token'));
  await end('SIGKILL');
  await start();
  await call({ action: 'answer', token, output: { good: true } });
  const { executionArn } = answer;
  const output = await until(async () => {
    const described = (await call({ action: 'describe', executionArn })).answer;
    return described.status === 'SUCCEEDED' ? (described.output as string) : undefined;
  });
  expect(JSON.parse(output)).toEqual({ name: 'run-1', ok: true });
  expect(await readValue('run-1-token')).toBe(token);
  expect((await call({ action: 'answer', token, output: {} })).answer.name).toBe('TaskTimedOut');
});

test('a wait for a token ends when its time is over, counted across a restart', {
  timeout: 30_000,
}, async () => {
  const started = Date.now();
  const { answer } = await call({ action: 'start', name: 'run-2', seconds: 0, limit: 3 });
  const token = await until(() => readValue('run-2-token'));
  await end('SIGKILL');
  await start();
  const { executionArn } = answer;
  const error = await until(async () => {
    const described = (await call({ action: 'describe', executionArn })).answer;
    return described.status === 'FAILED' ? described.error : undefined;
  });
  expect(error).toBe('GaveUp');
  expect(Date.now() - started).toBeGreaterThanOrEqual(3_000);
  expect((await call({ action: 'answer', token, output: {} })).answer.name).toBe('TaskTimedOut');
});
