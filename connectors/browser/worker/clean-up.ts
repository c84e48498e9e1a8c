/**
 * Ends whatever an earlier session of this instance has left: its processes and its files. An instance
 * serves one user after another, and one that was killed has cleaned nothing up.
 */
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { STORE } from '../find-chromium.ts';

const GONE_MILLISECONDS = 5_000;
const LOOK_MILLISECONDS = 20;

/** @param folder for temporary files: of this instance alone. @throws Error where something stays. */
export async function cleanUp(folder = tmpdir()): Promise<void> {
  const until = Date.now() + GONE_MILLISECONDS;
  for (;;) {
    const left = processesOf(folder);
    if (left.length === 0) break;
    if (Date.now() > until) throw new Error('A process of an earlier session does not end');
    for (const pid of left) end(pid);
    await pause(LOOK_MILLISECONDS);
  }
  for (const name of readdirSync(folder)) {
    if (name === STORE) continue;
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A browser's own, whose home is in the folder, and what it has started. Where there is no /proc, none. */
function processesOf(folder: string): number[] {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return [];
  }
  return names
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => isOf(`/proc/${name}`, folder))
    .map(Number);
}

function isOf(entry: string, folder: string): boolean {
  try {
    const variables = readFileSync(`${entry}/environ`, 'utf8').split('\0');
    // One that has ended, and that nobody has asked about, has no program any more.
    readlinkSync(`${entry}/exe`);
    return variables.some((one) => one.startsWith(`HOME=${join(folder, '/')}`));
  } catch {
    return false;
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
