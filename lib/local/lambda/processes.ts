/**
 * Functions that have processes and files of their own, each instance in a process: what their template
 * says by asking for more room for temporary files. A browser's worker starts other programs, and is
 * killed where its time is over.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { failed, type InvokeResult, refuseAll } from './environments.ts';
import type { FunctionSettings } from './function-settings.ts';

export type ProcessesOptions = {
  readonly settings: FunctionSettings;
  /** Calls at a time. */
  readonly most: number;
  readonly log: (functionName: string, text: string) => void;
  /** In which each instance has its folder for temporary files. */
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
  /** After which an instance that nothing calls is ended. */
  readonly idleMilliseconds?: number;
};

export type Processes = {
  readonly invoke: (event: unknown) => Promise<InvokeResult>;
  readonly stop: () => Promise<void>;
};

const IDLE_MILLISECONDS = 60_000;
const INIT_MILLISECONDS = 10_000;
const STOP_MILLISECONDS = 5_000;
const program = join(import.meta.dirname, 'process.ts');

type Instance = {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
  /** It was told to end, and gets no calls any more: its seat is free once it has ended. */
  ending: boolean;
  idle?: NodeJS.Timeout;
  settle?: (result: InvokeResult) => void;
};

type Waiting = { readonly event: string; readonly settle: (result: InvokeResult) => void };

export function openProcesses(options: ProcessesOptions): Processes {
  const seats: (Instance | undefined)[] = Array(options.most).fill(undefined);
  const waiting: Waiting[] = [];
  let stopped = false;
  const dispatch = () => {
    if (stopped) refuseAll(waiting);
    while (waiting.length > 0) {
      // One that is warm before one that has to be started.
      const warm = seats.findIndex((one) => one && isFree(one));
      const seat = warm === -1 ? seats.indexOf(undefined) : warm;
      if (seat === -1) return;
      const instance = seats[seat] ?? start(seat);
      call(instance, waiting.shift() as Waiting, options, dispatch);
    }
  };
  const start = (seat: number): Instance => {
    const instance = startInstance(options, seat, () => {
      if (seats[seat] === instance) seats[seat] = undefined;
      instance.settle?.(failed('Runtime.ExitError', 'Runtime exited without providing a reason'));
      dispatch();
    });
    seats[seat] = instance;
    return instance;
  };
  return {
    invoke: (event) =>
      new Promise((settle) => {
        waiting.push({ event: JSON.stringify(event ?? null), settle });
        dispatch();
      }),
    async stop() {
      stopped = true;
      dispatch();
      await Promise.all(seats.map((instance) => instance && end(instance)));
      rmSync(options.folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function isFree({ child, ending, settle }: Instance): boolean {
  return !settle && !ending && child.connected;
}

function startInstance(
  { settings, folder, variables, log }: ProcessesOptions,
  seat: number,
  onExit: () => void,
): Instance {
  const { name, arn, codeFolder, handler, ownFolders, memoryMegabytes, environment } = settings;
  // What an instance has left there is there for the next one, as in Lambda.
  const own = join(folder, String(seat));
  mkdirSync(own, { recursive: true, mode: 0o700 });
  const child = fork(program, {
    env: { ...environment, ...variables, TMPDIR: own, HOME: own },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => log(name, chunk.toString()));
  }
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.on('error', (error) => {
      log(name, `${error.message}\n`);
      // One that could not be started never ends.
      if (child.pid === undefined) resolve();
    });
  });
  void ended.then(onExit);
  tell(child, { facts: { name, arn, codeFolder, handler, ownFolders, memoryMegabytes } });
  return { child, ended, ending: false };
}

/** One that can't be told anything any more is on its way out, and its call with it. */
function tell(child: ChildProcess, message: object): void {
  child.send(message, (error) => {
    if (error) child.kill('SIGKILL');
  });
}

type Answer = { readonly requestId: string; readonly result?: string; readonly error?: string };

function call(
  instance: Instance,
  { event, settle }: Waiting,
  {
    settings: { name, timeoutSeconds },
    log,
    idleMilliseconds = IDLE_MILLISECONDS,
  }: ProcessesOptions,
  freed: () => void,
): void {
  const { child } = instance;
  const requestId = randomUUID();
  clearTimeout(instance.idle);
  const milliseconds = timeoutSeconds * 1000;
  const late = setTimeout(() => {
    const message = `RequestId: ${requestId} Error: Task timed out after ${timeoutSeconds.toFixed(2)} seconds`;
    log(name, `${message}\n`);
    instance.ending = true;
    instance.settle?.(failed('Sandbox.Timedout', message));
    child.kill('SIGKILL');
  }, milliseconds + INIT_MILLISECONDS);
  const listen = (answer: Answer) => {
    if (answer.requestId !== requestId) return;
    const { result = 'null', error } = answer;
    instance.settle?.(
      error === undefined ? { payload: result } : { payload: error, functionError: 'Unhandled' },
    );
    instance.idle = setTimeout(() => void end(instance), idleMilliseconds).unref();
    freed();
  };
  child.on('message', listen);
  instance.settle = (result) => {
    clearTimeout(late);
    child.off('message', listen);
    delete instance.settle;
    settle(result);
  };
  tell(child, { requestId, event, deadline: Date.now() + milliseconds });
}

async function end(instance: Instance): Promise<void> {
  const { child, ended } = instance;
  instance.ending = true;
  if (child.connected) child.disconnect();
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS);
  await ended;
  clearTimeout(late);
}
