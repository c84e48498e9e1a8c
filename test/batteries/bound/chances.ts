/** Draws histories: a company with its habits, and what it, its user and its pages do, step by step. */
import { type Chance, chanceOf } from '../../model/year/chance.ts';
import type { Company, Page } from './company.ts';
import type { History, Step } from './history.ts';
import type { Ending } from './household.ts';

const LEAST_STEPS = 8;
const MOST_STEPS = 20;

export function drawHistory(seed: number): History {
  const chance = chanceOf(seed);
  const cents = chance.pick([10_000, 10_000, chance.between(2_000, 90_000)]);
  const company = drawCompany(chance, cents);
  const count = chance.between(LEAST_STEPS, MOST_STEPS);
  const steps = Array.from({ length: count }, () => drawStep(chance, company, cents));
  return { company, cents, steps };
}

/** What it promises it keeps: the posting time where it lists payments, or says that it shows none. */
function drawCompany(chance: Chance, cents: number): Company {
  const kind = chance.pick(['bill', 'bill', 'card'] as const);
  const lists = chance.pick(['none', 'last', 'all', 'all'] as const);
  const takes = chance.pick(['balances', 'up-to-balance', 'any'] as const);
  const postingDays = chance.pick([1, 3, 5, 5, 10]);
  const hidesPayments = lists === 'none' && chance.happens(0.3);
  const keeps = lists !== 'none' || hidesPayments;
  const most = keeps ? postingDays : postingDays + 10;
  return {
    ...{ kind, lists, takes, postingDays },
    changes: chance.pick(['dates', 'dates', 'names', 'both'] as const),
    postsAfter: chance.pick([0, 1, chance.between(0, most), most]),
    listsWhen: chance.pick(['before', 'with', 'after'] as const),
    schedule: chance.pick([
      'five-days-before',
      'immediately',
      'immediately',
      'on-due-date',
      'day-before',
    ] as const),
    ...(keeps && { keepsTime: true }),
    ...(chance.happens(0.4) && { named: true }),
    ...(chance.happens(0.1) && { datesBack: 8 }),
    ...(chance.happens(0.4) && { weekly: true }),
    ...(chance.happens(0.5) && { marks: true }),
    ...(chance.happens(0.5) && { confirms: true }),
    ...(hidesPayments && { showsPayments: false }),
    ...(takes !== 'balances' &&
      chance.happens(0.3) && { chosenCents: chance.between(1_000, cents) }),
    ...(chance.happens(0.1) && { earlierCents: chance.between(1_000, 2 * cents) }),
  };
}

function drawStep(chance: Chance, company: Company, cents: number): Step {
  const page = drawPage(chance, company);
  const session = chance.happens(0.15) ? drawPage(chance, company) : undefined;
  return {
    days: chance.pick([0, 1, 1, 1, 2, 3, 6]),
    ...(chance.happens(0.4) && { company: drawAct(chance, company, cents) }),
    ...(chance.happens(0.12) && { user: drawUser(chance) }),
    ...(company.changes !== 'both' && chance.happens(0.2) && { link: chance.between(0, 1) }),
    ...(page && { page }),
    ...(session && { session }),
    ...(chance.happens(0.12) && { ending: drawEnding(chance) }),
  };
}

/** No amount but that of a statement comes twice: a drop of exactly a payment is drawn as such. */
function drawAct(chance: Chance, company: Company, cents: number): NonNullable<Step['company']> {
  const odd = () => chance.between(20, Math.round(cents / 8)) * 10 + 7;
  const changes = [
    ...(company.changes === 'names' ? [] : (['move'] as const)),
    ...(company.changes === 'dates' ? [] : (['rename'] as const)),
  ];
  const does = chance.pick([
    ...(['issue', 'issue', 'issue', 'issue', 'issue', 'charge', 'credit', 'other-pays'] as const),
    ...(['take-back', 'take-back', ...changes, ...changes] as const),
    ...(chance.happens(0.1) ? (['exact-credit', 'give-back'] as const) : []),
  ]);
  if (does === 'issue') return { does, cents: chance.pick([cents, cents, odd()]) };
  if (does === 'charge')
    return { does, cents: chance.pick([odd(), chance.between(3, 90) * 10 + 3]) };
  if (does === 'credit' || does === 'other-pays') return { does, cents: odd() };
  return { does };
}

function drawUser(chance: Chance): NonNullable<Step['user']> {
  return chance.pick([
    'skip',
    'skip',
    'order',
    'order-more',
    'order-after',
    'link',
    'link',
    'settle',
  ]);
}

function drawEnding(chance: Chance): Ending {
  return chance.pick(['declined', 'held', 'unknown', 'unknown-paid', 'stopped']);
}

function drawPage(chance: Chance, { changes }: Company): Page | undefined {
  if (chance.happens(0.55)) return undefined;
  const isBoth = changes === 'both';
  const parts = ['balance', 'statement', 'full', 'list'] as const;
  const dated = isBoth ? parts : ([...parts, 'due', 'due', 'due', 'name'] as const);
  return {
    ...(!isBoth && chance.happens(0.3) && { behind: chance.between(1, 3) }),
    ...(chance.happens(0.3) && { listBehind: chance.between(0, 3) }),
    ...(chance.happens(0.4) && { without: [chance.pick(dated)] }),
    ...(!isBoth && chance.happens(0.05) && { syncing: true }),
    ...(chance.happens(0.15) && { lastOnly: true }),
  };
}
