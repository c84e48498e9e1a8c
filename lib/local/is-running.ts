import { readFileSync } from 'node:fs';

/**
 * Whether a process is still running. On Linux, one that has ended doesn't count as running even if nobody
 * has asked how it ended, which nobody ever may where process 1 is no real init, as in many containers.
 * @param started As `startTimeOf` told it: a later process with the same number is another one. Where
 * nothing more is known of a process, its number alone decides.
 */
export function isRunning(pid: number, started?: string): boolean {
  // 0 and negative numbers stand for whole groups.
  if (!Number.isInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // It is another user's.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const stat = statOf(pid);
  if (!stat) return true;
  return stat.state !== ENDED && (started === undefined || started === stat.started);
}

/** In clock ticks since the machine started, on Linux; elsewhere nothing is known. */
export function startTimeOf(pid: number): string {
  return statOf(pid)?.started ?? '';
}

const ENDED = 'Z';

/** By proc_pid_stat(5). The name is the only field that may hold spaces and brackets. */
function statOf(pid: number): { readonly state?: string; readonly started?: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], started: fields[19] };
  } catch {
    return undefined;
  }
}
