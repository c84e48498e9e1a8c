/**
 * Walks through the running service: the calls of `test/model`, one after another, each answered as
 * the model says from what stands in the table; and when all is done, the money is counted.
 */

import { largestBalance } from '@billhook/core/payment/balances';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { openTable } from '@billhook/runtime/table/table';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { operations } from '../../functions/contracts.ts';
import { until } from '../../lib/base/until.ts';
import type { Call } from '../model/call.ts';
import { START } from '../model/clock.ts';
import { at } from '../model/givens.ts';
import { type Numbers, partnerCallNames, partnerCalls } from '../model/partner-calls.ts';
import { paymentOf, readLedger } from '../support/ledger.ts';
import { laterIds, readModel } from '../support/service-model.ts';
import { findTable } from '../support/table-server.ts';
import { type AnyResult, openWorld } from '../support/world.ts';

/** `vitest.config.ts` says how many, and of how many steps. */
const WALKS = Number(process.env.SERVICE_WALKS);
const STEPS = Number(process.env.SERVICE_STEPS);
const SEED = Number(process.env.MODEL_SEED ?? 1);
const PARALLEL = 6;
const MINUTE = 60_000;
/** The sweep may do something between what is read and what is called; not three times. */
const ATTEMPTS = 3;

const world = openWorld();
const { tableUrl } = inject('service');
let table: ReturnType<typeof openTable>;

beforeAll(async () => {
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', tableUrl);
  table = openTable({ name: await findTable(tableUrl) });
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const number = fc.nat(255);
const steps = fc.array(fc.tuple(fc.constantFrom(...partnerCallNames), number, number, number), {
  minLength: STEPS,
  maxLength: STEPS,
});

test(`${WALKS} walks of ${STEPS} calls are answered as the model says, and no money is lost`, {
  timeout: 60 * MINUTE,
}, async () => {
  const seeds = Array.from({ length: WALKS }, (_, index) => SEED + index).values();
  const clientIds: string[] = [];
  const work = async () => {
    for (const seed of seeds) clientIds.push(...(await walk(seed)));
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  expect(await wrongsOf(new Set(clientIds))).toEqual([]);
});

type Step = readonly [(typeof partnerCallNames)[number], ...Numbers];

async function walk(seed: number): Promise<string[]> {
  const [chosen = []] = fc.sample(steps, { seed, numRuns: 1 }) as Step[][];
  const clientIds = [await world.newClient(), await world.newClient()];
  const beginning: Step[] = [
    ['addPaymentMethod', 0, 0, 1],
    ['addPaymentMethod', 1, 2, 1],
    ['createAuth', 0, 1, 0],
    ['createAuth', 1, 1, 0],
  ];
  for (const step of [...beginning, ...chosen]) await take(seed, clientIds, step);
  await quiet(clientIds);
  return clientIds;
}

async function take(seed: number, clientIds: readonly string[], [name, ...numbers]: Step) {
  const told: string[] = [];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const model = await quiet(clientIds);
    const now = Date.now();
    const call = partnerCalls[name]({ model, now, from: Math.max(START, now) }, numbers);
    const answered = await send(call);
    const expected = call.expect({ model, ids: laterIds, now });
    if (answered === expected) return;
    told.push(`${JSON.stringify(call.given)}: ${answered}, not ${expected}`);
  }
  throw new Error(`Walk ${seed} diverges at ${name} ${told.join('; then ')}`);
}

async function send({ name, given }: Call): Promise<string> {
  const group = Object.entries(operations).find(([, named]) => name in named)?.[0] ?? '';
  const calls = (world.api as unknown as Calls)[group];
  const result = await calls?.[name]?.(given);
  if (!result) throw new Error(`There is no operation ${name}`);
  return result.ok ? 'ok' : result.problem.code;
}

type Calls = Readonly<
  Record<string, Readonly<Record<string, (given: object) => Promise<AnyResult>>>>
>;

/** Waits until nothing is under way but what waits for the user. */
function quiet(clientIds: readonly string[]) {
  return until(
    `an end of what is under way for ${at(clientIds, 0)}`,
    async () => {
      const { model, unended } = await readModel(table, clientIds);
      return unended.length === 0 && model;
    },
    180,
  );
}

/** What was charged, held against payments, statements and histories. */
async function wrongsOf(clientIds: ReadonlySet<string>): Promise<string[]> {
  const ledger = await readLedger(tableUrl);
  const payments = ledger.payments.filter(({ clientId }) => clientIds.has(clientId));
  const ids = new Set(payments.map(({ _id }) => _id));
  const charges = ledger.accounts
    .flatMap(({ attempts }) => attempts)
    .flatMap(({ paymentId, outcome }) => (outcome.kind === 'paid' ? [{ paymentId, outcome }] : []))
    .filter(({ paymentId }) => ids.has(paymentOf(paymentId)));
  const charged = new Map(
    charges.map(({ paymentId, outcome }) => [paymentOf(paymentId), outcome.amountCents]),
  );
  const amountOf = (payment: StoredPayment) =>
    payment.status === 'paid' ? payment.amountCents : undefined;
  const bills = [...ledger.bills.values()].filter(({ clientId }) => clientIds.has(clientId));
  const entries = bills.flatMap(({ _id, payments: history }) =>
    history.map(({ amountCents }) => `${_id} ${amountCents}`),
  );
  const paid = payments.map((payment) => `${payment.billId} ${amountOf(payment)}`);
  return [
    ...payments
      .filter((payment) => charged.get(payment._id) !== amountOf(payment))
      .map(({ _id, status }) => `${_id} is ${status}, charged ${charged.get(_id)}`),
    ...overcharged(payments.filter(({ _id }) => charged.has(_id))),
    ...entries.filter((entry) => !paid.includes(entry)).map((entry) => `${entry} was not charged`),
  ];
}

/** Of one statement no more is charged than it ever showed, but where its company takes any amount. */
function overcharged(payments: readonly StoredPayment[]): string[] {
  const limited = payments.filter(({ companyId }) => {
    const company = sandboxCompanies.find(({ _id }) => _id === companyId);
    return !company?.additionalPaymentOptions?.some(({ settings }) => settings.canExceedBalance);
  });
  const byStatement = Map.groupBy(
    limited,
    ({ companyId, statement }) => `${companyId} ${JSON.stringify(statement)}`,
  );
  return [...byStatement.values()].flatMap((own) => {
    const sum = own.reduce((total, { amountCents = 0 }) => total + amountCents, 0);
    const shown = Math.max(...own.map(({ reading = {} }) => largestBalance(reading)));
    return sum > shown ? [`${sum} is charged of ${shown}: ${own.map(({ _id }) => _id)}`] : [];
  });
}
