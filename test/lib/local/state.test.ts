import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { startTimeOf } from '../../../lib/local/is-running.ts';
import { openState } from '../../../lib/local/state.ts';

const STARTS = 4;
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

test('a folder in use is refused, though the file that says by whom has nothing in it yet, or is gone', () => {
  const folder = makeFolder();
  const state = openState(folder);
  writeFileSync(join(folder, 'lock'), '');
  expect(() => openState(folder)).toThrow(/in use by another process/);
  rmSync(join(folder, 'lock'));
  expect(() => openState(folder)).toThrow(/in use by another process/);
  state.close();
  openState(folder).close();
});

test('a folder that a release before the lock of the system has in use is refused', () => {
  const folder = makeFolder();
  openState(folder).close();
  const started = startTimeOf(process.ppid);
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.ppid, started }));
  expect(() => openState(folder)).toThrow(/in use by process/);
});

test('a folder stays locked while it is emptied', () => {
  const folder = makeFolder();
  const state = openState(folder);
  state.close();
  const fresh = openState(folder, { fresh: true });
  expect(() => openState(folder)).toThrow(/in use by process/);
  fresh.close();
});

test('a start that got no further than its lock leaves a folder that is still ours', () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'lock.db'), '');
  openState(folder).close();
});

test('one of several processes that start at the same moment has the folder', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: 2 ** 22 + 1, started: '1' }));
  const module = pathToFileURL(join(import.meta.dirname, '../../../lib/local/state.ts'));
  const script = `
    const { openState } = await import('${module}');
    process.stdin.once('data', () => {
      try { openState('${folder}'); console.log('has it'); } catch { console.log('refused'); }
    });
    console.log('ready');`;
  const children = Array.from({ length: STARTS }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'pipe' }),
  );
  const says = (child: (typeof children)[number], word: RegExp) =>
    new Promise<string>((resolve) => {
      child.stdout.on('data', (text: Buffer) => {
        if (word.test(text.toString())) resolve(text.toString().trim());
      });
    });
  try {
    await Promise.all(children.map((child) => says(child, /ready/)));
    const said = children.map((child) => says(child, /has it|refused/));
    for (const child of children) child.stdin.write('go\n');
    expect((await Promise.all(said)).toSorted()).toEqual([
      'has it',
      ...Array(STARTS - 1).fill('refused'),
    ]);
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
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
