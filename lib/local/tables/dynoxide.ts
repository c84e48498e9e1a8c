import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { localFailure } from '../failures.ts';
import { findFreePort } from '../free-port.ts';

/** A DynamoDB-compatible server on this machine. */
export type TableServer = {
  readonly url: string;
  readonly pid?: number;
  readonly stop: () => Promise<void>;
};

const READY_TIMEOUT_MILLISECONDS = 10_000;
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
 * Starts dynoxide over a SQLite file, or uses the server that `DYNAMODB_ENDPOINT` names.
 * @throws LocalFailure when there is no server for this platform, or it does not start.
 */
export async function startTableServer(
  databaseFile: string,
  env = process.env,
): Promise<TableServer> {
  if (env.DYNAMODB_ENDPOINT) {
    return { url: env.DYNAMODB_ENDPOINT.replace(/\/$/, ''), stop: async () => {} };
  }
  const binary = findBinary();
  const port = await findFreePort();
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      GUARD_SCRIPT,
      'sh',
      binary,
      'serve',
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--db-path',
      databaseFile,
    ],
    // A group of its own: Ctrl-C in the terminal reaches this process, which stops things in order.
    { stdio: ['pipe', 'ignore', 'pipe'], detached: true, env: { PATH: env.PATH } },
  );
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-500);
  });
  child.stdin?.on('error', () => {});
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, child, () => complaint);
  return { url, pid: child.pid, stop: () => stop(child) };
}

function findBinary(): string {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    const folder = dirname(require.resolve(`${name}/package.json`));
    const file = join(folder, process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
    if (existsSync(file)) return file;
  } catch {
    // Said below: the package is optional and not there for every platform.
  }
  throw localFailure(
    `No table server for this platform: ${name} is not installed. ` +
      'Set DYNAMODB_ENDPOINT to the address of any DynamoDB-compatible server.',
  );
}

async function waitUntilReady(
  url: string,
  child: ChildProcess,
  complaint: () => string,
): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MILLISECONDS;
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
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    }, STOP_TIMEOUT_MILLISECONDS);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.stdin?.end();
  });
}
