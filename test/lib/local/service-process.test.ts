import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { EndedAtStart, NotReady, startService } from '../../../lib/local/service-process.ts';
import { startPatiently } from '../../batteries/frame/start-patiently.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('A service that ends by itself at its start is told as that, with what it said', async () => {
  folder = mkdtempSync(join(tmpdir(), 'billhook-service-process-'));
  const stateDir = join(folder, 'state');
  mkdirSync(stateDir);
  writeFileSync(join(stateDir, 'thesis.txt'), 'Years of work');
  const started = startService({ stateDir });
  await expect(started).rejects.toThrow(EndedAtStart);
  await expect(started).rejects.toThrow('is not a Billhook state folder');
});

test('Whoever starts patiently tries once more, but not if the service ended by itself', async () => {
  const starts: Error[] = [];
  const failing = (error: Error) => () => {
    starts.push(error);
    return Promise.reject(error);
  };
  await expect(startPatiently(failing(new EndedAtStart('no')))).rejects.toThrow(EndedAtStart);
  expect(starts).toHaveLength(1);
  await expect(startPatiently(failing(new NotReady('late')))).rejects.toThrow(NotReady);
  expect(starts).toHaveLength(3);
});
