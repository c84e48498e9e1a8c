/**
 * Households link accounts, put cards on file and pay at a remote connector's companies, while the network
 * between loses, doubles, delays, reorders, cuts and spoils messages, and both sides are killed in the
 * middle of their work. Then the books of both sides are held against each other.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient } from '../../../lib/client/api-client.ts';
import { writeWhole } from '../../../lib/local/write-whole.ts';
import { operate } from '../../../lib/measure/operate.ts';
import { type Chance, chanceOf } from '../../model/year/chance.ts';
import { letTimePass, unendedOf } from '../../support/chaos-ledger.ts';
import { countExecutions } from '../../support/chaos-service.ts';
import { type Answers, eachOf } from '../../support/chaos-trial.ts';
import { type Books, readBooks, submissionsSoFar } from './books.ts';
import { unendedLinks, wrongsIn } from './checks.ts';
import { type Figures, figuresOf, openTally, type Seconds } from './figures.ts';
import { type Lived, live } from './household.ts';
import { openSides, type Sides } from './sides.ts';
import { householdsOf } from './stories.ts';

export type BatteryOptions = {
  /** What is begun in it goes on in it: a battery that was cut off is resumed by the same folder. */
  readonly folder: string;
  readonly payments: number;
  readonly seed: number;
  /** Households that live at the same time. */
  readonly atOnce?: number;
  /** Seconds that a call of the connector may take. */
  readonly callSeconds?: number;
  /** After so many minutes no other household begins. */
  readonly minutes?: number;
  /** Told how far it is. */
  readonly say?: (line: string) => void;
};

/** Of the messages. */
const RATE = 0.2;
const AT_ONCE = 8;
const CALL_SECONDS = 30;
const MINUTE = 60_000;
/** Longer than the longest wait of a workflow that a fault leads to. */
const MAX_STANDSTILL_MILLISECONDS = 7 * MINUTE;
const PAUSE_MILLISECONDS = 1_000;
const SAY_EVERY_MILLISECONDS = 2_000;
const DAY = 24 * 60 * MINUTE;
/** Nothing is paid automatically so early. */
const DUE_IN_DAYS = 20;
const LATER_IN_DAYS = 3;

export async function runBattery(options: BatteryOptions): Promise<Figures> {
  const { folder, atOnce = AT_ONCE, callSeconds = CALL_SECONDS } = options;
  const { minutes = Number.POSITIVE_INFINITY, say = () => {} } = options;
  const beginsUntil = Date.now() + minutes * MINUTE;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const seconds = stopwatch();
  const { payments, seed, begunAt, earlierSeconds } = begin(options);
  const households = householdsOf(seed, payments, usDate(begunAt + DUE_IN_DAYS * DAY));
  const chance = chanceOf(seed);
  const killing = openKilling(chance, payments);
  const sides = await openSides({
    ...{ folder, seed, callSeconds, chance },
    onMoment: killing.onMoment,
  });
  try {
    const earlier = earlierSubmissions(folder, sides);
    const { tally, save } = openTally(join(folder, 'tally.json'), sides);
    const journal = openJournal(folder);
    const left = households.filter(({ number }) => !journal.lives.has(number));
    const answers: Answers = {};
    const troubles: string[] = [];
    const api = createApiClient({ ...sides, validate: true });
    const living = {
      ...{ api, answers, name: `battery-${seed}` },
      laterOn: new Date(begunAt + LATER_IN_DAYS * DAY).toISOString().slice(0, 10),
    };
    seconds.lap('setUp');
    sides.requests.rate = RATE;
    sides.reports.rate = RATE;
    await sides.letConnectorEnd(killing.connectorEndsAfter);
    killing.begin(sides.killService);
    const ticker = setInterval(() => {
      save();
      const { kills, requests } = tally();
      const { service, connector } = kills;
      const { messages } = requests;
      const lived = `${journal.lives.size} of ${households.length} households`;
      say(
        `${lived}, ${messages} messages, ${service} and ${connector} kills. ${troubles.join('; ')}`,
      );
    }, SAY_EVERY_MILLISECONDS);
    await eachOf(left, atOnce, async (household) => {
      if (Date.now() > beginsUntil) return;
      try {
        journal.add(await live(household, living));
      } catch (error) {
        troubles.push(`Household ${household.number}: ${(error as Error).message}`);
      }
    });
    clearInterval(ticker);
    await killing.end();
    await sides.letConnectorEnd(undefined);
    seconds.lap('answered');
    // A household that gave up leaves something under way for good.
    const standstill = troubles.length > 0 ? MINUTE : MAX_STANDSTILL_MILLISECONDS;
    const { books, stuck, unended } = await untilAllEnded(sides, { earlier, standstill, say });
    seconds.lap('ended');
    const lives = [...journal.lives.values()];
    const wrongs = [...troubles, ...unended, ...wrongsIn(books, households, lives)];
    const took: Seconds = { ...seconds.laps, earlier: earlierSeconds() };
    return figuresOf({
      ...{ seed, lives, answers, tally: tally() },
      ...{ books, stuck, wrongs, took },
    });
  } finally {
    await sides.close();
  }
}

