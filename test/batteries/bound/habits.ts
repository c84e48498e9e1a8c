/** Honest companies with one habit each, and how a year of an account goes there. */
import { addDays, type Day } from '@billhook/core/base/dates';
import type { Chance } from '../../model/year/chance.ts';
import { newestPosted } from './books.ts';
import type { Company, Page } from './company.ts';
import type { Act } from './history.ts';
import { booksOf, type Household } from './household.ts';

export type Habit = {
  readonly company: Partial<Company>;
  /** What happens on a day beside the statements. */
  readonly acts?: (household: Household, chance: Chance) => readonly Act[];
  readonly page?: (household: Household) => Page;
};

const marked = { lists: 'all', listsWhen: 'with', marks: true, postsAfter: 0 } as const;
const nightly = { lists: 'all', listsWhen: 'before', postsAfter: 1 } as const;
const hidden = { lists: 'none', showsPayments: false, postsAfter: 2 } as const;
const unsaid = { lists: 'none', postsAfter: 2 } as const;

/** Small ones on most days. */
function purchases(_household: Household, chance: Chance): readonly Act[] {
  return chance.happens(0.7) ? [{ does: 'charge', cents: chance.between(150, 900) }] : [];
}

function isDayOf({ today }: Household, day: string): boolean {
  return today.slice(8) === day;
}

function owesNothing(household: Household): Page {
  return booksOf(household).balance <= 0 ? { without: ['due'] } : {};
}

/** A statement's first day. */
function isNew(household: Household): boolean {
  const { changedOn, number } = booksOf(household);
  return number > 1 && changedOn === household.today && household.past[1]?.number !== number;
}

function moves(household: Household): readonly Act[] {
  const open = booksOf(household).payments.some(({ ours, posted }) => ours && !posted);
  return open ? [{ does: 'move' }] : [];
}

function takenBack(household: Household): readonly Act[] {
  return newestPosted(booksOf(household), household.today) ? [{ does: 'take-back' }] : [];
}

function daysLeft(household: Household, days: number): boolean {
  const { dueOn } = booksOf(household);
  return household.today === (addDays(dueOn, -days) as Day);
}

export const habits: Readonly<Record<string, Habit>> = {
  'posts at once, with marks': { company: marked },
  'posts at once, takes its balance only': { company: { ...marked, takes: 'balances' } },
  'lists at once, posts nightly': { company: nightly },
  'lists at once, posts nightly, takes its balance only': {
    company: { ...nightly, takes: 'balances' },
  },
  'lists three days before it posts': { company: { ...nightly, postsAfter: 3 } },
  'lists with marks three days before it posts': {
    company: { ...nightly, marks: true, postsAfter: 3 },
  },
  'lists a day after it posts': { company: { ...nightly, listsWhen: 'after' } },
  'shows the last payment alone': { company: { ...nightly, lists: 'last', listsWhen: 'with' } },
  'shows no payments, and says so': { company: hidden },
  'shows no payments, and does not say so': { company: unsaid },
  'names its statements': { company: { ...nightly, named: true, confirms: true } },
  'renames its statements': {
    company: { ...nightly, named: true },
    acts: (household) => (isDayOf(household, '20') ? [{ does: 'rename' }] : []),
  },
  'names three statements in turn': { company: { ...nightly, named: true, names: 3 } },
  'gives all statements one name': { company: { ...nightly, named: true, names: 1 } },
  'moves a due date until a payment is posted': {
    company: { ...nightly, listsWhen: 'with', postsAfter: 3 },
    acts: moves,
  },
  'shows no due date once nothing is owed': { company: nightly, page: owesNothing },
  'shows no due date and no payments': { company: unsaid, page: owesNothing },
  'shows a new statement a day before its date': {
    company: nightly,
    page: (household) => (isNew(household) ? { without: ['due'] } : {}),
  },
  'the same, without payments': {
    company: unsaid,
    page: (household) => (isNew(household) ? { without: ['due'] } : {}),
  },
  'takes a posting back, and posts it again': {
    company: { ...unsaid, postsAfter: 0 },
    acts: takenBack,
  },
  'a second person pays a part before': {
    company: nightly,
    acts: (household) => (daysLeft(household, 9) ? [{ does: 'other-pays', cents: 2_007 }] : []),
  },
  'weekly bills, with marks': { company: { ...marked, weekly: true } },
  'weekly bills, posted nightly': { company: { ...nightly, weekly: true } },
  'weekly bills, without payments, and says so': { company: { ...hidden, weekly: true } },
  'weekly bills, without payments': { company: { ...unsaid, weekly: true } },
  'daily purchases, with marks': { company: marked, acts: purchases },
  'daily purchases, posted nightly': { company: nightly, acts: purchases },
  'daily purchases, the last payment alone': {
    company: { ...nightly, lists: 'last', listsWhen: 'with' },
    acts: purchases,
  },
  'daily purchases, without payments, and says so': { company: hidden, acts: purchases },
  'daily purchases, without payments': { company: unsaid, acts: purchases },
  'a card, its least': { company: { ...nightly, kind: 'card' }, acts: purchases },
  'a card, its least, with marks': { company: { ...marked, kind: 'card' }, acts: purchases },
  'a card, its least, without payments': { company: { ...unsaid, kind: 'card' }, acts: purchases },
  'a card, an amount that its user chose': {
    company: { ...nightly, kind: 'card', chosenCents: 6_000 },
    acts: purchases,
  },
};

export const plain: Company = {
  ...{ kind: 'bill', takes: 'up-to-balance', postingDays: 5, changes: 'dates' },
  ...{ lists: 'none', listsWhen: 'with', postsAfter: 0 },
  ...{ keepsTime: true, schedule: 'five-days-before' },
};
