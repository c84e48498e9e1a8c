/** The emulator as a process of its own: AWS on a port of this machine. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findFreePort } from '../../../lib/base/free-port.ts';
import { until } from '../../../lib/base/until.ts';
import { endChild, releaseChild, startChild } from './children.ts';
import { deployFailure } from './failure.ts';

/** A call that IAM refused. */
export type Denial = {
  readonly action: string;
  /** The ARN of who called. */
  readonly principal: string;
  readonly resource: string;
  readonly reason: string;
};

export type Emulator = {
  readonly url: string;
  readonly pid: number;
  /** For children that are to reach the emulator, and nothing else that the shell knows as AWS. */
  readonly environment: NodeJS.ProcessEnv;
  /** From when it resolves, every call needs a policy that allows it. */
  readonly enforce: () => Promise<void>;
  readonly denials: () => Denial[];
  /** Lets it go on when this process ends. */
  readonly keep: () => void;
  readonly stop: () => Promise<void>;
};

type Event = ({ readonly kind: 'denied' } & Denial) | { readonly kind: 'enforced' };

export const REGION = 'us-east-1';
export const ACCOUNT = '000000000000';
/** The emulator takes this key to be the account's root, and does not check its signatures. */
export const ROOT_KEY = { accessKeyId: 'test', secretAccessKey: 'test' } as const;

/** The header of a call that is made by hand, which spares a client package. */
export function rootAuthorization(service: string): Record<'authorization', string> {
  const scope = `${ROOT_KEY.accessKeyId}/20260101/${REGION}/${service}/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`;
  return { authorization };
}

const LAUNCHER = join(import.meta.dirname, 'launch.py');
const START_SECONDS = 60;

/** @param folder where it keeps its files. @throws DeployFailure when it does not start. */
export async function startEmulator(python: string, folder: string): Promise<Emulator> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const logFile = join(folder, 'emulator.log');
  const eventsFile = join(folder, 'emulator-events.jsonl');
  const environment = environmentOf(url, folder);
  const child = startChild(python, [LAUNCHER, eventsFile], {
    logFile,
    cwd: folder,
    env: { ...environment, ...settings(port, folder) },
    stdio: ['pipe'],
  });
  writeFileSync(eventsFile, '');
  await waitUntilReady(child, url, logFile);
  const read = () =>
    readFileSync(eventsFile, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Event);
  return {
    url,
    pid: child.pid as number,
    environment,
    enforce: async () => {
      child.stdin?.write('enforce\n');
      await until('the emulator to enforce policies', async () =>
        read().some(({ kind }) => kind === 'enforced'),
      );
    },
    denials: () => read().filter((event) => event.kind === 'denied'),
    keep: () => {
      child.stdin?.end('keep\n');
      releaseChild(child);
    },
    stop: () => endChild(child),
  };
}

function environmentOf(url: string, folder: string): NodeJS.ProcessEnv {
  const given = Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_'));
  const nowhere = join(folder, 'no-such-file');
  return {
    ...Object.fromEntries(given),
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: ROOT_KEY.accessKeyId,
    AWS_SECRET_ACCESS_KEY: ROOT_KEY.secretAccessKey,
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_CONFIG_FILE: nowhere,
    AWS_SHARED_CREDENTIALS_FILE: nowhere,
    AWS_EC2_METADATA_DISABLED: 'true',
  };
}

function settings(port: number, folder: string): NodeJS.ProcessEnv {
  const objects = join(folder, 's3');
  const temporary = join(folder, 'tmp');
  for (const one of [objects, temporary]) mkdirSync(one, { recursive: true });
  return {
    GATEWAY_PORT: String(port),
    BIND_HOST: '127.0.0.1',
    MINISTACK_HOST: 'localhost',
    MINISTACK_REGION: REGION,
    IOT_MTLS_ENABLED: '0',
    S3_DATA_DIR: objects,
    TMPDIR: temporary,
    // Functions are run by the first `node` that is found: the project's own.
    PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
  };
}

async function waitUntilReady(child: ChildProcess, url: string, logFile: string): Promise<void> {
  let failed = false;
  child.once('error', () => {
    failed = true;
  });
  const answers = async () => {
    if (failed || child.exitCode !== null) {
      throw deployFailure('The emulator did not start.', existsSync(logFile) ? logFile : undefined);
    }
    try {
      return (await fetch(`${url}/_ministack/health`)).ok;
    } catch {
      return false;
    }
  };
  await until('the emulator', answers, START_SECONDS);
}
