/** A state folder in one file, and out of it. With the system's own `tar`, so that a person can too. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Credentials } from './manifest.ts';

const CREDENTIALS = 'credentials.json';
const databases = ['local.db', 'tables.db'];
const files = ['billhook-state.json', 'sandbox.json'];

/**
 * Packs what a killed service left. Logs, its lock and what is built at each start are left out.
 * @param scratch an empty folder to work in.
 * @throws Error when something of this machine would be packed.
 */
export function packState(
  stateDir: string,
  credentials: Credentials,
  place: { readonly scratch: string; readonly archive: string; readonly machine: string[] },
): void {
  const { scratch, archive } = place;
  mkdirSync(scratch, { recursive: true });
  for (const name of databases) compactDatabase(join(stateDir, name), join(scratch, name));
  for (const name of files) copyFileSync(join(stateDir, name), join(scratch, name));
  writeFileSync(join(scratch, CREDENTIALS), `${JSON.stringify(credentials, null, 2)}\n`, {
    mode: 0o600,
  });
  const names = [...databases, ...files, CREDENTIALS];
  for (const name of names) expectNothingOf(place.machine, name, readFileSync(join(scratch, name)));
  const owners = ['--format=ustar', '--numeric-owner'];
  execFileSync('tar', [...owners, '-czf', archive, '-C', scratch, ...names], {
    env: { ...process.env, GZIP: '-9', COPYFILE_DISABLE: '1' },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
}

/** Unpacks into a new folder, which is a state folder then. */
export function unpackState(archive: string, stateDir: string): Credentials {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  execFileSync('tar', ['-xzf', archive, '-C', stateDir]);
  return JSON.parse(readFileSync(join(stateDir, CREDENTIALS), 'utf8'));
}

/** What may not be packed: where this machine keeps things, and whose it is. */
export function machineWords(root: string, stateDir: string): string[] {
  const { username } = userInfo();
  const home = homedir();
  return [
    root,
    stateDir,
    `${tmpdir()}/`,
    ...(home.length > 1 ? [`${home}/`] : []),
    `:${username}@`,
  ];
}

/** The same rows in one file: what a kill leaves in the log of writes is taken in as SQLite does it. */
function compactDatabase(from: string, to: string): void {
  const db = new DatabaseSync(from);
  try {
    db.prepare('VACUUM INTO ?').run(to);
    chmodSync(to, 0o600);
  } finally {
    db.close();
  }
}

function expectNothingOf(words: readonly string[], name: string, content: Buffer): void {
  const found = words.find((word) => content.includes(word));
  if (found) throw new Error(`${name} names ${found}, which is of this machine`);
}
