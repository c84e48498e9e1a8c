/** What a process and all that it started take. Linux only: it reads /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory in bytes. */
export function residentBytes(pid: number): number {
  return familyOf(pid).reduce((sum, one) => sum + residentBytesOf(one), 0);
}

/** Time of processors that was spent so far, in milliseconds. */
export function processorMilliseconds(pid: number): number {
  return familyOf(pid).reduce((sum, one) => sum + processorMillisecondsOf(one), 0);
}

function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(Number(name)));
  }
  const family = [pid];
  for (const one of family) {
    for (const [child, parent] of parents) if (parent === one) family.push(child);
  }
  return family;
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // It ended while the list was read.
    return -1;
  }
}

/** A tick of /proc is a hundredth of a second. */
const TICK_MILLISECONDS = 10;

function processorMillisecondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MILLISECONDS;
  } catch {
    return 0;
  }
}

function residentBytesOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
