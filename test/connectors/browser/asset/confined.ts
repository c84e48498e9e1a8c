/**
 * An instance of the worker within Lambda's limits: every file but those of its temporary folder is
 * read-only, and its processes have no more memory together than the function is given. Where this machine
 * allows no such limits, it runs without them and says so.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processesIn } from '../worker/processes-in.ts';
import { type Place, sizeOf } from './place.ts';

export type Confined = {
  /** What of Lambda's limits this machine could not set. */
  readonly lacking: readonly string[];
  /** Until the invocation has ended. @throws Error where it failed. */
  readonly invoke: (body: string) => Promise<void>;
  /** Ends it. */
  readonly end: () => Promise<Used>;
  readonly printed: () => string;
};

export type Used = {
  /** Of all its processes together, as they were looked at: memory that several share counts once. */
  readonly memoryBytes: number;
  /** Of files in its temporary folder. */
  readonly temporaryBytes: number;
};

const runtime = join(import.meta.dirname, '../../../../lib/local/lambda/process.ts');
const LOOK_MILLISECONDS = 200;
const TIMEOUT_MILLISECONDS = 900_000;

/** Read-only but for the temporary folder; without the shared memory that Lambda lacks. */
const CONFINE = `set -e
mount --bind "$1" "$1"
mount -t tmpfs -o ro none /dev/shm
mount -o remount,ro,bind /
shift
exec "$@"`;

export function startConfined(place: Place): Confined {
  const { temporary, environment, facts } = place;
  const lacking: string[] = [];
  const files = canConfineFiles(temporary);
  if (!files) lacking.push('only its temporary folder can be written to');
  const memory = openMemoryLimit(place);
  if (!memory) lacking.push(`no more than ${place.memoryMegabytes} MB of memory`);
  const program = [process.execPath, '--disable-warning=ExperimentalWarning', runtime];
  const command = files
    ? ['unshare', '-m', 'sh', '-c', CONFINE, 'sh', temporary, ...program]
    : program;
  const whole = memory ? ['sh', '-c', memory.enter, 'sh', ...command] : command;
  const [first = '', ...others] = whole;
  const child = spawn(first, others, {
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const watch = watchUse(place, child);
  child.send({ facts });
  return {
    lacking,
    printed: () => printed,
    invoke: (body) => invoke(child, body),
    async end() {
      if (child.connected) child.disconnect();
      await ended;
      const used = watch.stop();
      memory?.remove();
      return used;
    },
  };
}

type Answer = { readonly requestId: string; readonly error?: string };

function invoke(child: ChildProcess, body: string): Promise<void> {
  const requestId = randomUUID();
  const event = JSON.stringify({ Records: [{ messageId: requestId, body }] });
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('The instance has ended'));
    const listen = ({ requestId: of, error }: Answer) => {
      if (of !== requestId) return;
      child.off('message', listen);
      child.off('exit', gone);
      if (error === undefined) resolve();
      else reject(new Error(error));
    };
    child.on('message', listen);
    child.once('exit', gone);
    child.send({ requestId, event, deadline: Date.now() + TIMEOUT_MILLISECONDS });
  });
}

function canConfineFiles(folder: string): boolean {
  const written = 'if touch "$0/../written" 2>/dev/null; then exit 1; fi; touch "$0/written"';
  const args = ['-m', 'sh', '-c', CONFINE, 'sh', folder, 'sh', '-c', written, folder];
  return spawnSync('unshare', args, { stdio: 'ignore' }).status === 0;
}

type MemoryLimit = { readonly enter: string; readonly remove: () => void };

/** By a group of the kernel's, of its first or its second kind. */
function openMemoryLimit({ memoryMegabytes }: Place): MemoryLimit | undefined {
  const kinds = [
    ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes'],
    ['/sys/fs/cgroup', 'memory.max'],
  ] as const;
  for (const [parent, limit] of kinds) {
    const group = join(parent, `billhook-worker-${process.pid}-${randomUUID().slice(0, 8)}`);
    try {
      if (!existsSync(join(parent, 'cgroup.procs'))) continue;
      mkdirSync(group);
      writeFileSync(join(group, limit), String(memoryMegabytes * 2 ** 20));
      return {
        enter: `echo $$ > ${group}/cgroup.procs && exec "$@"`,
        remove: () => removeGroup(group),
      };
    } catch {
      removeGroup(group);
    }
  }
  return undefined;
}

function removeGroup(group: string): void {
  try {
    rmdirSync(group);
  } catch {
    // It was never there, or something in it ends only now.
  }
}

/** Looks at it all the time: what it takes for a moment only may be missed. */
function watchUse({ temporary }: Place, child: ChildProcess) {
  let [memoryBytes, temporaryBytes, stopped] = [0, 0, false];
  const look = async () => {
    while (!stopped) {
      const pids = [child.pid ?? 0, ...processesIn(temporary).map(({ pid }) => pid)];
      const sum = [...new Set(pids)].map(memoryOf).reduce((all, one) => all + one, 0);
      memoryBytes = Math.max(memoryBytes, sum);
      temporaryBytes = Math.max(temporaryBytes, sizeOf(temporary));
      await pause(LOOK_MILLISECONDS);
    }
  };
  void look();
  return {
    stop: (): Used => {
      stopped = true;
      return { memoryBytes, temporaryBytes };
    },
  };
}

/** What several processes share is divided among them. */
function memoryOf(pid: number): number {
  try {
    const [, kilobytes = '0'] =
      /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}
