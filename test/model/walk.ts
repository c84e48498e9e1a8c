/**
 * One walk: a service and the model side by side. Whatever is done is done to both; what the service
 * answers and what stands in its table must be what the model says.
 */

import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import type { Call } from './call.ts';
import type { Context } from './calls.ts';
import { START } from './clock.ts';
import type { Charge, Seen } from './company.ts';
import {
  adoptWaits,
  difference,
  differenceOf,
  differenceOfWritten,
  idsIn,
  rivalsIn,
} from './compare.ts';
import { Divergence, Mismatch } from './divergence.ts';
import { type Execution, endWait } from './executions.ts';
import type { Plan } from './faults.ts';
import { operations, PARTS, type SweepName } from './functions.ts';
import type { PostOffice } from './post-office.ts';
import {
  callOperation,
  openService,
  type Ran,
  runTask,
  runTaskAgain,
  type Service,
} from './service.ts';
import { copyOf, emptyModel, type Model, PARTNER_ID } from './state.ts';
import { refreshModel, sweepModel } from './sweeps.ts';
import type { WalkTable } from './table.ts';
import { type Progress, taskRules } from './tasks.ts';

export type Walk = {
  readonly service: Service;
  model: Model;
  /** What was done and what came of it, for whoever reads of a divergence. */
  readonly trail: string[];
  readonly counts: { tasks: number; refusals: number; declines: number };
  /** How often each client did with its own token what is limited. */
  readonly spent: Map<string, number>;
  /** Where its partner has endpoints. */
  postOffice?: PostOffice;
};

/** @param seed what its ids follow from, and with them the order in which queries answer. */
export function newWalk(directory: WalkTable, seed: number): Walk {
  const violations: string[] = [];
  const service: Service = openService(directory, { seed, now: START }, (charge, earlier) => {
    violations.push(...wrongsOf(service.table, charge, earlier));
    if (violations[0]) throw new Divergence(violations[0]);
  });
  const counts = { tasks: 0, refusals: 0, declines: 0 };
  const walk = {
    service,
    model: emptyModel(),
    partnerId: `ptn_${'0'.repeat(20)}`,
    trail: [],
    counts,
    spent: new Map<string, number>(),
  };
  return Object.assign(walk, { violations });
}

/**
 * What must never be: a charge of more than the account owes, a payment that is charged twice, a charge
 * with a declined method.
 */
function wrongsOf(table: WalkTable, charge: Charge, earlier: readonly Charge[]): string[] {
  const { paymentId, amountCents, owedCents } = charge;
  const twice = earlier.some((one) => one.paymentId === paymentId);
  const clientId = `cl_${paymentId.split('_')[1]}`;
  const records = table.partition(clientId);
  const find = (id: string | undefined) => records.find(({ sk }) => sk === id);
  const payment = find(paymentId) as unknown as StoredPayment | undefined;
  const method = find(payment?.methodId) as unknown as PaymentMethodRecord | undefined;
  return [
    ...(twice ? ['A payment is charged twice'] : []),
    ...(isAgreed(payment, amountCents)
      ? []
      : [`${amountCents} is charged, which nobody agreed to`]),
    ...(amountCents > owedCents ? [`${amountCents} is charged of ${owedCents} owed`] : []),
    ...(payment?.status === 'pending' ? [] : ['A payment is charged that is not under way']),
    ...(payment?.amountCents === charge.amountCents ? [] : ['A charge is of another amount']),
    ...(method === undefined || method.status === 'declined'
      ? ['A declined method is charged']
      : []),
  ];
}

/** What is paid automatically is agreed to with the bill's settings. */
function isAgreed(payment: StoredPayment | undefined, amountCents: number): boolean {
  const { automatic, agreed } = payment ?? {};
  return automatic === true || amountCents <= Math.max(agreed?.cents ?? 0, agreed?.maxCents ?? 0);
}

function contextOf(walk: Walk, model = walk.model): Context {
  return { model, ids: idsIn(walk.service.table), now: walk.service.now };
}

