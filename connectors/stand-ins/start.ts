/** Starts the stand-in companies: a process each, with a database in a folder of its own. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type StandInName, standInCompanies, standInNames } from './companies.ts';

export type StandIn = {
  readonly name: StandInName;
  /** `http://127.0.0.1:41234` */
  readonly url: string;
  readonly pid: number;
  /** What isn't for customers: its switches and its customers. */
  readonly admin: (path: string, body?: unknown) => Promise<unknown>;
  readonly stop: () => Promise<void>;
};

export type StartOptions = {
  /** What they know is kept in it, and with it where they were served. */
  readonly folder: string;
  /** The port of the last time, and at first any that is free. */
  readonly port?: number;
};

/** What a person or a script needs to try one. */
export type StandInListed = {
  readonly name: string;
  readonly url: string;
  /** A login that works, as the company's own form asks for it. */
  readonly form: Readonly<Record<string, string>>;
  /** The messages that the company sent to that customer: JSON, newest first, each with `text` and `code`. */
  readonly phone: string;
  /** What that customer has paid, from the company's books: JSON with `amount`, `confirmation` and `at`. */
  readonly payments: string;
};

/** What a sign-in is called by each, and the one that a person is given. */
const welcomed = {
  utility: { asks: 'userid', login: 'ada.pemberton' },
  mobile: { asks: 'phone', login: '5125550142' },
  streaming: { asks: 'email', login: 'ada@mail.example' },
} as const;

const PASSWORD = 'lantern-and-larch-42';

/** All of them, side by side. @throws Error when one doesn't start, after those that did were stopped. */
export async function startStandIns({ folder, ports }: StartAllOptions): Promise<StandIns> {
  const started = await Promise.allSettled(
    standInNames.map((name) => startStandIn(name, { folder, port: ports?.[name] })),
  );
  const sites = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = async () => {
    await Promise.all(sites.map((site) => site.stop()));
  };
  const [failed] = started.filter((one) => one.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  await Promise.all(
    sites.map(({ name, admin }) =>
      admin('/welcome', { login: welcomed[name].login, password: PASSWORD }),
    ),
  );
  return { sites, listed: sites.map(listedOf), stop };
}

export type StartAllOptions = {
  readonly folder: string;
  readonly ports?: Partial<Record<StandInName, number>>;
};

export type StandIns = {
  readonly sites: readonly StandIn[];
  readonly listed: readonly StandInListed[];
  readonly stop: () => Promise<void>;
};

function listedOf({ name, url }: StandIn): StandInListed {
  const { asks, login } = welcomed[name];
  const whose = encodeURIComponent(login);
  return {
    ...{ name: standInCompanies[name], url, form: { [asks]: login, password: PASSWORD } },
    ...{ phone: `${url}/phone.json/${whose}`, payments: `${url}/books/${whose}` },
  };
}

/** It ends with this process. @throws Error with what it printed, when it doesn't start. */
export async function startStandIn(
  name: StandInName,
  { folder: parent, port }: StartOptions,
): Promise<StandIn> {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const key = keyIn(folder);
  const portOfLastTime = existsSync(join(folder, 'url'))
    ? Number(new URL(readFileSync(join(folder, 'url'), 'utf8')).port)
    : 0;
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, name, 'main.ts'),
      ...['--folder', folder, '--with-parent'],
      ...['--port', String(port ?? portOfLastTime)],
    ],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const printed: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    child.once('close', () => reject(new Error(`${name} did not start:\n${printed.join('\n')}`)));
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        const [, address] = /^Serving on (\S+)$/.exec(line) ?? [];
        if (address) resolve(address);
        else printed.push(line);
      });
    }
  });
  return {
    ...{ name, url, pid: child.pid as number },
    async admin(path, body) {
      const response = await fetch(`${url}/admin${path}`, {
        headers: { 'x-admin-key': key, 'content-type': 'application/json' },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${name} says ${response.status} of ${path}`);
      return response.json();
    },
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

/** Made with the folder. */
function keyIn(folder: string): string {
  const file = join(folder, 'admin-key');
  if (!existsSync(file))
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}
