/** The processes of a run. Each leads a group of its own, so that what it starts ends with it. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

const GRACE_MILLISECONDS = 5_000;
/** A deployment that hangs says nothing; a whole one takes half a minute. */
const LONGEST_MILLISECONDS = 10 * 60 * 1000;

const running = new Set<ChildProcess>();

/** Nothing outlives this process, however it comes to its end. */
process.once('exit', () => {
  for (const child of running) signalGroup(child, 'SIGKILL');
});

/** Starts a process whose output goes to a file. */
export function startChild(
  command: string,
  given: readonly string[],
  { logFile, ...options }: SpawnOptions & { readonly logFile: string },
): ChildProcess {
  const log = openSync(logFile, 'a');
  try {
    const [stdin = 'ignore'] = (options.stdio as ('ignore' | 'pipe')[] | undefined) ?? [];
    const child = spawn(command, given, { ...options, detached: true, stdio: [stdin, log, log] });
    running.add(child);
    child.once('exit', () => running.delete(child));
    child.once('error', () => running.delete(child));
    return child;
  } finally {
    closeSync(log);
  }
}

/**
 * Runs a process to its end, or ends it when that takes too long.
 * @returns its exit code, `null` when it was ended.
 */
export function runChild(...given: Parameters<typeof startChild>): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = startChild(...given);
    const timer = setTimeout(() => void endChild(child), LONGEST_MILLISECONDS);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code);
    });
  });
}

/** Ends a process and all that it started. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MILLISECONDS);
    await ended;
    clearTimeout(timer);
  }
  // What it started and did not end itself.
  signalGroup(child, 'SIGKILL');
}

/** Ends whatever runs. */
export async function endChildren(): Promise<void> {
  await Promise.all([...running].map(endChild));
}

/** Lets a process live on when this one ends. */
export function releaseChild(child: ChildProcess): void {
  running.delete(child);
  child.unref();
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}