/** Calls an operation; a fault may be met on the way. */
export async function call(walk: Walk, given: Call, plan: Plan = {}): Promise<void> {
  const { service } = walk;
  const before = plan.write ? copyOf(walk.model) : undefined;
  const code = await service.faults.during(plan, () => send(walk, given));
  const expected = given.expect(contextOf(walk));
  note(walk, `${given.name} ${JSON.stringify(given.given)}: ${code}`);
  if (before && service.faults.met() && code === 'service_unavailable') {
    // What died before it wrote has changed nothing, even where that looks the same.
    const both = [walk.model, before];
    if (plan.write?.fault === 'crash-before') both.reverse();
    settleOn(walk, given.name, both, { before });
    return;
  }
  if (code !== expected) {
    throw new Divergence(`${given.name} answered ${code}, not ${expected}`);
  }
  if (expected !== 'ok') walk.counts.refusals += 1;
  if (before && service.faults.met()) settleOn(walk, given.name, [walk.model], { before });
  else compare(walk);
}

async function send(walk: Walk, { name, given, by }: Call): Promise<string> {
  const [operation] = operations[name];
  const handler = walk.service.functions.operations[name];
  const { status, body } = await callOperation(operation, handler, given, {
    partnerId: PARTNER_ID,
    ...(by && { clientId: by }),
  });
  return status === 200 ? 'ok' : String(body.code);
}

/** Two calls at the same moment: as if the one had come before the other, whichever. */
export async function callBoth(walk: Walk, pair: readonly [Call, Call], turns: number) {
  const [first, second] = await walk.service.faults.during({ turns }, () =>
    Promise.all([send(walk, pair[0]), send(walk, pair[1])]),
  );
  const text = pair.map(({ name, given }) => `${name} ${JSON.stringify(given)}`).join(' beside ');
  note(walk, `${text}: ${first}, ${second}`);
  const reasons: string[] = [];
  for (const order of [
    [0, 1],
    [1, 0],
  ] as const) {
    const model = copyOf(walk.model);
    const codes = ['', ''];
    for (const index of order) {
      codes[index] = pair[index].expect(contextOf(walk, model));
    }
    adoptWaits(walk.service.table, model, walk.model);
    const differs = difference(walk.service.table, model);
    if (codes.join() === `${first},${second}` && !differs) {
      walk.model = model;
      return;
    }
    reasons.push(`${codes} ${differs ?? ''}`);
  }
  throw new Divergence(
    `No order of two calls explains what they came to: ${reasons.join('; or ')}`,
  );
}

/** Runs the next task of an execution; a fault may be met on the way. */
export async function step(walk: Walk, execution: Execution, plan: Plan = {}): Promise<void> {
  if (endedWait(walk, execution)) return;
  const ran = await runTask(walk.service, execution, plan);
  follow(walk, { ran, seen: walk.service.companies.takeSeen() });
}

/** An execution that waited for an answer, and has waited long enough, goes on without one. */
function endedWait(walk: Walk, execution: Execution): boolean {
  if (!execution.waits) return false;
  endWait(execution, 'timeout', walk.service.now);
  note(walk, `${execution.name} waited in vain`);
  return true;
}

/** Delivers a task once more than it has to be. */
export async function stepTwice(walk: Walk, execution: Execution): Promise<void> {
  if (endedWait(walk, execution)) return;
  const ran = await runTaskAgain(walk.service, execution);
  follow(walk, { ran, seen: walk.service.companies.takeSeen() });
  await step(walk, execution);
}

/** Delivers a task twice at the same moment. */
export async function stepBoth(walk: Walk, execution: Execution, turns: number): Promise<void> {
  const { service } = walk;
  if (endedWait(walk, execution)) return;
  const both = await service.faults.during({ turns }, () =>
    Promise.all([runTaskAgain(service, execution), runTaskAgain(service, execution)]),
  );
  const seen = service.companies.takeSeen();
  // Of two that meet, one may be told so; the workflow runs it again.
  const [ran = both[0]] = both.filter((one) => 'answer' in one);
  follow(walk, { ran, seen, twice: true });
  await step(walk, execution);
}

type Delivery = { readonly ran: Ran; readonly seen: Seen; readonly twice?: true };

