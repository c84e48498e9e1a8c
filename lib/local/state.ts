import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { localFailure } from './failures.ts';
import { isRunning, startTimeOf } from './is-running.ts';
import { writeWhole } from './write-whole.ts';

/** What survives a restart: one SQLite file and the folder that it is in. */
export type LocalState = {
  readonly folder: string;
  readonly db: DatabaseSync;
  readonly close: () => void;
};

const MARKER_FILE = 'billhook-state.json';
const MARKER_VERSION = 1;
const LOCK_FILE = 'lock';
const LOCK_DATABASE = 'lock.db';
const SQLITE_BUSY = 5;
/** Is written to see whether the folder can be. */
const PROBE = '.probe-';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS kms_keys (id TEXT PRIMARY KEY, spec TEXT NOT NULL, material BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS kms_made_keys (
    id TEXT PRIMARY KEY, spec TEXT NOT NULL, usage TEXT NOT NULL, tags TEXT NOT NULL,
    made INTEGER NOT NULL, deletion INTEGER);
  CREATE TABLE IF NOT EXISTS kms_changed_keys (
    id TEXT PRIMARY KEY, enabled INTEGER NOT NULL, tags TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS kms_key_policies (id TEXT PRIMARY KEY, policy TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS secret_versions (
    secret TEXT NOT NULL, version TEXT NOT NULL, stages TEXT NOT NULL, value TEXT NOT NULL,
    created INTEGER NOT NULL, PRIMARY KEY (secret, version));
  CREATE TABLE IF NOT EXISTS custom_resources (
    id TEXT PRIMARY KEY, physical_id TEXT NOT NULL, properties TEXT NOT NULL, data TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS executions (
    arn TEXT PRIMARY KEY, machine TEXT NOT NULL, name TEXT NOT NULL, status TEXT NOT NULL,
    input TEXT NOT NULL, output TEXT, error TEXT, cause TEXT, started INTEGER NOT NULL,
    stopped INTEGER, state TEXT NOT NULL, state_input TEXT NOT NULL, entered INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS executions_by_status ON executions (machine, status, started);
  CREATE TABLE IF NOT EXISTS execution_events (
    arn TEXT NOT NULL, id INTEGER NOT NULL, type TEXT NOT NULL, at INTEGER NOT NULL,
    state TEXT, PRIMARY KEY (arn, id));
  CREATE TABLE IF NOT EXISTS task_tokens (
    token TEXT PRIMARY KEY, arn TEXT NOT NULL, state TEXT NOT NULL, entered INTEGER NOT NULL,
    invoked INTEGER NOT NULL DEFAULT 0, outcome TEXT);
  CREATE INDEX IF NOT EXISTS task_tokens_by_execution ON task_tokens (arn, state, entered);
  CREATE TABLE IF NOT EXISTS queue_messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, queue TEXT NOT NULL, message TEXT NOT NULL,
    body TEXT NOT NULL, sender TEXT NOT NULL, sent INTEGER NOT NULL, visible INTEGER NOT NULL,
    first_received INTEGER, receives INTEGER NOT NULL DEFAULT 0, taken INTEGER NOT NULL DEFAULT 0,
    turn TEXT);
  CREATE INDEX IF NOT EXISTS queue_messages_by_time ON queue_messages (queue, visible);
  CREATE INDEX IF NOT EXISTS queue_messages_taken ON queue_messages (taken) WHERE taken = 1;
  CREATE TABLE IF NOT EXISTS stream_positions (
    mapping TEXT NOT NULL, shard TEXT NOT NULL, sequence TEXT NOT NULL,
    PRIMARY KEY (mapping, shard));
  CREATE TABLE IF NOT EXISTS schedules (id TEXT PRIMARY KEY, expression TEXT NOT NULL, last INTEGER NOT NULL);
`;

/**
 * Opens a state folder, making it when it is missing.
 * @param options.fresh empties the folder first, if it is one of ours.
 * @throws LocalFailure when the folder is in use, not ours, not writable or damaged.
 */
export function openState(folder: string, options: { readonly fresh?: boolean } = {}): LocalState {
  makeFolder(folder);
  const existing = readMarker(folder);
  if (existing === undefined && isForeign(folder)) {
    throw localFailure(
      `${folder} is not empty and is not a Billhook state folder, so it was not changed. Choose another folder with --state.`,
    );
  }
  const unlock = lock(folder);
  try {
    if (options.fresh) emptyFolder(folder);
    else if (existing !== undefined && (Number.isNaN(existing) || hasEmptyFile(folder))) {
      throw localFailure(
        `The state in ${folder} is damaged. Start with --fresh to delete it and start over.`,
      );
    } else if (existing !== undefined && existing !== MARKER_VERSION) {
      throw localFailure(
        `The state in ${folder} has version ${existing}, but this version of Billhook writes ${MARKER_VERSION}. Start with --fresh to delete it and start over.`,
      );
    }
    writeFileSync(
      join(folder, MARKER_FILE),
      `${JSON.stringify({ billhookState: MARKER_VERSION })}\n`,
      {
        mode: 0o600,
      },
    );
    const db = openDatabase(join(folder, 'local.db'));
    return {
      folder,
      db,
      close: () => {
        db.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

function makeFolder(folder: string): void {
  try {
    makeFolders(folder);
    if (!existsSync(join(folder, MARKER_FILE)) && isForeign(folder)) return;
    chmodSync(folder, 0o700);
    const probe = join(folder, `${PROBE}${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw localFailure(`Cannot write the state folder ${folder}: ${(error as Error).message}`);
  }
}

/** Another start may have begun there, and have got no further than its lock. */
function isForeign(folder: string): boolean {
  return !readdirSync(folder).every((name) => isOfLock(name) || name.startsWith(PROBE));
}

const isOfLock = (name: string) => name.split('.')[0] === LOCK_FILE;

/** One folder after another: Node's own recursive form never returns below `/proc`. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** An emptied database would start over next to the old keys and secrets. */
function hasEmptyFile(folder: string): boolean {
  return ['local.db', 'tables.db'].some(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size === 0,
  );
}

/** @returns the marker's version, NaN for an unreadable one, undefined without a marker. */
function readMarker(folder: string): number | undefined {
  const file = join(folder, MARKER_FILE);
  if (!existsSync(file)) return undefined;
  try {
    const version = JSON.parse(readFileSync(file, 'utf8'))?.billhookState;
    return typeof version === 'number' ? version : Number.NaN;
  } catch {
    return Number.NaN;
  }
}

function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!isOfLock(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * The system holds the lock, on a database of its own, and lets go of it however a process ends. The file
 * beside it says who has it: to people, and to releases that went by that file alone.
 */
function lock(folder: string): () => void {
  const file = join(folder, LOCK_FILE);
  const held = holdDatabase(folder);
  const holder = readLock(file);
  if (!held || (holder && isRunning(holder.pid, holder.started))) {
    held?.close();
    const who = holder ? `process ${holder.pid}` : 'another process';
    throw localFailure(
      `The state folder ${folder} is in use by ${who}. Stop it, or choose another folder with --state.`,
    );
  }
  writeWhole(file, JSON.stringify({ pid: process.pid, started: startTimeOf(process.pid) }));
  return () => {
    // First of all what says so: once the lock is free, the file may be another process's.
    rmSync(file, { force: true });
    held.close();
  };
}

/** @returns undefined if another process has it. */
function holdDatabase(folder: string): DatabaseSync | undefined {
  const file = join(folder, LOCK_DATABASE);
  // Only where it isn't there: closing a file that this process has locked would unlock it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw localFailure(`Cannot lock the state folder ${folder}: ${(error as Error).message}`);
  }
}

type LockHolder = { readonly pid: number; readonly started: string };

function readLock(file: string): LockHolder | undefined {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as LockHolder;
    return Number.isInteger(holder.pid) ? holder : undefined;
  } catch {
    return undefined;
  }
}

function openDatabase(file: string): DatabaseSync {
  try {
    if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600));
    const db = new DatabaseSync(file);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;');
    const [check] = db.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[];
    if (check?.quick_check !== 'ok') throw new Error(check?.quick_check);
    db.exec(SCHEMA);
    addColumns(db);
    return db;
  } catch (error) {
    throw localFailure(
      `The state file ${file} is damaged (${(error as Error).message}). Start with --fresh to delete it and start over.`,
    );
  }
}

/** What tables of an earlier release lack. */
function addColumns(db: DatabaseSync): void {
  const columns = db.prepare('PRAGMA table_info(queue_messages)').all() as { name: string }[];
  if (!columns.some(({ name }) => name === 'turn'))
    db.exec('ALTER TABLE queue_messages ADD COLUMN turn TEXT');
}
