/**
 * Which states of the modules a run looks at: all of them would take minutes. The shares go round. The
 * next one is kept in `.test-times`, and where nothing is kept, as in a fresh clone, the hour decides.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SHARES = 6;
const HOUR_MILLISECONDS = 60 * 60 * 1000;
const folder = join(import.meta.dirname, '../../.test-times');
const file = join(folder, 'next-pictures.txt');

/** `PICTURES=all` looks at all, `PICTURES=3` at the share of that number, as an earlier run named it. */
export function nextShare<T>(all: readonly T[]): {
  readonly share: readonly T[];
  /** How often all have had their turn before. */
  readonly turn: number;
  readonly says: string;
} {
  const asked = process.env.PICTURES;
  if (asked === 'all') return { share: all, turn: 0, says: `Pictures: all ${all.length} states` };
  const number = asked === undefined ? takeNumber() : Number(asked);
  if (!Number.isInteger(number)) throw new Error(`PICTURES is a number or 'all', not '${asked}'`);
  // Neighbors are alike: each share takes its states from all over.
  const share = all.filter((_, index) => index % SHARES === number % SHARES);
  const says = `Pictures: ${share.length} of ${all.length} states (PICTURES=${number} repeats them)`;
  return { share, turn: Math.floor(number / SHARES), says };
}

function takeNumber(): number {
  const number = readNumber() ?? Math.floor(Date.now() / HOUR_MILLISECONDS);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, String(number + 1));
  return number;
}

function readNumber(): number | undefined {
  try {
    const number = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(number) ? number : undefined;
  } catch {
    return undefined;
  }
}