function follow(walk: Walk, { ran, seen, twice }: Delivery): void {
  const { service } = walk;
  walk.counts.tasks += 1;
  const rule = taskRules[ran.task];
  if (!rule) throw new Error(`The model does not know the task ${ran.task}`);
  const run = (model: Model, progress: Progress) =>
    rule({ ...contextOf(walk, model), seen }, ran.input as never, progress);
  const came = 'answer' in ran ? String(ran.answer.outcome) : 'failed';
  note(walk, `${ran.task} ${JSON.stringify(ran.input)}: ${came}`);
  if ('error' in ran && ran.error instanceof Divergence) throw ran.error;
  if (!service.faults.met() && !twice) {
    const expected = run(walk.model, 'done');
    if ('error' in ran && expected !== 'failed')
      throw new Divergence(`${ran.task} failed: ${ran.error}`);
    if (expected !== came) throw new Divergence(`${ran.task} came to ${came}, not ${expected}`);
    compare(walk);
    return;
  }
  const once = progressed([walk.model], run);
  const all = twice ? [...progressed(once, run), ...once] : once;
  settleOn(walk, ran.task, [...all, walk.model]);
}

/** Where a task that was cut off may have come to, the furthest first. */
function progressed(
  from: readonly Model[],
  run: (model: Model, progress: Progress) => string,
): Model[] {
  return from.flatMap((begun) =>
    (['done', 'begun', 'fixed', 'looked'] as const).flatMap((progress) => {
      const model = copyOf(begun);
      try {
        run(model, progress);
        return [model];
      } catch (error) {
        // It may not have come as far.
        if (!(error instanceof Mismatch)) throw error;
        return [];
      }
    }),
  );
}

/** Runs the sweep of due work in all of its parts, or twice at the same moment. */
export async function sweepOnce(walk: Walk, plan: Plan = {}, atOnce = 1): Promise<void> {
  const { service } = walk;
  service.table.takeServed();
  const ended = new Set(
    [...service.executions.values()].filter((one) => one.ended).map(({ name }) => name),
  );
  await runSweep(walk, 'startDueWork', plan, atOnce);
  const served = service.table.takeServed();
  note(walk, `sweep: ${served.map(({ sk }) => sk).join()}`);
  const done = { served, ended, faulty: service.faults.met() };
  const fits = (model: Model, clientId: string) => {
    adoptWaits(service.table, model, walk.model);
    const differs = differenceOf(service.table, model, clientId);
    if (differs) reasons.add(differs);
    return differs === undefined;
  };
  const reasons = new Set<string>();
  const context = { ...contextOf(walk), isRivals: rivalsIn(service.table) };
  settleOn(walk, 'the sweep', sweepModel(context, done, fits), { reasons });
}

/** Reads the bills again whose day of reading has come. */
export async function refreshOnce(walk: Walk, plan: Plan = {}, atOnce = 1): Promise<void> {
  const { companies, faults } = walk.service;
  companies.takeSeenByAuth();
  await runSweep(walk, 'refreshBills', plan, atOnce);
  const seen = companies.takeSeenByAuth();
  note(walk, `bills read again: ${[...seen.keys()].join()}`);
  settleOn(walk, 'the reading', refreshModel(contextOf(walk), seen, faults.met()));
}

async function runSweep(walk: Walk, name: SweepName, plan: Plan, atOnce: number) {
  await walk.service.faults.during(plan, () =>
    Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let part = 0; part < PARTS; part += 1)
          await walk.service.functions.sweeps[name]({ part });
      }),
    ),
  );
}

/** Takes the first of the candidates that is what stands in the table. */
function settleOn(
  walk: Walk,
  what: string,
  candidates: Iterable<Model>,
  { before = walk.model, reasons = new Set<string>() } = {},
): void {
  for (const candidate of candidates) {
    adoptWaits(walk.service.table, candidate, before);
    const differs = difference(walk.service.table, candidate);
    if (!differs) {
      walk.model = candidate;
      return;
    }
    reasons.add(differs);
  }
  throw new Divergence(`Nothing explains what ${what} left: ${[...reasons].join('; or ')}`);
}

function compare(walk: Walk): void {
  const differs = differenceOfWritten(walk.service.table, walk.model);
  if (differs) throw new Divergence(differs);
}

/** Sends what was told to endpoints that misbehave, by deliverers that die. */
export async function deliver({ service, postOffice }: Walk, number: number): Promise<void> {
  await postOffice?.takeIn(service.table.events(), service.now);
  await postOffice?.work(number);
}

export async function changeEndpoint(walk: Walk, number: number): Promise<void> {
  const { service, postOffice } = walk;
  await postOffice?.takeIn(service.table.events(), service.now);
  await postOffice?.change(number);
}

export function note(walk: Walk, text: string): void {
  walk.trail.push(text);
}
