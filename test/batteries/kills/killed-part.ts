/** Some kills of one service at work, and the end of all that was begun. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EndedAtStart } from '../../../lib/local/service-process.ts';
import { type Chance, chanceOf } from '../../model/year/chance.ts';
import { letTimePass, unendedOf, wrongsOf } from '../../support/chaos-ledger.ts';
import { unendedWorkflows } from '../../support/chaos-service.ts';
import { chargesOf, readLedger } from '../../support/ledger.ts';
import type { Tally } from '../frame/tally.ts';
import { type Callers, openCallers } from './callers.ts';
import { type KilledService, openKilledService } from './killed-service.ts';

const CALLERS = 4;
/** Responses between two kills, at most; the first of all is as likely as any other. */
const MOST_RESPONSES = 60;
/** Every other kill meets an order of a payment, so long after it was sent at most. */
const MOST_ORDER_MILLISECONDS = 400;
/** A service that answers nothing is killed too. */
const MOST_SECONDS = 20;
/** The rest of the kills meets what sweeps take up. */
const WHILE_CALLED = 0.8;
/** Longer than the longest wait of a workflow that a fault leads to. */
const MOST_STANDSTILL_MILLISECONDS = 7 * 60_000;
const PAUSE_MILLISECONDS = 1_000;

export type PartOptions = {
  readonly folder: string;
  readonly seed: number;
  readonly kills: number;
};

export async function runPart({ folder, seed, kills }: PartOptions): Promise<Tally> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const chance = chanceOf(seed);
  const service = await openKilledService(folder, chance);
  try {
    const callers = openCallers(service, chance);
    const gaveUp = await killWhileCalled(service, callers, { chance, kills: kills * WHILE_CALLED });
    const { ledger, unended } = await killUntilEnded(service, { chance, kills });
    const wrongs = [...gaveUp, ...unended, ...wrongsOf(ledger, callers.subjects)];
    const payments = ledger.payments.filter(({ status }) => status !== undefined);
    const counts: Record<string, number> = {
      ...prefixed('answer', callers.answers),
      ...{ payments: payments.length, responses: callers.responses() },
      charges: chargesOf(ledger).size,
    };
    for (const { status } of payments) {
      counts[`payment: ${status}`] = (counts[`payment: ${status}`] ?? 0) + 1;
    }
    const where = ` (its state is in ${folder})`;
    return {
      done: service.kills(),
      counts,
      wrongs: wrongs.map((what) => ({ what: what + where })),
    };
  } catch (error) {
    if (!(error instanceof EndedAtStart)) throw error;
    const what = `It did not come back: ${error.message} (its state is in ${folder})`;
    return { done: service.kills(), counts: {}, wrongs: [{ what }] };
  } finally {
    await service.close();
  }
}

const prefixed = (prefix: string, counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${prefix}: ${name}`, count]));

type Killing = { readonly chance: Chance; readonly kills: number };

/** Returns what callers gave up for. */
async function killWhileCalled(
  service: KilledService,
  callers: Callers,
  { chance, kills }: Killing,
): Promise<string[]> {
  const wrongs: string[] = [];
  let next = 0;
  const caller = async () => {
    while (service.kills() < kills && wrongs.length === 0) {
      const number = next;
      next += 1;
      await callers.live(number).catch((error: Error) => {
        wrongs.push(`Household ${number} gave up: ${error.message}`);
      });
    }
  };
  const calling = Promise.all(Array.from({ length: CALLERS }, caller));
  while (service.kills() < kills && wrongs.length === 0) {
    if (chance.happens(0.5)) {
      await untilMore(callers.responses, chance.between(1, MOST_RESPONSES));
    } else {
      await untilMore(callers.orders, 1);
      await sleep(chance.between(0, MOST_ORDER_MILLISECONDS));
    }
    await service.kill();
  }
  await calling;
  return wrongs;
}

async function untilMore(counted: () => number, count: number): Promise<void> {
  const wanted = counted() + count;
  const ends = Date.now() + MOST_SECONDS * 1000;
  while (counted() < wanted && Date.now() < ends) await sleep(2);
}

/** The schedule sweeps each minute; time passes where nothing moves without it. */
async function killUntilEnded(service: KilledService, { chance, kills }: Killing) {
  const tableUrl = await service.keepTables();
  let least = Number.POSITIVE_INFINITY;
  let movedAt = Date.now();
  let isQuiet = false;
  for (;;) {
    const ledger = await readLedger(tableUrl);
    const workflows = unendedWorkflows(join(service.stateDir, 'local.db'));
    const unended = [...unendedOf(ledger), ...workflows];
    const left = unended.length;
    const isOver = Date.now() - movedAt > MOST_STANDSTILL_MILLISECONDS;
    const isEnded = left === 0 && service.kills() >= kills;
    if ((isEnded && isQuiet) || isOver) return { ledger, unended };
    // Page by page, a table is read as it was at several moments: what has just ended is in some only.
    isQuiet = isEnded;
    if (isQuiet) continue;
    if (left < least) movedAt = Date.now();
    least = Math.min(least, left);
    if (service.kills() < kills) {
      await sleep(chance.between(100, 10_000));
      await service.kill();
      movedAt = Date.now();
    }
    if (workflows.length === 0) await letTimePass(tableUrl, ledger);
    await sleep(PAUSE_MILLISECONDS);
  }
}
