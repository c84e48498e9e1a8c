import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openState } from '../../../lib/local/state.ts';

const makeFolder = () => mkdtempSync(join(tmpdir(), 'billhook-state-'));

test('a state folder is for its owner only', () => {
  const folder = join(makeFolder(), 'a', 'b');
  openState(folder).close();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'local.db')).mode & 0o777).toBe(0o600);
});

test('a folder in use is refused, and free again once closed', () => {
  const folder = makeFolder();
  const state = openState(folder);
  expect(() => openState(folder)).toThrow(/in use by process/);
  state.close();
  openState(folder).close();
});

test('a lock of a process that is gone is taken over', () => {
  const folder = makeFolder();
  openState(folder).close();
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: 2 ** 22 + 1, started: '1' }));
  openState(folder).close();
});

test('--fresh leaves a folder alone that is not ours', () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'thesis.txt'), 'years of work');
  expect(() => openState(folder, { fresh: true })).toThrow(/was not changed/);
  expect(readdirSync(folder)).toEqual(['thesis.txt']);
});

test('a damaged file and another version are told in one line', () => {
  const folder = makeFolder();
  openState(folder).close();
  writeFileSync(join(folder, 'local.db'), 'x'.repeat(5000));
  expect(() => openState(folder)).toThrow(/damaged/);
  writeFileSync(join(folder, 'billhook-state.json'), '{"billhookState":99}');
  expect(() => openState(folder)).toThrow(/has version 99/);
  openState(folder, { fresh: true }).close();
});
