/** A document's receiver of webhooks, started as a reader would start it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { languages, type Snippet } from './snippets.ts';

const run = promisify(execFile);

export type Receiver = {
  readonly url: string;
  /** What it has printed, but that it listens. */
  readonly lines: readonly string[];
  readonly stop: () => Promise<void>;
};

export type ReceiverFolder = {
  /** Starts it, on the inbox that one before it left. */
  readonly start: (secret: string) => Promise<Receiver>;
  readonly remove: () => void;
};

/** The snippet in a folder of its own, beside the packages that the document names; Go is built. */
export async function prepareReceiver({ language, code }: Snippet): Promise<ReceiverFolder> {
  const { file, command } = languages[language];
  const folder = mkdtempSync(join(tmpdir(), 'billhook-receiver-'));
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, file), code);
  const isBuilt = language === 'go';
  // With the Go that is there: it would fetch another where it is told to.
  const env = { ...process.env, GOTOOLCHAIN: 'local' };
  if (isBuilt) await run('go', ['build', '-o', 'receiver', file], { cwd: folder, env });
  const program = isBuilt ? [join(folder, 'receiver')] : [...command, join(folder, file)];
  return {
    start: (secret) => startReceiver(program, folder, secret),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function startReceiver(
  [program = '', ...given]: readonly string[],
  folder: string,
  secret: string,
): Promise<Receiver> {
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    WEBHOOK_SECRET: secret,
    INBOX: join(folder, 'inbox'),
  };
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(program, given, { cwd: folder, env, stdio: [...stdio] });
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('The receiver ended')));
    output.on('line', (line) => (line === 'listening' ? resolve() : lines.push(line)));
  });
  return { url: `http://127.0.0.1:${port}/hooks`, lines, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
