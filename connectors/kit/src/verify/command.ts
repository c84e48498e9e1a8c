/** The command `verify`: reads what it is given, runs the checks, and says each as it ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { pathOf } from '../protocol/operations.ts';
import { type OwnKeys, openKeyPair } from '../wire/keys.ts';
import { NO_BODY } from '../wire/message.ts';
import { must } from './check.ts';
import { expectedFailures } from './expected.ts';
import { overHttp } from './http-transport.ts';
import { lineOf } from './present.ts';
import { createReceiver } from './receiver.ts';
import { type RunResult, runChecks } from './run.ts';

export type VerifyFlags = {
  readonly keys?: string;
  readonly only?: string;
  readonly expected?: string;
  readonly receive?: string;
  readonly receiveUrl?: string;
  /** A command that stops the connector and starts it again. */
  readonly restart?: string;
  readonly format: string;
  readonly out?: string;
  readonly local: boolean;
};

/** Whoever called has to say it otherwise. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export async function verify(
  url: string,
  flags: VerifyFlags,
  say: (text: string) => void,
): Promise<RunResult> {
  const baseUrl = originOf(url, flags.local);
  const shows = flags.format === 'text' || flags.out !== undefined;
  const receiver = flags.receive
    ? await listen(Number(flags.receive), flags.receiveUrl)
    : undefined;
  try {
    return await runChecks({
      baseUrl,
      send: overHttp,
      keys: keysIn(flags.keys),
      only: flags.only?.split(','),
      expected: flags.expected ? expectedIn(flags.expected) : [],
      today: new Date().toISOString().slice(0, 'yyyy-mm-dd'.length),
      reportsOf: receiver?.reportsOf,
      ...(flags.restart && { restart: restartBy(flags.restart, baseUrl) }),
      onKeys: (keys) => {
        if (receiver) receiver.keys = keys;
      },
      // What is for machines stays alone on the output.
      onManifest: ({ id, version }) => shows && say(`${id} ${version}\n`),
      onResult: (result) => shows && say(`${lineOf(result)}\n`),
    });
  } finally {
    receiver?.server.closeAllConnections();
    receiver?.server.close();
  }
}

const RESTART_SECONDS = 60;

/** @throws CheckFailed when the connector does not come back. */
function restartBy(command: string, baseUrl: string): () => Promise<void> {
  return async () => {
    const child = spawn(command, { shell: true, stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    must(code === 0, `${command} ended with ${code}`);
    const request = { method: 'GET', url: `${baseUrl}${pathOf('manifest')}`, headers: {} };
    for (let second = 0; second < RESTART_SECONDS; second += 1) {
      const response = await overHttp({ ...request, body: NO_BODY }).catch(() => undefined);
      if (response?.status === 200) return;
      await wait(1_000);
    }
    must(false, `Nothing responds ${RESTART_SECONDS} seconds after ${command}`);
  };
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Loopback with `--local` alone, and with it nothing else: a test on real hosts goes over TLS. */
export function originOf(text: string, isLocal: boolean): string {
  if (!URL.canParse(text)) throw new UsageError(`${text} is no address`);
  const { protocol, hostname, origin, pathname } = new URL(text);
  if (pathname !== '/') throw new UsageError('Expected an address without a path');
  const isLoopback = loopback.has(hostname);
  if (isLocal !== isLoopback) {
    throw new UsageError(
      isLocal ? '--local is for this machine only' : 'Use --local for this machine',
    );
  }
  if (!isLocal && protocol !== 'https:') throw new UsageError('Expected an https address');
  return origin;
}

const keyFile = v.object({ signing: v.unknown(), encryption: v.unknown() });

function keysIn(file: string | undefined): OwnKeys {
  if (file === undefined) throw new UsageError('Expected --keys <file>');
  try {
    const { signing, encryption } = v.parse(keyFile, JSON.parse(readFileSync(file, 'utf8')));
    return { signing: openKeyPair(signing), encryption: openKeyPair(encryption) };
  } catch {
    throw new UsageError(
      `${file} has no keys: {"signing": <private JWK>, "encryption": <private JWK>}`,
    );
  }
}

function expectedIn(file: string) {
  try {
    return v.parse(expectedFailures, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new UsageError(`${file} is no list of {"id", "reason", "until"}`);
  }
}

async function listen(port: number, url = `http://127.0.0.1:${port}`) {
  const receiver = createReceiver(url);
  await new Promise<void>((resolve, reject) => {
    receiver.server.once('error', reject);
    receiver.server.listen(port, resolve);
  });
  return receiver;
}
