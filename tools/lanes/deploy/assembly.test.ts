import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cliScript } from './assembly.ts';

const folder = mkdtempSync(join(tmpdir(), 'billhook-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('The command line of a layer prints nothing where the result of its function is looked for', () => {
  const script = join(folder, 'aws');
  // In the place of Python something that prints what it is called with.
  writeFileSync(
    script,
    cliScript('/cli', execFileSync('which', ['echo'], { encoding: 'utf8' }).trim()),
  );
  const { status, stdout, stderr } = spawnSync('sh', [script, 's3', 'cp a'], { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({
    ...{ status: 0, stdout: '' },
    stderr: '/cli/awscli/aws s3 cp a\n',
  });
});
