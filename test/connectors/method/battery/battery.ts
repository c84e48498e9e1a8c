/**
 * Payments through the connector to the stand-in, over months of an invented clock, with faults on every
 * way: between the caller and the connector, between the connector and Method, in the store, in webhooks
 * and reports, and with processes that end in the middle of a payment.
 */
import { chanceOf } from '../../../model/year/chance.ts';
import { openCaller } from './caller.ts';
import { readDay } from './daily.ts';
import { checkEnd } from './end.ts';
import { type Figures, newFigures } from './figures.ts';
import { openKnowledge } from './knowledge.ts';
import { type Clock, DAY, HOUR, MINUTE, methodOf } from './network.ts';
import { ordersOf, submit, takeReport } from './orders.ts';
import { failingStore, type Running, startProcess, type Tamper } from './process.ts';
import type { World } from './world.ts';

export type BatteryOptions = {
  readonly payments: number;
  readonly seed: number;
  /** Makes the connector a bad one: a battery that finds nothing wrong with it would prove nothing. */
  readonly tamper?: Tamper;
};

const START = Date.UTC(2027, 0, 4);
const SLOT = 10 * MINUTE;
/** Of payments that begin in one slot: more than Method takes in a minute. */
const BURST = 150;
const BETWEEN_BURSTS = 3 * HOUR;
/** From the last payment until nothing comes back any more. */
const DAYS_AFTER = 85;

export async function runBattery(options: BatteryOptions): Promise<Figures> {
  const started = performance.now();
  const agenda = new Map<number, (() => Promise<void>)[]>();
  const world = openWorld(options, agenda);
  const { orders, at, figures, clock, standIn } = world;
  for (const [index, order] of orders.entries()) {
    at(START + Math.floor(index / BURST) * BETWEEN_BURSTS, () => submit(world, order));
  }
  const end = START + Math.ceil(orders.length / BURST) * BETWEEN_BURSTS + DAYS_AFTER * DAY;
  for (let slot = START; slot < end; slot += SLOT) {
    clock.now = Math.max(clock.now, slot);
    await standIn.tick();
    const work = agenda.get(slot) ?? [];
    agenda.delete(slot);
    for (const one of work) await one();
    if (slot % DAY === 3 * HOUR) await readDay(world);
  }
  await checkEnd(world);
  figures.days = Math.round((end - START) / DAY);
  figures.seconds = (performance.now() - started) / 1000;
  return figures;
}

function openWorld(
  { payments, seed, tamper = {} }: BatteryOptions,
  agenda: Map<number, (() => Promise<void>)[]>,
): World {
  const chance = chanceOf(seed);
  const figures = newFigures();
  figures.payments = payments;
  const clock: Clock = { now: START };
  const standIn = methodOf(clock, chance, figures, (webhook) =>
    chance.happens(0.03) ? Promise.resolve(0) : running.webhook(webhook).catch(() => 0),
  );
  const store = failingStore(clock, chance, figures);
  const start = (): Running =>
    startProcess({
      ...{ standIn, store, clock, chance, figures, tamper },
      takeReport: (body) => takeReport(world, body),
      died: () => {
        running = start();
      },
    });
  let running = start();
  const world: World = {
    ...{ chance, figures, clock, standIn },
    caller: openCaller(clock, figures, () => running),
    knowledge: openKnowledge(standIn, figures),
    orders: ordersOf(payments),
    byOperation: new Map(),
    running: () => running,
    at: (time, work) => {
      const slot = Math.max(Math.ceil(time / SLOT), Math.floor(clock.now / SLOT) + 1) * SLOT;
      const due = agenda.get(slot);
      if (due) due.push(work);
      else agenda.set(slot, [work]);
    },
  };
  return world;
}
