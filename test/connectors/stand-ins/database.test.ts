/** The database of a stand-in that an earlier version wrote opens under this one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../connectors/stand-ins/site/database.ts';

const kept = { name: 'utility', confirmations: 'MVE', statements: 'MV', cents: 8_437 };
const DAY = 24 * 60 * 60 * 1000;

function folderOfOwn(): string {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-stand-ins-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('A bill from before bills had a day of issue is paid by what was paid then', () => {
  const folder = folderOfOwn();
  const old = new DatabaseSync(join(folder, 'utility.db'));
  old.exec(`
    CREATE TABLE bills (login TEXT PRIMARY KEY, statement TEXT, cents INTEGER, dueOn TEXT);
    CREATE TABLE payments (
      id INTEGER PRIMARY KEY, login TEXT, cents INTEGER, confirmation TEXT, card TEXT, at INTEGER,
      postsAt INTEGER);
    INSERT INTO bills VALUES ('ada', 'MV-1', 8437, '2026-12-10');
    INSERT INTO payments VALUES (1, 'ada', 3000, 'MVE1', '4242', 5, 5);`);
  old.close();
  for (const time of ['first', 'again']) {
    const database = openDatabase(folder, kept);
    expect(database.bill('ada', Date.now()), time).toMatchObject({ cents: 8_437, left: 5_437 });
    database.sql.close();
  }
});

test('A bill that is issued anew is owed whatever was paid before it', () => {
  const { sql, save, charge, bill } = openDatabase(folderOfOwn(), kept);
  onTestFinished(() => sql.close());
  const login = 'ada';
  save({ login, password: 'x', cents: 1_000 });
  const yesterday = Date.now() - DAY;
  charge({ ...{ login, cents: 1_000, card: '4242' }, at: yesterday, postsAt: yesterday });
  expect(bill(login, Date.now())?.left).toBe(1_000);
  const at = Date.now();
  charge({ login, cents: 400, card: '4242', at, postsAt: at + DAY });
  expect(bill(login, at)?.left).toBe(1_000);
  expect(bill(login, at + DAY)?.left).toBe(600);
});
