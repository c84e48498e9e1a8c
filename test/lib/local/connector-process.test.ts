import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifest } from '@billhook/connector-kit/protocol/manifest';
import { keySetOf, newOwnKeys } from '@billhook/connector-kit/wire/keys';
import * as v from 'valibot';
import { afterAll, expect, test } from 'vitest';
import { startConnector } from '../../../lib/local/connector-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'billhook-beside-'));
const keys = newOwnKeys();
const main = join(import.meta.dirname, '../../../connectors/sandbox/main.ts');
const sandbox = { name: 'The sandbox', main, folder };
const callers = [{ name: 'local', keys: keySetOf(keys.signing, keys.encryption) }];

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('The sandbox is served by a process of its own until it is closed', async () => {
  const lines: string[] = [];
  const beside = await startConnector({ ...sandbox, callers, log: (line) => lines.push(line) });
  const response = await fetch(`${beside.url}/.well-known/billhook-connector`);
  expect(v.is(manifest, await response.json())).toBe(true);
  await beside.close();
  await expect(fetch(beside.url)).rejects.toThrow();
  expect(lines).toEqual([`Serving on ${beside.url}`]);
});

test('One that can’t start says why', async () => {
  const twice = [...callers, ...callers];
  await expect(startConnector({ ...sandbox, callers: twice })).rejects.toThrow('Two callers have');
});
