import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../../lib/base/until.ts';
import { isRunning, startTimeOf } from '../../../lib/local/is-running.ts';

/** Elsewhere a process is known by its number alone. */
const isLinux = process.platform === 'linux';
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

test('This process runs, and no process of a number that none has, or none can have', () => {
  expect(isRunning(process.pid)).toBe(true);
  for (const pid of [2 ** 22 + 1, 0, -1, Number.NaN]) expect(isRunning(pid)).toBe(false);
});

test('A process that started at another time is another one', () => {
  const started = startTimeOf(process.pid);
  expect(isRunning(process.pid, started)).toBe(true);
  expect(isRunning(process.pid, `${started}1`)).toBe(!isLinux);
});

test('A process that ended is not running, though nobody has asked how it ended', async () => {
  // Node takes the place of the shell, and asks for no child that it did not start itself.
  const idle = 'console.log(process.argv[1]); setInterval(() => {}, 1_000)';
  const script = 'sleep 60 & exec "$0" -e "$1" "$!"';
  const parent = spawn('sh', ['-c', script, process.execPath, idle], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(parent);
  const [printed] = await once(parent.stdout, 'data');
  const pid = Number(String(printed));
  expect(isRunning(pid)).toBe(true);
  process.kill(pid, 'SIGKILL');
  await until('the end of the process', async () => !isRunning(pid) || !isLinux);
  expect(process.kill(pid, 0), 'it still has its number').toBe(true);
});