/** The same battery goes on with the same plan, whatever day it is. */
function begin({ folder, payments, seed }: BatteryOptions) {
  const file = join(folder, 'battery.json');
  type Begun = { payments: number; seed: number; begunAt: number };
  const begun: Begun = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { payments, seed, begunAt: Date.now() };
  const isNew = !existsSync(file);
  if (isNew) writeWhole(file, JSON.stringify(begun));
  const startedAt = Date.now();
  const earlierSeconds = () => (isNew ? 0 : Math.round((startedAt - begun.begunAt) / 1000));
  return { ...begun, earlierSeconds };
}

function earlierSubmissions(folder: string, sides: Sides): ReadonlySet<string> {
  const file = join(folder, 'earlier-submissions.json');
  if (!existsSync(file)) writeWhole(file, JSON.stringify(submissionsSoFar(sides)));
  return new Set(JSON.parse(readFileSync(file, 'utf8')) as string[]);
}

/** Households that have lived, a line each. */
function openJournal(folder: string) {
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

/**
 * Kills come by the number of messages, each of which is counted as it goes and as its response comes back:
 * so they meet work, however fast the machine is.
 */
function openKilling({ between }: Chance, payments: number) {
  const every = Math.min(Math.max(Math.round(payments * 0.6), 30), 900);
  let kill: (() => Promise<void>) | undefined;
  let killed: Promise<void> = Promise.resolve();
  let messages = 0;
  let next = 0;
  const later = () => messages + between(Math.ceil(every / 2), Math.ceil(every * 1.5));
  return {
    connectorEndsAfter: Math.min(Math.max(Math.round(payments * 0.3), 12), 60),
    onMoment: () => {
      messages += 1;
      if (!kill || messages < next) return undefined;
      next = Number.POSITIVE_INFINITY;
      killed = kill().then(() => {
        next = later();
      });
      return killed;
    },
    begin: (killService: () => Promise<void>) => {
      kill = killService;
      next = later();
    },
    end: async () => {
      kill = undefined;
      await killed;
    },
  };
}

type Ending = {
  readonly earlier: ReadonlySet<string>;
  /** Milliseconds without an end of anything. */
  readonly standstill: number;
  readonly say: (line: string) => void;
};

/** The schedule sweeps each minute; time passes where nothing moves without it. */
async function untilAllEnded(
  sides: Sides,
  { earlier, standstill, say }: Ending,
): Promise<{ books: Books; stuck: string[]; unended: string[] }> {
  let least = Number.POSITIVE_INFINITY;
  let movedAt = Date.now();
  for (;;) {
    const started = Date.now();
    const books = await readBooks(sides, earlier);
    const unended = [...unendedOf(books), ...unendedLinks(books)];
    const { RUNNING: running = 0 } = countExecutions(join(sides.stateDir, 'local.db'));
    const left = unended.length + running;
    say(`${left} still under way`);
    if (left === 0) return { books, stuck: [], unended };
    if (left < least) movedAt = Date.now();
    least = Math.min(least, left);
    if (Date.now() - movedAt > standstill) {
      const stuck = await stuckPayments(sides);
      const isListed = (sentence: string) => stuck.some((id) => sentence.includes(id));
      return { books, stuck, unended: unended.filter((sentence) => !isListed(sentence)) };
    }
    if (running === 0) await letTimePass(sides.tableUrl, books);
    // Reading the books of a large battery takes a machine some time.
    await sleep(Math.max(PAUSE_MILLISECONDS, 2 * (Date.now() - started)));
  }
}

/** What an operator is told of. */
async function stuckPayments({ stateDir }: Sides): Promise<string[]> {
  const { data } = (await operate({ stateDir }, 'payment', 'list', '--stuck')) as {
    readonly data: readonly { readonly paymentId: string }[];
  };
  return data.map(({ paymentId }) => paymentId);
}

function stopwatch() {
  let last = performance.now();
  const laps: Record<string, number> = {};
  return {
    laps,
    lap(name: string): void {
      laps[name] = Math.round((performance.now() - last) / 1000);
      last = performance.now();
    },
  };
}

/** `mm/dd/yyyy`, as the test companies take it. */
function usDate(time: number): string {
  const [year, month, day] = new Date(time).toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
}
