import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const script = join(import.meta.dirname, '../../../../lib/local/tables/stop-with-parent.ts');

const start = (...args: string[]) =>
  spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'ignore', 'pipe'] });

test('ends the program when the input closes', async () => {
  const sleeper = 'console.error(process.pid); setInterval(() => {}, 1e6);';
  const guard = start(process.execPath, '-e', sleeper);
  const [pid] = await once(guard.stderr, 'data');
  expect(process.kill(Number(String(pid).trim()), 0)).toBe(true);
  guard.stdin.end();
  await once(guard, 'exit');
  expect(() => process.kill(Number(String(pid).trim()), 0)).toThrow('ESRCH');
});

test('ends as the program ends', async () => {
  const [code] = await once(start(process.execPath, '-e', 'process.exit(7)'), 'exit');
  expect(code).toBe(7);
});

test('says that there is no such program', async () => {
  const guard = start(join(import.meta.dirname, 'no-such-program'));
  const [said] = await once(guard.stderr, 'data');
  expect(String(said)).toContain('ENOENT');
  expect(await once(guard, 'exit')).toEqual([1, null]);
});
