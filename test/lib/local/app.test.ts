import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FixtureService, fixtureService, until } from './fixture-service.ts';

let service: FixtureService;

beforeAll(async () => {
  service = fixtureService();
  await service.start();
});
afterAll(async () => {
  await service.end('SIGTERM');
  service.remove();
});

const call: FixtureService['call'] = (body, key) => service.call(body, key);
const readValue = (id: string) => service.readValue(id);

describe('a function', () => {
  test('finds its layer, and not the packages of the project', async () => {
    expect((await call({ action: 'greet' })).answer).toEqual({ greeting: 'hello layer' });
    expect((await call({ action: 'unbundled' })).answer.code).toBe('MODULE_NOT_FOUND');
  });

  test.each([
    ['an action that its role lacks', { action: 'scan' }],
    ['a key whose policy denies it what its role allows', { action: 'seal with the guarded key' }],
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
  ])('answers 502 to %s', async (_what, body) => {
    expect((await call(body)).response.status).toBe(502);
  });
});

test('data and a workflow outlive kill -9, and its task token too', async () => {
  await call({ action: 'put', id: 'survivor', value: 'still here' });
  const { answer } = await call({ action: 'start', name: 'run-1', seconds: 1 });
  await until(() => readValue('run-1-start'));
  await service.end('SIGKILL');
  await service.start();
  expect(await readValue('survivor')).toBe('still here');

  const token = await until(() => readValue('run-1-token'));
  await service.end('SIGKILL');
  await service.start();
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

test('a wait for a token ends when its time is over, counted across a restart', async () => {
  const started = Date.now();
  const { answer } = await call({ action: 'start', name: 'run-2', seconds: 0, limit: 3 });
  const token = await until(() => readValue('run-2-token'));
  await service.end('SIGKILL');
  await service.start();
  const { executionArn } = answer;
  const error = await until(async () => {
    const described = (await call({ action: 'describe', executionArn })).answer;
    return described.status === 'FAILED' ? described.error : undefined;
  });
  expect(error).toBe('GaveUp');
  expect(Date.now() - started).toBeGreaterThanOrEqual(3_000);
  expect((await call({ action: 'answer', token, output: {} })).answer.name).toBe('TaskTimedOut');
});
