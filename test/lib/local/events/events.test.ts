/** What follows a write: the stream, the bus, the queues, and the functions behind them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FixtureService, fixtureService, until } from '../fixture-service.ts';

/** Notes that are on their way when the process is killed. */
const NOTES = 30;

let service: FixtureService;

beforeAll(async () => {
  service = fixtureService();
  await service.start();
});
afterAll(async () => {
  await service.end('SIGTERM');
  service.remove();
});

const note = (id: string, sk = 'note#1') => service.call({ action: 'note', id, sk });

test('a write goes over stream, bus and queue to the last function', async () => {
  await note('first');
  await until(() => service.readValue('first'));
  const started = Date.now();
  await note('second');
  const arrived = Number(await until(() => service.readValue('second')));
  // Far above what it takes, so that a busy machine fails nothing: a slow poll would take seconds.
  expect(arrived - started).toBeLessThan(1_000);
});

test('what the filters do not let through goes nowhere', async () => {
  await note('changed');
  await until(() => service.readValue('changed'));
  await service.call({ action: 'put', id: 'changed', value: 'unchanged' });
  await note('changed');
  await note('other', 'other#1');
  await note('after');
  await until(() => service.readValue('after'));
  expect(await service.readValue('other')).toBeNull();
  expect(await service.readValue('changed')).toBe('unchanged');
});

test('what a function cannot handle is tried again, then stands among the dead letters', async () => {
  await note('bad-1');
  await note('good-1');
  await until(() => service.readValue('good-1'));
  await until(() => service.readValue('bad-1-dead'));
  expect(await service.readValue('bad-1')).toBeNull();
});

test('what the stream’s function cannot handle is given up, told of, and holds up nothing', async () => {
  await note('stuck-1');
  await note('behind');
  await until(() => service.readValue('behind'));
  expect(await until(() => service.readValue('given-up'))).toBe('1');
  expect(await service.readValue('stuck-1')).toBeNull();
});

test('a message can be sent to be seen later', async () => {
  const started = Date.now();
  await note('forward');
  const arrived = Number(await until(() => service.readValue('forwarded')));
  expect(arrived - started).toBeGreaterThanOrEqual(1_000);
});

test('a function without the grant puts nothing on the bus and into no queue', async () => {
  for (const action of ['publish', 'send']) {
    expect((await service.call({ action })).answer.name).toBe('AccessDeniedException');
  }
});

test('a kill -9 loses nothing that is on its way', async () => {
  const ids = Array.from({ length: NOTES }, (_, number) => `killed-${number}`);
  await Promise.all(ids.map((id) => note(id)));
  await service.end('SIGKILL');
  await service.start();
  for (const id of ids) await until(() => service.readValue(id));
});
