import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { goProgram, python, run } from './tools.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billhook-tools-'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('a tool that this machine lacks is named, and is no error', async () => {
  vi.stubEnv('PYTHON', join(folder, 'no-python'));
  vi.stubEnv('PATH', folder);
  expect(await python(folder)).toEqual({ missing: `there is no ${join(folder, 'no-python')}` });
  expect(await goProgram(folder)).toEqual({ missing: 'there is no go' });
});

test('a program is given its input, and its output and exit code are read', async () => {
  const script = 'process.stdin.pipe(process.stdout); process.exitCode = 3';
  const ran = await run(process.execPath, ['-e', script], { input: 'text' });
  expect(ran).toEqual({ code: 3, stdout: 'text', stderr: '' });
});

test('a program that is not there, or does not end, has no exit code', async () => {
  expect((await run(join(folder, 'nothing'), [])).code).toBeNull();
  const endless = ['-e', 'setInterval(() => {}, 1000)'];
  expect((await run(process.execPath, endless, { seconds: 0.5 })).code).toBeNull();
});
