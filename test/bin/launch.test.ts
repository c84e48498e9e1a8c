import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const LAUNCHES = 4;
const ENDED = 2 ** 22 + 1;

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The launcher in a folder of its own, with an `npm` that notes each install and takes a moment. */
function makeCheckout() {
  folder = mkdtempSync(join(tmpdir(), 'billhook-launch-'));
  mkdirSync(join(folder, 'bin'));
  for (const name of ['launch.mjs', 'find-node.mjs']) {
    cpSync(join(root, 'bin', name), join(folder, 'bin', name));
  }
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  mkdirSync(join(folder, 'path'));
  const npm = `#!/bin/sh
echo installed >> installs
sleep 0.5
mkdir -p node_modules
touch node_modules/.package-lock.json
`;
  writeFileSync(join(folder, 'path', 'npm'), npm, { mode: 0o755 });
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return { lock: join(tmpdir(), `billhook-install-${name}.lock`) };
}

/** Ends in an error once all is installed: it has not brought a Node. */
function launch(): Promise<void> {
  const { npm_execpath: _, ...env } = process.env;
  env.PATH = `${join(folder, 'path')}:${env.PATH}`;
  const args = [join(folder, 'bin', 'launch.mjs'), 'bin/none.ts'];
  return new Promise((resolve) => execFile(process.execPath, args, { env }, () => resolve()));
}

test.each([
  ['without a lock', undefined],
  ['after an install that was killed', String(ENDED)],
  ['after one that was killed before it had said who it was', ''],
])('Of several launches at once, one installs: %s', async (_when, left) => {
  const { lock } = makeCheckout();
  if (left !== undefined) writeFileSync(lock, left);
  await Promise.all(Array.from({ length: LAUNCHES }, launch));
  expect(readFileSync(join(folder, 'installs'), 'utf8')).toBe('installed\n');
  expect(() => readFileSync(lock)).toThrow('ENOENT');
});
