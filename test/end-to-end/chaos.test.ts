/**
 * Payments while every tenth call of AWS fails: throttled, refused, carried out with its answer lost,
 * in conflict with another transaction, delivered twice. `npm run tools -- chaos` makes 1,000 payments.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { letTimePass, unendedOf, wrongsOf } from '../support/chaos-ledger.ts';
import { type ChaosService, startChaosService } from '../support/chaos-service.ts';
import { payAll, setUpSubjects } from '../support/chaos-trial.ts';
import { expectMirrored } from '../support/event-mirror.ts';
import { readLedger } from '../support/ledger.ts';

const payments = Number(process.env.CHAOS_PAYMENTS);
const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 1_000_000));
const RATE = 0.1;
const MINUTE = 60_000;
/** Longer than the longest wait of a workflow that a fault leads to. */
const MAX_STANDSTILL_MILLISECONDS = 7 * MINUTE;
const PAUSE_MILLISECONDS = 1_000;
/** Clients whose events are compared with what is shown of them. */
const MAX_MIRRORED = 100;

let service: ChaosService;

beforeAll(async () => {
  service = await startChaosService(seed);
});

afterAll(() => service.close());

/** Sweeps until nothing is under way, and lets time pass where nothing moves without it. */
async function untilAllEnded(): Promise<void> {
  let left = Number.POSITIVE_INFINITY;
  let movedAt = Date.now();
  for (;;) {
    const ledger = await readLedger(service.tableUrl);
    const workflows = service.unendedWorkflows();
    const unended = [...unendedOf(ledger), ...workflows];
    if (unended.length === 0) return;
    if (unended.length < left) movedAt = Date.now();
    left = Math.min(left, unended.length);
    if (Date.now() - movedAt > MAX_STANDSTILL_MILLISECONDS) throw new Error(unended.join('\n'));
    if (workflows.length === 0) {
      await letTimePass(service.tableUrl, ledger);
      await service.sweep();
    }
    await sleep(PAUSE_MILLISECONDS);
  }
}

test(`${payments} payments with a tenth of all calls disturbed: none is wrong, all end`, {
  timeout: 30 * MINUTE,
}, async () => {
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  const { world, subjects } = await setUpSubjects(
    { baseUrl: service.app.baseUrl, apiKey: service.apiKey },
    payments,
  );
  const setUpSeconds = seconds();
  service.app.chaos.setRate(RATE);
  const answers = await payAll(world, subjects);
  const answeredSeconds = seconds();
  await untilAllEnded();
  const endedSeconds = seconds();
  service.app.chaos.setRate(0);
  const ledger = await readLedger(service.tableUrl);
  const outcomes: Record<string, number> = {};
  for (const { status } of ledger.payments) outcomes[status] = (outcomes[status] ?? 0) + 1;
  const { calls, faults } = service.app.chaos.counts();
  const wrongs = wrongsOf(ledger, subjects);
  process.stdout.write(
    `${JSON.stringify(
      {
        ...{ seed, payments, calls, faults, answers, outcomes },
        executions: service.countExecutions(),
        seconds: { setUp: setUpSeconds, answered: answeredSeconds, ended: endedSeconds },
        wrong: wrongs.length,
      },
      null,
      2,
    )}\n`,
  );
  expect(wrongs).toEqual([]);
  const clients = new Set(subjects.map(({ clientId }) => clientId));
  for (const clientId of [...clients].slice(0, MAX_MIRRORED)) {
    await expectMirrored(world.api, clientId);
  }
  expect(Object.keys(answers).filter((answer) => answer.startsWith('500'))).toEqual([]);
});
