/**
 * What a battery keeps in its folder: what it is, and a line for each part that is through. A part that
 * was cut off has no line, and is made again.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../../lib/local/write-whole.ts';
import type { Tally } from './tally.ts';

/** What must be the same for a run to go on with an earlier one. */
export type Plan = { readonly name: string; readonly seed: number; readonly options: object };

/** A part that is through, and how long it took. */
export type Line = Tally & { readonly part: number; readonly seconds: number };

export type Ledger = {
  /** By the number of the part. */
  readonly parts: ReadonlyMap<number, Line>;
  readonly add: (line: Line) => void;
  /** Writes a file of the folder. Returns its path. */
  readonly save: (name: string, text: string) => string;
};

/**
 * @param seed taken where the folder has none.
 * @throws Error if the folder has another battery, or the same one with other options.
 */
export function openLedger(
  folder: string,
  asked: Omit<Plan, 'seed'> & { readonly seed: number | undefined },
): Ledger & { readonly plan: Plan } {
  const plan = planIn(folder, asked);
  const file = join(folder, 'parts.jsonl');
  const parts = new Map(readLines(file).map((line) => [line.part, line]));
  return {
    plan,
    parts,
    add(line) {
      appendFileSync(file, `${JSON.stringify(line)}\n`);
      parts.set(line.part, line);
    },
    save(name, text) {
      writeWhole(join(folder, name), text);
      return join(folder, name);
    },
  };
}

export function forget(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function planIn(folder: string, asked: Parameters<typeof openLedger>[1]): Plan {
  const file = join(folder, 'battery.json');
  const { name, options } = asked;
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const plan = { name, seed: asked.seed ?? Math.floor(Math.random() * 1_000_000), options };
    writeWhole(file, JSON.stringify(plan));
    return plan;
  }
  const plan = JSON.parse(readFileSync(file, 'utf8')) as Plan;
  const seed = asked.seed ?? plan.seed;
  if (JSON.stringify(plan) !== JSON.stringify({ name, seed, options })) {
    throw new Error(
      `${folder} has another run: ${JSON.stringify(plan)}. --fresh begins anew, --state names another folder`,
    );
  }
  return plan;
}

/** A last line without its end was being written as the battery was stopped. */
function readLines(file: string): Line[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole));
  return whole
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}
