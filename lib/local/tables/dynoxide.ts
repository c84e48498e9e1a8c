import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findFreePort } from '../../base/free-port.ts';
import { localFailure } from '../failures.ts';
import { checkTableStore } from './check-table-store.ts';
import { findTableStore, type Machine, type TableStore, thisMachine } from './find-table-store.ts';
import { indexStream } from './index-stream.ts';

/** A DynamoDB-compatible server on this machine. */
export type TableServer = {
  readonly url: string;
  readonly pid?: number;
  readonly stop: () => Promise<void>;
};

const READY_TIMEOUT_MILLISECONDS = 10_000;
/** A Java machine has to come up first. */
const JAVA_READY_TIMEOUT_MILLISECONDS = 60_000;
const STOP_TIMEOUT_MILLISECONDS = 5_000;

/**
 * The shell ends the server when its standard input closes, which the kernel does for
 * us however this process ends, even by kill -9. `exec 3<&0` keeps the input, since a
 * command in the background gets /dev/null for its own.
 */
const GUARD_SCRIPT = `
umask 077
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
trap 'kill $server 2>/dev/null; wait $server; exit 0' TERM INT HUP
(cat <&3 >/dev/null; kill $server 2>/dev/null) &
watcher=$!
wait $server
status=$?
kill $watcher 2>/dev/null
exit $status
`;

/**
 * Starts the table server that is there (`findTableStore`), or uses the one that
 * `DYNAMODB_ENDPOINT` names. One that is not locked has to show first that it can do what is needed.
 * @throws LocalFailure when there is no server for this platform, or it does not start.
 */
export async function startTableServer(
  databaseFile: string,
  env: Machine['env'] = process.env,
  machine = thisMachine(env),
): Promise<TableServer> {
  const store = findTableStore(machine);
  if ('failure' in store) throw localFailure(store.failure);
  if (store.kind === 'endpoint') {
    await checkTableStore('DYNAMODB_ENDPOINT', store.url);
    return { url: store.url, stop: async () => {} };
  }
  const port = await findFreePort();
  const command = commandOf(store, port, databaseFile);
  const child = spawnGuarded(command, machine);
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-500);
  });
  child.stdin?.on('error', () => {});
  const url = `http://127.0.0.1:${port}`;
  const patience =
    store.kind === 'dynoxide' ? READY_TIMEOUT_MILLISECONDS : JAVA_READY_TIMEOUT_MILLISECONDS;
  await waitUntilReady(url, child, { patience, complaint: () => complaint });
  const server = { url, pid: child.pid, stop: () => stop(child) };
  if (store.kind === 'dynoxide') indexStream(databaseFile);
  if (store.kind === 'dynoxide' && store.locked) return server;
  try {
    await checkTableStore(store.kind === 'dynoxide' ? store.binary : 'DynamoDB Local', url);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function commandOf(
  store: Exclude<TableStore, { kind: 'endpoint' }>,
  port: number,
  databaseFile: string,
): readonly string[] {
  if (store.kind === 'dynoxide') {
    const serve = ['serve', '--host', '127.0.0.1', '--port', String(port)];
    return [store.binary, ...serve, '--db-path', databaseFile];
  }
  // It keeps a folder, and its files are not those of dynoxide.
  const folder = join(dirname(databaseFile), 'dynamodb-local');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const libraries = `-Djava.library.path=${join(dirname(store.jar), 'DynamoDBLocal_lib')}`;
  // Without -cors, every web page that the developer opens may read the tables.
  const closed = ['-disableTelemetry', '-cors', 'http://127.0.0.1'];
  const options = ['-sharedDb', '-port', String(port), '-dbPath', folder, ...closed];
  return [store.java, libraries, '-jar', store.jar, ...options];
}

function spawnGuarded(command: readonly string[], { platform, env }: Machine): ChildProcess {
  // Sockets do not open on Windows without SystemRoot.
  const { PATH, SystemRoot } = env;
  const options: SpawnOptions = { stdio: ['pipe', 'ignore', 'pipe'], env: { PATH, SystemRoot } };
  if (platform === 'win32') {
    const guard = join(import.meta.dirname, 'stop-with-parent.ts');
    return spawn(process.execPath, [guard, ...command], { ...options, windowsHide: true });
  }
  // A group of its own: Ctrl-C in the terminal reaches this process, which stops things in order.
  return spawn('/bin/sh', ['-c', GUARD_SCRIPT, 'sh', ...command], { ...options, detached: true });
}

async function waitUntilReady(
  url: string,
  child: ChildProcess,
  { patience, complaint }: { readonly patience: number; readonly complaint: () => string },
): Promise<void> {
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) {
      throw localFailure(
        `The table server did not start: ${complaint().trim().replaceAll('\n', ' ') || `exit code ${child.exitCode}`}. ` +
          'If its file is damaged, start with --fresh.',
      );
    }
    try {
      // Any response will do; without credentials it is a rejection.
      await fetch(url, { method: 'POST', signal: AbortSignal.timeout(1_000) });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  await stop(child);
  throw localFailure('The table server does not respond.');
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      // By its group, with what it started; Windows has no groups.
      if (child.spawnfile === '/bin/sh' && child.pid) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    }, STOP_TIMEOUT_MILLISECONDS);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.stdin?.end();
  });
}
