/** Payments that the caller has ordered, and what it does about each until it knows what became of it. */
import { operationOf, type Said, type Submission } from './caller.ts';
import { count } from './figures.ts';
import type { Source } from './knowledge.ts';
import { DAY, HOUR, MINUTE } from './network.ts';
import type { Order, World } from './world.ts';

const MOST_SUBMISSIONS = 8;
const MOST_QUESTIONS = 60;
const FIRST_WAIT = 10 * MINUTE;
const LONGEST_WAIT = 12 * HOUR;
const PAYMENTS_OF_A_PAYER = 20;

export function ordersOf(payments: number): Order[] {
  const payers = Math.max(5, Math.ceil(payments / PAYMENTS_OF_A_PAYER));
  return Array.from({ length: payments }, (_, index) => {
    const number = String(index % payers);
    return {
      payment: `payment-${String(index).padStart(12, '0')}`,
      payer: {
        auth: `auth-${number.padStart(16, '0')}`,
        phone: `30355${number.padStart(5, '0')}`,
      },
      cents: 100 + (index % 997) * 13,
      submission: 1,
      isCanceled: false,
      sequences: new Map(),
    };
  });
}

export function submissionOf({ payment, payer, cents }: Order, submission: number): Submission {
  return { payment, payer, cents, submission };
}

export async function submit(world: World, order: Order): Promise<void> {
  const { chance, figures, caller, knowledge, byOperation } = world;
  const one = submissionOf(order, order.submission);
  byOperation.set(operationOf(one), order);
  figures.submissions += 1;
  const roll = chance.next();
  if (roll < 0.02) return lose(world, order, 'request lost');
  if (roll < 0.04) return arriveLate(world, order, one);
  if (roll < 0.06) {
    await caller.pay(one);
    return lose(world, order, 'response lost');
  }
  if (roll < 0.08) {
    count(figures.faults, 'request twice');
    const [said] = await Promise.all([caller.pay(one), caller.pay(one)]);
    return take(world, order, said, 'response');
  }
  if (roll < 0.1) {
    count(figures.faults, 'found meanwhile');
    const [said, found] = await Promise.all([caller.pay(one), caller.find(one)]);
    knowledge.told(one, said.kind ?? '', 'response');
    return take(world, order, found, 'find');
  }
  return take(world, order, await caller.pay(one), 'response');
}

function lose(world: World, order: Order, fault: string): void {
  count(world.figures.faults, fault);
  world.at(world.clock.now + FIRST_WAIT, () => find(world, order, 0));
}

/** The caller has given it up by the time that it arrives, and may have asked what became of it. */
function arriveLate(world: World, order: Order, one: Submission): void {
  const { at, clock, chance, caller, knowledge } = world;
  at(clock.now + chance.between(5, 60) * MINUTE, async () => {
    knowledge.told(one, (await caller.pay(one)).kind ?? '', 'response');
  });
  lose(world, order, 'request late');
}

async function find(world: World, order: Order, questions: number): Promise<void> {
  const said = await world.caller.find(submissionOf(order, order.submission));
  take(world, order, said, 'find', questions + 1);
}

/** What the caller can't know it asks for. It submits again only what was never taken. */
function take(
  world: World,
  order: Order,
  { kind, result }: Said,
  source: Source,
  questions = 0,
): void {
  const { knowledge, at, clock } = world;
  const one = submissionOf(order, order.submission);
  if (kind !== undefined) knowledge.told(one, kind, source);
  if (kind === 'accepted') {
    askAgain(world, order, String(result?.askAgainAt), questions);
  } else if (kind === 'never-taken' || kind === 'not-logged-in') {
    if (order.isCanceled || order.submission >= MOST_SUBMISSIONS) return;
    order.submission += 1;
    at(clock.now + FIRST_WAIT, () => submit(world, order));
  } else if (isUnclear(kind) && questions <= MOST_QUESTIONS) {
    const delay = Math.min(FIRST_WAIT * 2 ** Math.min(questions, 10), LONGEST_WAIT);
    at(clock.now + delay, () => find(world, order, questions));
  }
}

function isUnclear(kind: string | undefined): boolean {
  return kind === undefined || kind === 'unknown' || kind === 'not-known';
}

/** On the day that the connector names, or a day later; a few are canceled before. */
function askAgain(world: World, order: Order, askAgainAt: string, questions: number): void {
  const { chance, at, clock } = world;
  if (questions > MOST_QUESTIONS) return;
  if (questions === 0 && chance.happens(0.03)) {
    at(clock.now + chance.between(0, 12) * HOUR, () => cancel(world, order));
  }
  const late = chance.happens(0.3) ? DAY : 0;
  at(Date.parse(askAgainAt) + late, () => find(world, order, questions));
}

async function cancel({ knowledge, caller, figures }: World, order: Order): Promise<void> {
  const one = submissionOf(order, order.submission);
  if (knowledge.kindOf(one) !== 'accepted') return;
  order.isCanceled = true;
  const { kind } = await caller.cancel(one);
  count(figures.faults, kind === 'never-taken' ? 'canceled in time' : 'canceled too late');
  knowledge.told(one, kind ?? '', 'find');
}

/** One of five reports is lost. What is older than what was taken is dropped. */
export function takeReport(world: World, body: Uint8Array): void {
  const { chance, figures, byOperation, knowledge } = world;
  if (chance.happens(0.2)) {
    count(figures.faults, 'report lost');
    return;
  }
  const { operation, sequence, result } = JSON.parse(Buffer.from(body).toString()) as {
    operation: string;
    sequence: number;
    result?: { kind: string };
  };
  const order = byOperation.get(operation);
  if (!order || !result || sequence < (order.sequences.get(operation) ?? 0)) return;
  order.sequences.set(operation, sequence);
  const submission = Number(operation.split('-').at(-1));
  knowledge.told(submissionOf(order, submission), result.kind, 'report');
}
