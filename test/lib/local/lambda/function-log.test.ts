import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createFunctionLogs } from '../../../../lib/local/lambda/function-log.ts';

const MEGABYTE = 1024 * 1024;

let folder = '';
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

function open() {
  folder = join(mkdtempSync(join(tmpdir(), 'billhook-logs-')), 'logs');
  const warned: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => warned.push(String(text)) > 0);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { log: createFunctionLogs(folder), read, warned };
}

test('a log that has grown is set aside, and the one before it is gone', () => {
  const { log, read } = open();
  log('one', 'a'.repeat(4 * MEGABYTE));
  log('one', 'b'.repeat(2 * MEGABYTE));
  log('one', 'c'.repeat(4 * MEGABYTE));
  expect(read('one.1.log')).toBe('b'.repeat(2 * MEGABYTE));
  expect(read('one.log')).toBe('c'.repeat(4 * MEGABYTE));
  expect(statSync(join(folder, 'one.log')).mode & 0o777).toBe(0o600);
});

test('logs that somebody deletes are written anew', () => {
  const { log, read, warned } = open();
  log('one', 'before\n');
  rmSync(folder, { recursive: true });
  log('one', 'after\n');
  expect(read('one.log')).toBe('after\n');
  log('one', 'x'.repeat(5 * MEGABYTE));
  rmSync(join(folder, 'one.log'));
  log('one', 'y'.repeat(MEGABYTE));
  expect(read('one.log')).toBe('y'.repeat(MEGABYTE));
  expect(warned).toEqual([]);
});

test('a log that cannot be written is told of once, and ends nothing', () => {
  const { log, read, warned } = open();
  mkdirSync(join(folder, 'one.log'));
  for (const line of ['1\n', '2\n']) log('one', line);
  log('two', 'fine\n');
  expect(read('two.log')).toBe('fine\n');
  expect(warned).toEqual([expect.stringMatching(/^The log of one can't be written: EISDIR/)]);
});

test('a folder that is no folder any more ends nothing', () => {
  const { log, warned } = open();
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  log('one', 'line\n');
  expect(warned).toHaveLength(1);
});
