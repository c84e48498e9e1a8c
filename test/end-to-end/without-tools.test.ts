/** What runs and deploys, in a copy of the repository without `tools`. */
import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../lib/base/free-port.ts';
import { until } from '../../lib/base/until.ts';

const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'billhook-without-tools-'));
/** Neither the workshop, nor what is installed, made or left by runs. */
const left = /^(?:tools|node_modules|dist|cdk\.out|pictures|\..*)$/;
const run = (file: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(copy, file), ...args], { cwd: copy });

beforeAll(() => {
  for (const name of readdirSync(root).filter((each) => !left.test(each))) {
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      // An install is told by the times of files.
      preserveTimestamps: true,
      filter: (path) => !/\/(?:node_modules|dist)$/.test(path),
    });
  }
  // Each package is linked by itself: whatever is installed there leaves ours alone.
  const packages = join(root, 'node_modules');
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(packages).filter((each) => each !== '.cache')) {
    symlinkSync(join(packages, name), join(copy, 'node_modules', name));
  }
});

afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

test('the command line says what it can do', async () => {
  const { stdout } = await run('bin/billhook.mjs', '--help');
  expect(stdout).toContain('Usage: billhook');
});

test('the stacks are synthesized', async () => {
  await run('node_modules/aws-cdk/bin/cdk', 'synth', '--quiet');
  expect(readdirSync(join(copy, 'cdk.out'))).toContain('manifest.json');
});

test('the service starts, and responds', async () => {
  const port = await findFreePort();
  const args = ['--port', String(port), '--modules-port', '0', '--no-demo', '--no-stand-ins'];
  const state = ['--state', join(copy, 'state')];
  const service = spawn(
    process.execPath,
    [join(copy, 'bin/launch.mjs'), 'bin/local.ts', ...args, ...state],
    {
      cwd: copy,
      stdio: 'ignore',
    },
  );
  try {
    await until('the service to respond', async () => {
      const response = await fetch(`http://127.0.0.1:${port}/v1/partner`).catch(() => undefined);
      return response?.status === 401;
    });
  } finally {
    const ended = new Promise((resolve) => service.once('exit', resolve));
    service.kill('SIGINT');
    await ended;
  }
});
