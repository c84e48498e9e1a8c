/**
 * `npm run tools -- mutants`: small mistakes in the rules, each against the unit tests nearest to its file.
 * Stryker isn't used: it is one more heavy dependency, for what takes 200 lines over vitest's own interface.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { chanceOf } from '../../test/model/year/chance.ts';
import { parseNumber } from '../../test/support/number-option.ts';
import type { Placed } from './mutant-process.ts';
import { mutantsOf } from './mutate.ts';

const HELP = `Small mistakes in layers/core and layers/runtime/payments, each against the tests nearest to it.

  npm run tools -- mutants [options]

  --count N      How many (400)
  --seed N       Of an earlier run, to draw the same (1)
  --minutes N    Begin no other after so many minutes
  --only TEXT    Of files whose path has it
`;

/** Of a mutant: longer than its tests take on a busy machine. */
const MOST_MILLISECONDS = 90_000;

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '600' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
setPriority(10);
const ends = Date.now() + parseNumber('minutes', values.minutes) * 60_000;

const files = globSync(['layers/core/**/*.ts', 'layers/runtime/payments/**/*.ts'], { cwd: root })
  .filter((file) => !file.includes('node_modules') && file.includes(values.only))
  .toSorted();
const all = files.flatMap((file): Placed[] =>
  mutantsOf(readFileSync(join(root, file), 'utf8')).map((mutant) => ({ ...mutant, file })),
);
const drawn = chanceOf(parseNumber('seed', values.seed))
  .shuffled(all)
  .slice(0, parseNumber('count', values.count));

/** The process that runs the tests. One that a mistake has made run without an end is killed. */
let child: ChildProcess | undefined;
async function isKilled(mutant: Placed): Promise<boolean> {
  child ??= fork(join(import.meta.dirname, 'mutant-process.ts'), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.send(mutant);
  const signal = AbortSignal.timeout(MOST_MILLISECONDS);
  try {
    const [answer] = await once(child, 'message', { signal });
    return answer as boolean;
  } catch {
    child.kill('SIGKILL');
    child = undefined;
    return true;
  }
}

const rooms = new Map<string, { killed: number; survived: Placed[] }>();
const started = Date.now();
let made = 0;
for (const mutant of drawn) {
  if (Date.now() >= ends) break;
  const room = rooms.get(dirname(mutant.file)) ?? { killed: 0, survived: [] };
  rooms.set(dirname(mutant.file), room);
  if (await isKilled(mutant)) room.killed += 1;
  else room.survived.push(mutant);
  made += 1;
  if (made % 20 === 0) {
    const seconds = ((Date.now() - started) / 1000 / made).toFixed(1);
    process.stderr.write(`${made} of ${drawn.length}, ${seconds} s each\n`);
  }
}
child?.disconnect();

const sum = [...rooms.values()].reduce((killed, room) => killed + room.killed, 0);
process.stdout.write(`${sum} of ${made} mutants killed, seed ${values.seed}\n\n`);
for (const [name, { killed, survived }] of [...rooms].toSorted()) {
  process.stdout.write(`${name}: ${killed} killed, ${survived.length} survived\n`);
  for (const { file, line, was, is } of survived) {
    process.stdout.write(`  ${file}:${line}  ${oneLine(was)} -> ${oneLine(is)}\n`);
  }
}

function oneLine(text: string): string {
  const short = text.replace(/\s+/g, ' ');
  return short.length > 60 ? `${short.slice(0, 59)}…` : short;
}
