/**
 * Payments at a connector's companies while the network between loses, doubles, delays, cuts and spoils
 * messages, and each side is killed and started again. `npm run test:remote-chaos` makes 1,000 payments.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { letTimePass, unendedOf, wrongsOf } from '../support/chaos-ledger.ts';
import { payAll, setUpSubjects } from '../support/chaos-trial.ts';
import { type RemoteChaos, startRemoteChaos } from '../support/remote-chaos.ts';

const payments = Number(process.env.REMOTE_CHAOS_PAYMENTS);
const seed = Number(process.env.REMOTE_CHAOS_SEED ?? Math.floor(Math.random() * 1_000_000));
const RATE = 0.2;
const MINUTE = 60_000;
/** Longer than the longest wait of a workflow that a fault leads to. */
const MAX_STANDSTILL_MILLISECONDS = 7 * MINUTE;
const PAUSE_MILLISECONDS = 1_000;
/** Between two kills, and how many there are at least. */
const KILL_EVERY_MILLISECONDS = 2_500;
const MIN_KILLS = Math.max(3, payments / 20);

let world: RemoteChaos;

beforeAll(async () => {
  world = await startRemoteChaos(seed);
}, 5 * MINUTE);

afterAll(() => world?.close());

/** Until there was an answer to every payment: the connector mostly, the service each third time. */
async function killUntil(isOver: () => boolean): Promise<{ connector: number; service: number }> {
  const kills = { connector: 0, service: 0 };
  for (let number = 1; !isOver() || number <= MIN_KILLS; number += 1) {
    await sleep(KILL_EVERY_MILLISECONDS);
    const side = number % 3 === 0 ? 'service' : 'connector';
    await (side === 'service' ? world.killService() : world.killConnector());
    kills[side] += 1;
  }
  return kills;
}

/** The schedule sweeps each minute; time passes where nothing moves without it. */
async function untilAllEnded(): Promise<void> {
  let left = Number.POSITIVE_INFINITY;
  let movedAt = Date.now();
  for (;;) {
    const ledger = await world.readLedger();
    const unended = unendedOf(ledger);
    const running = world.countRunning();
    if (unended.length + running === 0) return;
    if (unended.length + running < left) movedAt = Date.now();
    left = Math.min(left, unended.length + running);
    if (Date.now() - movedAt > MAX_STANDSTILL_MILLISECONDS)
      throw new Error(`${running} run on, and ${unended.join(', ')}`);
    if (running === 0) await letTimePass(world.tableUrl, ledger);
    await sleep(PAUSE_MILLISECONDS);
  }
}

test(`${payments} payments over a bad wire, with both sides killed: none is wrong, all end`, {
  timeout: 60 * MINUTE,
}, async () => {
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  const { world: callers, subjects } = await setUpSubjects(world, payments);
  const setUpSeconds = seconds();
  world.requests.rate = RATE;
  world.reports.rate = RATE;
  let isOver = false;
  const paying = payAll(callers, subjects).finally(() => {
    isOver = true;
  });
  const [answers, kills] = await Promise.all([paying, killUntil(() => isOver)]);
  const answeredSeconds = seconds();
  await untilAllEnded();
  const ledger = await world.readLedger();
  const outcomes: Record<string, number> = {};
  for (const { status } of ledger.payments) outcomes[status] = (outcomes[status] ?? 0) + 1;
  const attempts = ledger.accounts.flatMap((account) => account.attempts);
  const charged = attempts.filter(({ outcome }) => outcome.kind === 'paid').length;
  const wrongs = wrongsOf(ledger, subjects);
  process.stdout.write(
    `${JSON.stringify(
      {
        ...{ seed, payments, kills, answers, outcomes, charged },
        requests: world.requests.counts,
        reports: world.reports.counts,
        seconds: { setUp: setUpSeconds, answered: answeredSeconds, ended: seconds() },
        wrong: wrongs.length,
      },
      null,
      2,
    )}\n`,
  );
  expect(wrongs).toEqual([]);
  expect(charged).toBe(outcomes.paid ?? 0);
  expect(Object.keys(answers).filter((answer) => answer.startsWith('500'))).toEqual([]);
});
