/** A year of an account at an honest company: how much of what is due is paid automatically and on time. */
import { addDays, type Day } from '@billhook/core/base/dates';
import { chanceOf } from '../../model/year/chance.ts';
import type { Books } from './books.ts';
import { type Habit, plain } from './habits.ts';
import { type Act, doDay, openHousehold, orderNow } from './history.ts';
import type { Rules } from './household.ts';
import { booksOf, type Household } from './household.ts';

const DAYS = 365;
/** Statements are issued so long before they are due, and a card's or a month's purchases are in them. */
const ISSUED_DAYS = 25;

export type Year = {
  readonly dueCents: number;
  readonly paidCents: number;
  /** Of the paid, what belongs to statements about which nobody was asked. */
  readonly unaskedCents: number;
  /** Each time that its user was asked. */
  readonly asked: readonly Asked[];
  /** The statements of which less was paid than was due, by the day on which they were due. */
  readonly short: readonly string[];
};

export type Asked = {
  readonly reason: string;
  readonly statement: number;
  /** After the due date: about what was bought since, and not about what was due. */
  readonly late: boolean;
};

type Due = { readonly number: number; readonly dueOn: Day; readonly cents: number };

export function runYear(
  habit: Habit,
  seed: number,
  {
    days = DAYS,
    broken,
    mayAsk,
  }: { readonly days?: number; readonly broken?: Partial<Rules>; readonly mayAsk?: string } = {},
): Year {
  const chance = chanceOf(seed);
  const company = { ...plain, ...habit.company };
  const cents = chance.between(3_000, 20_000);
  let household = openHousehold({ company, cents, steps: [] }, broken);
  const dues: Due[] = [dueOf(household)];
  const asked: Asked[] = [];
  const runsOn = habit.acts?.name === 'purchases';
  for (let day = 0; day < days; day += 1) {
    const before = household;
    const own = habit.acts?.(household, chance) ?? [];
    const varied = Math.round(cents * (0.8 + chance.next() * 0.4));
    const issued = runsOn && company.kind === 'bill' ? 0 : varied;
    const issue: readonly Act[] = isIssued(household) ? [{ does: 'issue', cents: issued }] : [];
    household = doDay(household, [...own, ...issue], habit.page ?? (() => ({})));
    if (household.wrong) throw new Error(household.wrong);
    if (issue.length > 0) dues.push(dueOf(household));
    household = answered(household, before, asked);
  }
  const over = dues.filter(({ dueOn }) => dueOn < household.today);
  const counted = asked.filter(({ reason }) => reason !== mayAsk);
  return { ...paidOf(household, over, counted), asked };
}

function isIssued({ company, ...household }: Household): boolean {
  const { firstDueOn } = household.past[0] as { readonly firstDueOn: Day };
  const after = company.weekly ? 1 : 30 - ISSUED_DAYS;
  return household.today === addDays(firstDueOn, after - 1);
}

/** What is truly owed of the statement, as it is issued: on a card, what would be paid of it. */
function dueOf(household: Household): Due {
  const { number, firstDueOn, owed, owedFull } = booksOf(household);
  const { chosenCents } = household.company;
  const cents = chosenCents === undefined ? owed : Math.min(chosenCents, Math.max(owed, owedFull));
  return { number, dueOn: firstDueOn, cents: Math.max(0, cents) };
}

/** Its user says yes to what waits on the day after it was asked. */
function answered(now: Household, before: Household, asked: Asked[]): Household {
  let household = now;
  for (const link of household.bills.keys()) {
    const waits = household.waiting[link];
    if (!waits) continue;
    if (before.waiting[link]?._id === waits._id) household = orderNow(household, link);
    else
      asked.push({
        reason: waits.waiting?.reason ?? '',
        statement: household.read[link] ?? 0,
        late: household.today > booksOf(household).dueOn,
      });
  }
  return household;
}

/** Of the statement that is due then, in the days since it was issued. */
function paidByOthers({ payments }: Books, dueOn: Day): number {
  const others = payments.filter(({ ours, day }) => !ours && day <= dueOn);
  const own = others.filter(({ day }) => day > addDays(dueOn, -ISSUED_DAYS));
  return own.reduce((sum, { cents }) => sum + cents, 0);
}

function paidOf(
  { charges, past }: Household,
  dues: readonly Due[],
  asked: readonly Asked[],
): Omit<Year, 'asked'> {
  const short: string[] = [];
  let [dueCents, paidCents, unaskedCents] = [0, 0, 0];
  for (const { number, dueOn, cents: issuedCents } of dues) {
    const cents = Math.max(0, issuedCents - paidByOthers(past[0] as Books, dueOn));
    const own = charges.filter(
      (one) => one.statement === number && one.automatic && one.on <= dueOn,
    );
    const paid = Math.min(
      cents,
      own.reduce((sum, one) => sum + one.cents, 0),
    );
    dueCents += cents;
    paidCents += paid;
    if (!asked.some(({ statement, late }) => statement === number && !late)) unaskedCents += paid;
    if (paid < cents) short.push(`${dueOn}: ${paid} of ${cents}`);
  }
  return { dueCents, paidCents, unaskedCents, short };
}
