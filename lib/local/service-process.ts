/** The service as a user runs it: a process of its own over a state folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../base/free-port.ts';

export type ServiceFacts = {
  /** With `/v1`. */
  readonly baseUrl: string;
  /** The hosted modules' host. */
  readonly modulesUrl: string;
  readonly partnerId: string;
  readonly apiKey: string;
  readonly stateDir: string;
  /** What the process prints. */
  readonly logFile: string;
};

export type Service = ServiceFacts & {
  readonly pid: number;
  /** Milliseconds from the start of the process to the first response. */
  readonly readyAfter: number;
  /** Stops it as Ctrl-C does; returns its exit code. */
  readonly stop: () => Promise<number | null>;
  /** Ends it as a power cut does. */
  readonly kill: () => Promise<void>;
};

export type ServiceOptions = {
  readonly stateDir: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Through `bin/launch.mjs`, as `npm start` does. */
  readonly launcher?: boolean;
  /** With the demo of the modules, as `npm start` does: a client more, and an app that frames them. */
  readonly demo?: boolean;
  /** With the sandbox's companies behind a connector of its own. */
  readonly remoteSandbox?: boolean;
  /** With a company that has a website, and a browser that reaches it. */
  readonly standIns?: boolean;
  /** With faults in this share of AWS calls. */
  readonly chaos?: { readonly rate: number; readonly seed: number };
  /** Told of the process as soon as there is one, long before it responds. */
  readonly onProcess?: (child: ChildProcess) => void;
};

const root = join(import.meta.dirname, '../..');
const READY_TIMEOUT_MILLISECONDS = 300_000;
const STOP_TIMEOUT_MILLISECONDS = 15_000;

/** It has not responded for so long that it was ended: a busy machine may do that to it. */
export class NotReady extends Error {
  override name = 'NotReady';
}

/** It ended by itself before it responded. */
export class EndedAtStart extends Error {
  override name = 'EndedAtStart';
}

/**
 * Starts `bin/local.ts` and waits until it responds.
 * @throws NotReady or EndedAtStart, with what it printed.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const started = performance.now();
  const port = options.port ?? (await findFreePort());
  const { stateDir, chaos } = options;
  const logFile = `${stateDir}.log`;
  // Written when it is ready: one of an earlier run would be taken for this one's.
  rmSync(join(stateDir, 'sandbox.json'), { force: true });
  const child = spawn(
    process.execPath,
    [
      ...(options.launcher ? [join(root, 'bin/launch.mjs')] : []),
      join(root, 'bin/local.ts'),
      ...['--port', String(port), '--modules-port', '0', '--state', stateDir],
      ...(options.demo ? ['--demo-port', '0'] : ['--no-demo']),
      ...(options.remoteSandbox ? ['--remote-sandbox'] : []),
      ...(options.standIns ? [] : ['--no-stand-ins']),
      ...(chaos ? ['--chaos-rate', String(chaos.rate), '--chaos-seed', String(chaos.seed)] : []),
    ],
    {
      cwd: root,
      // Lets the service notice that this process was killed, when nobody is left to stop it.
      env: { ...process.env, BILLHOOK_LAUNCHER_PID: String(process.pid), ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C is for this process to handle: it may have something to end first.
      detached: true,
    },
  );
  options.onProcess?.(child);
  const log = createWriteStream(logFile, { flags: 'a' });
  const warn = ({ message }: Error) => process.stderr.write(`${logFile}: ${message}\n`);
  log.on('error', warn);
  child.once('error', warn);
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  child.once('close', () => log.end());
  const facts = await waitUntilReady(child, options, logFile);
  return {
    ...facts,
    stateDir,
    logFile,
    pid: child.pid as number,
    readyAfter: performance.now() - started,
    stop: () => stop(child),
    kill: async () => {
      child.kill('SIGKILL');
      await exited(child);
    },
  };
}

async function waitUntilReady(
  child: ChildProcess,
  { stateDir }: ServiceOptions,
  logFile: string,
): Promise<Pick<ServiceFacts, 'baseUrl' | 'modulesUrl' | 'partnerId' | 'apiKey'>> {
  const file = join(stateDir, 'sandbox.json');
  const deadline = Date.now() + READY_TIMEOUT_MILLISECONDS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new EndedAtStart(`The service stopped immediately:\n${lastPrinted(logFile)}`);
    }
    if (existsSync(file)) {
      const facts = JSON.parse(readFileSync(file, 'utf8'));
      if (await answers(facts)) return facts;
    }
    await pause(25);
  }
  child.kill('SIGKILL');
  throw new NotReady(`The service is not ready:\n${lastPrinted(logFile)}`);
}

/** Without the key that a service prints for whoever runs it. */
function lastPrinted(logFile: string): string {
  return readFileSync(logFile, 'utf8')
    .replace(/bh_\w+/g, 'bh_…')
    .slice(-2_000);
}

async function answers(facts: { baseUrl: string; apiKey: string }): Promise<boolean> {
  try {
    const headers = { authorization: `Bearer ${facts.apiKey}` };
    const response = await fetch(`${facts.baseUrl}/company/categories`, { headers });
    return response.ok;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess): Promise<number | null> {
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MILLISECONDS);
  await exited(child);
  clearTimeout(timer);
  return child.exitCode;
}

function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}
