/** What may never be charged automatically. */
import { addDays } from '@billhook/core/base/dates';
import type { Books } from './books.ts';
import { booksOf, factsOf, type Household, withFacts } from './household.ts';

type Charging = {
  readonly cents: number;
  readonly session: { readonly bill: { readonly balanceCents?: number }; readonly of: Books };
};

/** The household, and what is wrong with an automatic payment that is about to be submitted. */
export function checkCharge(household: Household, link: number, charging: Charging): Household {
  const on = `${household.today}, statement ${charging.session.of.number}`;
  const broken = checkLeft(household, link, charging) ?? checkSum(household, charging);
  if (broken) return { ...household, wrong: household.wrong ?? `${on}: ${broken}` };
  const above = checkOwedTruly(household, charging);
  if (!above) return household;
  // A credit of exactly a payment can't be told from its posting.
  if (household.exact) return { ...household, excused: `${on}: ${above}` };
  return { ...household, wrong: household.wrong ?? `${on}: ${above}` };
}

/** An order charges nothing twice while an earlier payment may still be on its way to the page. */
export function checkOrder(
  household: Household,
  charging: Charging,
  afterPayment: string | undefined,
): Household {
  const { charges, today, company } = household;
  const isOpen = charges.some(({ on }) => today <= addDays(on, company.postingDays));
  if (afterPayment !== undefined || !isOpen) return household;
  // What its user saw may be a later statement than the page of the session: no more than is owed is right.
  if (charging.cents <= booksOf(household).owed) return household;
  const above = checkOwedTruly(household, charging);
  const ended = charges.some(({ on }) => today > addDays(on, company.postingDays));
  if (!above || ended || household.exact) return household;
  return { ...household, wrong: `${household.today}, ordered: ${above}` };
}

function checkLeft(household: Household, link: number, { session }: Charging): string | undefined {
  const why = factsOf(household, session.of.number).left[link];
  return why && `It was ${why}, and is paid`;
}

/** What the statement owed when our first payment of it was submitted, or what its user chose. */
function checkSum(household: Household, { cents, session }: Charging): string | undefined {
  const { taken, owed = session.bill.balanceCents ?? 0 } = factsOf(household, session.of.number);
  const { chosenCents, earlierCents = Number.POSITIVE_INFINITY } = household.company;
  const most = chosenCents ?? Math.min(owed, earlierCents);
  if (taken + cents <= most) return undefined;
  return `${taken} taken and ${cents} more are above ${most}`;
}

/** No figure that was true at a moment of the statement is that much more than we have paid. */
function checkOwedTruly(household: Household, { cents, session }: Charging): string | undefined {
  const { company, past } = household;
  const books = past[0] as Books;
  const { owed } = books;
  const { mostOwed, mostOwedFull } = mostOf(books, session.of.number);
  const isChosen = company.chosenCents !== undefined;
  if (isChosen && company.takes === 'any') return undefined;
  const most = isChosen ? Math.max(mostOwed, mostOwedFull) : mostOwed;
  if (cents <= most) return undefined;
  return `${cents} is charged, and ${owed} is owed, ${most} at most`;
}

/** Of the statement that the page shows: it may be the one before, with what was true of that one. */
function mostOf(books: Books, number: number): Pick<Books, 'mostOwed' | 'mostOwedFull'> {
  return (number < books.number && books.before) || books;
}

/** The statement is the user of the link's to pay from now on. */
export function leave(
  household: Household,
  link: number,
  why: string,
  number = household.read[link] ?? 0,
): Household {
  const { left } = factsOf(household, number);
  return withFacts(household, number, { left: { ...left, [link]: why } });
}
