/** What a battery keeps in its folder, so that it can be resumed. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../../lib/local/write-whole.ts';
import { submissionsSoFar } from './books.ts';
import type { Lived } from './household.ts';
import type { Sides } from './sides.ts';

type Begun = { readonly payments: number; readonly seed: number; readonly begunAt: number };

/** The same battery goes on with the same plan, whatever day it is. */
export function beginOrResume(folder: string, plan: Pick<Begun, 'payments' | 'seed'>): Begun {
  const file = join(folder, 'battery.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Begun;
  const { payments, seed } = plan;
  const begun = { payments, seed, begunAt: Date.now() };
  writeWhole(file, JSON.stringify(begun));
  return begun;
}

/** Submissions that are not the battery's. */
export function earlierSubmissions(folder: string, sides: Sides): ReadonlySet<string> {
  const file = join(folder, 'earlier-submissions.json');
  if (!existsSync(file)) writeWhole(file, JSON.stringify(submissionsSoFar(sides)));
  return new Set(JSON.parse(readFileSync(file, 'utf8')) as string[]);
}

/** Households that have lived, a line each. */
export function openJournal(folder: string) {
  const file = join(folder, 'households.jsonl');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const lines = text.split('\n').slice(0, -1);
  const lives = new Map(
    lines.map((line) => JSON.parse(line) as Lived).map((lived) => [lived.number, lived]),
  );
  return {
    lives,
    add(lived: Lived): void {
      appendFileSync(file, `${JSON.stringify(lived)}\n`);
      lives.set(lived.number, lived);
    },
  };
}
