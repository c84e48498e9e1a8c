import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxAccountRecord } from '@billhook/core/sandbox/account';
import { afterAll, expect, test } from 'vitest';
import { openMemory } from '../../../connectors/sandbox/memory.ts';

const folder = mkdtempSync(join(tmpdir(), 'billhook-journal-'));
const secret = 'a secret of the tests, which is long enough';
const NOW = Date.parse('2027-01-31T23:59:59.000Z');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const account = (version: number): SandboxAccountRecord => ({
  ...{ version, asked: '', statements: [], declines: 'none', attempts: [] },
});
const settled = (submissionId: string) => ({ submissionId, kind: 'paid', amountCents: 1 }) as const;

function open(name: string) {
  const journal = join(folder, name);
  return { journal, memory: openMemory({ secret, journal, now: () => NOW }) };
}

test('An account is saved over the version that was read, and over no other', async () => {
  const memory = openMemory({ secret });
  expect(await memory.find('a')).toBeUndefined();
  expect(await memory.save('a', account(1), 0)).toBe(true);
  expect(await memory.save('a', account(1), 0)).toBe(false);
  expect(await memory.save('a', account(2), 1)).toBe(true);
  expect(await memory.find('a')).toEqual(account(2));
  expect(await memory.find('b')).toBeUndefined();
});

test('Accounts and reports outlive the process, and the journal names no login', async () => {
  const before = open('kept');
  await before.memory.save('login of ada', account(1), 0, [settled('x/p/1')]);
  await before.memory.save('login of ada', account(2), 1);
  before.memory.close();
  expect(readFileSync(before.journal, 'utf8')).not.toContain('ada');
  expect(statSync(before.journal).mode & 0o077).toBe(0);
  const { memory } = open('kept');
  expect(await memory.find('login of ada')).toEqual(account(2));
  const line = { ...settled('x/p/1'), at: NOW };
  expect(await memory.listSettled('2027-01-31')).toEqual({ settlements: [line] });
  expect(await memory.listSettled('2027-02-01')).toEqual({ settlements: [] });
  memory.close();
});

test('A line that was cut off is dropped, and the next one is whole', async () => {
  const first = open('cut');
  await first.memory.save('a', account(1), 0);
  first.memory.close();
  appendFileSync(first.journal, '{"key":"half');
  const second = open('cut');
  expect(await second.memory.find('a')).toEqual(account(1));
  expect(await second.memory.save('a', account(2), 1)).toBe(true);
  second.memory.close();
  const third = open('cut');
  expect(await third.memory.find('a')).toEqual(account(2));
  third.memory.close();
});

test('A journal that is spoiled is not guessed at', () => {
  const { journal, memory } = open('spoiled');
  memory.close();
  appendFileSync(journal, 'nonsense\n{}\n');
  expect(() => open('spoiled')).toThrow();
});

test('A long report has pages', async () => {
  const memory = openMemory({ secret, now: () => NOW });
  for (let index = 0; index < 150; index += 1) {
    await memory.save(`a${index}`, account(1), 0, [settled(`x/p${index}/1`)]);
  }
  const first = await memory.listSettled('2027-01-31');
  const second = await memory.listSettled('2027-01-31', first.nextCursor);
  expect([first.settlements.length, second.settlements.length]).toEqual([100, 50]);
  expect(second.nextCursor).toBeUndefined();
});
