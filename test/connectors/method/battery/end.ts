/** What has to hold once nothing changes any more. */
import type { Submission } from './caller.ts';
import { settledOn } from './daily.ts';
import { count } from './figures.ts';
import { madeBy } from './knowledge.ts';
import { DAY } from './network.ts';
import { submissionOf } from './orders.ts';
import type { World } from './world.ts';

/** Longer than a battery. */
const LOOK_BACK = 120 * DAY;
const untaken = ['failed', 'canceled'];
const ends: Readonly<Record<string, readonly string[]>> = {
  posted: ['paid'],
  cashed: ['paid'],
  settled: ['paid'],
  reversed: ['returned'],
  failed: ['declined', 'held'],
  canceled: ['never-taken'],
};

export async function checkEnd(world: World): Promise<void> {
  const { figures, knowledge, orders } = world;
  const made = madeBy(world.standIn);
  for (const order of orders) {
    let taken = 0;
    for (let submission = 1; submission <= order.submission; submission += 1) {
      const one = submissionOf(order, submission);
      await lastFind(world, one);
      const payments = made.get(`${order.payment}/${submission}`) ?? [];
      if (payments.length > 1) figures.violations.push(`${order.payment} was made twice`);
      for (const { status, amount } of payments) {
        count(figures.atMethod, status);
        if (!untaken.includes(status)) taken += 1;
        if (amount !== order.cents) figures.violations.push(`${order.payment} has another amount`);
        if (status === 'reversed') figures.returns += 1;
        checkKnown(world, one, status);
      }
    }
    if (taken > 1) figures.violations.push(`${order.payment} was paid ${taken} times`);
    count(figures.known, knowledge.kindOf(submissionOf(order, order.submission)) ?? 'nothing');
  }
  for (const { returns } of knowledge.known.values()) if (returns === 1) figures.returnsTold += 1;
  await checkSettlements(world);
}

/** As a sweep asks once more for what may still have come back. */
async function lastFind({ knowledge, caller }: World, one: Submission): Promise<void> {
  const kind = knowledge.kindOf(one);
  if (kind !== undefined && kind !== 'paid' && kind !== 'accepted') return;
  for (let time = 0; time < 5; time += 1) {
    const said = await caller.find(one);
    if (said.kind === undefined) continue;
    return knowledge.told(one, said.kind, 'last find');
  }
}

function checkKnown({ knowledge, figures }: World, one: Submission, status: string): void {
  const kind = knowledge.kindOf(one) ?? 'nothing';
  const wanted = ends[status];
  if (!wanted) figures.violations.push(`${one.payment} is still ${status} at Method`);
  else if (!wanted.includes(kind)) {
    figures.violations.push(`${one.payment}/${one.submission} is ${status}, and known as ${kind}`);
  }
}

/** Each thing that came about is there once, on its day. */
async function checkSettlements({ figures, clock, standIn, caller }: World): Promise<void> {
  const seen = new Set<string>();
  for (let time = clock.now - LOOK_BACK; time <= clock.now; time += DAY) {
    for (const { payment, submission, kind } of await settledOn(caller, time)) {
      const key = `${payment}/${submission} ${kind}`;
      if (seen.has(key)) figures.violations.push(`${key} is settled twice`);
      seen.add(key);
    }
  }
  figures.settlementRows = seen.size;
  for (const [key, payments] of madeBy(standIn)) {
    const isBack = payments.some(({ status }) => status === 'reversed');
    if (isBack && !seen.has(`${key} returned`))
      figures.violations.push(`${key} is not in settlements`);
  }
}
