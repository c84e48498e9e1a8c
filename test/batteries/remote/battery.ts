/**
 * Households link accounts, put cards on file and pay at a remote connector's companies, while the network
 * between loses, doubles, delays, reorders, cuts and spoils messages, and both sides are killed in the
 * middle of their work. Then the books of both sides are held against each other.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createApiClient } from '../../../lib/client/api-client.ts';
import { chanceOf } from '../../model/year/chance.ts';
import { type Answers, eachOf } from '../../support/chaos-trial.ts';
import { wrongsIn } from './checks.ts';
import { untilAllEnded } from './ending.ts';
import { type Figures, figuresOf, openTally } from './figures.ts';
import { live } from './household.ts';
import { beginOrResume, earlierSubmissions, openJournal } from './kept.ts';
import { openKilling } from './killing.ts';
import { openSides, type Sides } from './sides.ts';
import { type Household, householdsOf } from './stories.ts';

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
const SAY_EVERY_MILLISECONDS = 2_000;
const DAY = 24 * 60 * MINUTE;
/** Nothing is paid automatically so early. */
const DUE_IN_DAYS = 20;
const LATER_IN_DAYS = 3;

export async function runBattery(options: BatteryOptions): Promise<Figures> {
  const { folder, callSeconds = CALL_SECONDS, say = () => {} } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const seconds = stopwatch();
  const { payments, seed, begunAt } = beginOrResume(folder, options);
  const households = householdsOf(seed, payments, usDate(begunAt + DUE_IN_DAYS * DAY));
  const chance = chanceOf(seed);
  const killing = openKilling(chance, payments);
  const sides = await openSides({
    ...{ folder, seed, callSeconds, chance },
    onMoment: killing.onMoment,
  });
  try {
    const earlier = earlierSubmissions(folder, sides);
    const tally = openTally(join(folder, 'tally.json'), sides);
    const journal = openJournal(folder);
    const troubles: string[] = [];
    const ticker = setInterval(() => {
      const { kills, requests } = tally.save();
      const lived = `${journal.lives.size} of ${households.length} households`;
      const killed = `${kills.service} and ${kills.connector} kills`;
      say(`${lived}, ${requests.messages} messages, ${killed}. ${troubles.join('; ')}`);
    }, SAY_EVERY_MILLISECONDS).unref();
    seconds.lap('setUp');
    sides.requests.rate = RATE;
    sides.reports.rate = RATE;
    await sides.letConnectorEnd(killing.connectorEndsAfter);
    killing.begin(sides.killService);
    const name = `battery-${seed}`;
    const laterOn = new Date(begunAt + LATER_IN_DAYS * DAY).toISOString().slice(0, 10);
    const given = { households, journal, troubles, name, laterOn };
    const answers = await liveAll(sides, options, given);
    await killing.end();
    await sides.letConnectorEnd(undefined);
    clearInterval(ticker);
    seconds.lap('answered');
    // A household that gave up leaves something under way for good.
    const standstill = troubles.length > 0 ? MINUTE : MAX_STANDSTILL_MILLISECONDS;
    const ended = await untilAllEnded(sides, { earlier, standstill, say });
    seconds.lap('ended');
    const { books, stuck, unended } = ended;
    const lives = [...journal.lives.values()];
    const wrongs = [...troubles, ...unended, ...wrongsIn(books, households, lives)];
    const { laps } = seconds;
    return figuresOf({ seed, lives, answers, books, stuck, wrongs, tally: tally.save(), laps });
  } finally {
    await sides.close();
  }
}

type Together = {
  readonly households: readonly Household[];
  readonly journal: ReturnType<typeof openJournal>;
  /** What households gave up for. */
  readonly troubles: string[];
  readonly name: string;
  readonly laterOn: string;
};

/** Lets those live that have not yet. */
async function liveAll(
  sides: Sides,
  { atOnce = AT_ONCE, minutes = Number.POSITIVE_INFINITY }: BatteryOptions,
  { households, journal, troubles, name, laterOn }: Together,
): Promise<Answers> {
  const answers: Answers = {};
  const beginsUntil = Date.now() + minutes * MINUTE;
  const api = createApiClient({ ...sides, validate: true });
  const left = households.filter(({ number }) => !journal.lives.has(number));
  await eachOf(left, atOnce, async (household) => {
    if (Date.now() >= beginsUntil) return;
    try {
      journal.add(await live(household, { api, answers, name, laterOn }));
    } catch (error) {
      troubles.push(`Household ${household.number}: ${(error as Error).message}`);
    }
  });
  return answers;
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
