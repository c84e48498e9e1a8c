/**
 * What the batteries have in common: options, a progress bar, a folder that a stopped run goes on from,
 * and a report. A battery is made in parts, each known by its number: the same part of the same seed draws
 * the same again. What comes of it is the same only where no real time passes: a kill meets another moment.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseNumber } from '../../support/number-option.ts';
import { forget, type Line, openLedger } from './ledger.ts';
import { type Output, openProgress } from './progress.ts';
import { reportOf, textOf } from './report.ts';
import { sumOf, type Tally } from './tally.ts';

export type Battery<Options extends object> = {
  /** One word, in kebab-case. */
  readonly name: string;
  /** What `npm run` is called with. */
  readonly command: string;
  /** What it does, as the first line of its help. */
  readonly about: string;
  /** What is counted: `histories`. */
  readonly units: string;
  readonly total: number;
  /** Numbers beside the usual ones, with what they are and their default. */
  readonly numbers: { readonly [name in keyof Options]: readonly [value: number, about: string] };
  /** Parts that are made at the same time. */
  readonly lanes: number;
  /** Opens what the parts need, in the run's folder; closed at the end. */
  readonly open: (given: Given<Options>) => Promise<Opened>;
};

export type Given<Options> = {
  readonly seed: number;
  readonly options: Options;
  readonly folder: string;
};

export type Opened = {
  /** Makes a part. `left` is what is missing of the total: the last part need not be longer. */
  readonly make: (part: number, left: number) => Promise<Tally>;
  /** Repeats something alone that was wrong, as its `repeat` names it. Prints what it comes to. */
  readonly repeat?: (what: string) => Promise<Tally>;
  readonly close: () => Promise<void>;
};

