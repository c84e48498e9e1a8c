import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { layOutRuntimePackages } from '../../../../lib/local/lambda/function-settings.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billhook-packages-'));
  mkdirSync(join(folder, 'project/@aws-sdk/client-kms'), { recursive: true });
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('A service finds its packages again once the project was moved', () => {
  const runtime = join(folder, 'runtime');
  const found = () => existsSync(join(runtime, 'node_modules/@aws-sdk/client-kms'));
  layOutRuntimePackages(runtime, join(folder, 'project'));
  layOutRuntimePackages(runtime, join(folder, 'project'));
  expect(found()).toBe(true);
  renameSync(join(folder, 'project'), join(folder, 'moved'));
  expect(found()).toBe(false);
  layOutRuntimePackages(runtime, join(folder, 'moved'));
  expect(found()).toBe(true);
});