const usual = {
  state: { type: 'string' },
  seed: { type: 'string' },
  lanes: { type: 'string' },
  minutes: { type: 'string' },
  repeat: { type: 'string' },
  fresh: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

export type Ended = { readonly exitCode: number; readonly tally: Tally };

/** Runs it by the arguments of a command line. The exit code is 1 if anything is wrong. */
export async function runBattery<Options extends object>(
  battery: Battery<Options>,
  args: readonly string[],
  output: Output = process.stdout,
): Promise<Ended> {
  const values = readArguments(battery, args);
  const say = (text: string) => output.write(`${text}\n`);
  if (values.help) {
    say(helpOf(battery));
    return { exitCode: 0, tally: sumOf([]) };
  }
  const folder = resolve(values.state ?? join('.batteries', battery.name));
  if (values.repeat !== undefined) return repeat(battery, values, say);
  if (values.fresh) forget(folder);
  const { name } = battery;
  const goesOn = existsSync(join(folder, 'battery.json'));
  const ledger = openLedger(folder, { name, seed: values.seed, options: values.options });
  const { plan, parts } = ledger;
  const made = () => sumOf(parts.values());
  const before = made();
  say(`${goesOn ? 'Goes on' : 'Begins'} in ${folder}, seed ${plan.seed}`);
  const progress = openProgress(output, { ...battery, total: values.total, before: before.done });
  const isOver = stopper(values.minutes);
  const given = { seed: plan.seed, options: values.options, folder };
  if (before.done < values.total) {
    const opened = await battery.open(given);
    try {
      progress.show(before);
      await makeParts(opened, {
        ...{ lanes: values.lanes ?? battery.lanes, total: values.total, parts, isOver },
        made: (line) => {
          ledger.add(line);
          progress.show(made());
        },
      });
    } finally {
      progress.end();
      await opened.close();
    }
  }
  const tally = made();
  const busySeconds = [...parts.values()].reduce((sum, { seconds }) => sum + seconds, 0);
  const { command, units } = battery;
  const report = reportOf({ ...plan, ...tally, command, units, total: values.total, busySeconds });
  const text = textOf(report);
  ledger.save('report.txt', `${text}\n`);
  const file = ledger.save('report.json', `${JSON.stringify(report, undefined, 2)}\n`);
  say(`\n${text}\n\nThe whole report is ${file}`);
  if (tally.done < values.total) say(`Not finished: the same command goes on with it`);
  return { exitCode: tally.wrongs.length > 0 ? 1 : 0, tally };
}

async function repeat<Options extends object>(
  battery: Battery<Options>,
  values: Values<Options>,
  say: (text: string) => unknown,
): Promise<Ended> {
  const folder = resolve(values.state ?? join('.batteries', `${battery.name}-repeat`));
  const opened = await battery.open({ seed: values.seed ?? 0, options: values.options, folder });
  if (!opened.repeat) throw new Error(`Nothing of ${battery.name} is repeated alone`);
  try {
    const tally = await opened.repeat(values.repeat ?? '');
    say(tally.wrongs.map(({ what }) => what).join('\n') || 'Nothing is wrong with it');
    return { exitCode: tally.wrongs.length > 0 ? 1 : 0, tally };
  } finally {
    await opened.close();
  }
}

type Making = {
  readonly lanes: number;
  readonly total: number;
  readonly parts: ReadonlyMap<number, Line>;
  readonly made: (line: Line) => void;
  readonly isOver: () => boolean;
};

/** Parts by their numbers, those left out that are through. */
async function makeParts(opened: Opened, making: Making): Promise<void> {
  const { lanes, total, parts, made, isOver } = making;
  let next = 0;
  let under = 0;
  const done = () => sumOf(parts.values()).done;
  const nextPart = () => {
    while (parts.has(next)) next += 1;
    next += 1;
    return next - 1;
  };
  let left = total - done();
  const lane = async () => {
    while (left > 0 && !isOver()) {
      const part = nextPart();
      const started = performance.now();
      under += 1;
      const tally = await opened.make(part, Math.ceil(left / under));
      under -= 1;
      left -= tally.done;
      made({ part, ...tally, seconds: Math.round((performance.now() - started) / 100) / 10 });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Whether no more is to be begun: the minutes are over, or somebody pressed Ctrl-C. A second one ends it. */
function stopper(minutes: number | undefined): () => boolean {
  const ends = minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + minutes * 60_000;
  let asked = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      asked = true;
    });
  }
  return () => asked || Date.now() >= ends;
}

type Values<Options> = {
  readonly total: number;
  readonly options: Options;
  readonly seed: number | undefined;
  readonly lanes: number | undefined;
  readonly minutes: number | undefined;
  readonly state: string | undefined;
  readonly repeat: string | undefined;
  readonly fresh: boolean;
  readonly help: boolean;
};

/** @throws Error of an option that is none, or of what should be a number and isn't. */
function readArguments<Options extends object>(
  battery: Battery<Options>,
  args: readonly string[],
): Values<Options> {
  const own = [battery.units, ...Object.keys(battery.numbers)];
  const options = {
    ...usual,
    ...Object.fromEntries(own.map((name) => [name, { type: 'string' }] as const)),
  };
  const { values } = parseArgs({ args: [...args], options, strict: true });
  const given = values as Readonly<Record<string, string | boolean | undefined>>;
  const number = (name: string): number | undefined => {
    const text = given[name];
    return typeof text === 'string' ? parseNumber(name, text) : undefined;
  };
  const numbers = Object.entries<readonly [number, string]>(battery.numbers as never);
  return {
    total: number(battery.units) ?? battery.total,
    options: Object.fromEntries(
      numbers.map(([name, [value]]) => [name, number(name) ?? value]),
    ) as Options,
    ...{ seed: number('seed'), lanes: number('lanes'), minutes: number('minutes') },
    state: given.state as string | undefined,
    repeat: given.repeat as string | undefined,
    fresh: given.fresh === true,
    help: given.help === true,
  };
}

function helpOf<Options extends object>(battery: Battery<Options>): string {
  const numbers = Object.entries<readonly [number, string]>(battery.numbers as never);
  const rows: [string, string][] = [
    [`--${battery.units} N`, `How many (${battery.total.toLocaleString('en')})`],
    ...numbers.map(([name, [value, about]]): [string, string] => [
      `--${name} N`,
      `${about} (${value})`,
    ]),
    ['--seed N', 'Of an earlier run, to draw the same again'],
    ['--lanes N', `Parts at the same time (${battery.lanes})`],
    ['--minutes N', 'Begin nothing after so many minutes; the same command goes on later'],
    ['--state DIR', `The folder of the run (.batteries/${battery.name})`],
    ['--fresh', 'Begin anew, and forget what is in the folder'],
    ['--repeat WHAT', 'Something alone that was wrong, as the report names it'],
    ['--help', 'Show this text'],
  ];
  return [
    battery.about,
    '',
    `  ${battery.command} -- [options]`,
    '',
    ...rows.map(([name, about]) => `  ${name.padEnd(16)} ${about}`),
  ].join('\n');
}
