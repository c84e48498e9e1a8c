/** What the users of a household do, each day by chance, and at once when they see a payment under way. */

import { addDays } from '@billhook/core/base/dates';
import type { BillRecord } from '@billhook/core/bill/bill';
import { scheduleValues } from '@billhook/core/schemas/schedule';
import { DAY, START } from '../clock.ts';
import { statementOut } from './account.ts';
import {
  cancel,
  careForCards,
  choose,
  isDueLate,
  link,
  order,
  payThere,
  setRecurring,
  today,
  unlink,
} from './acts.ts';
import {
  accountOf,
  billsOf,
  call,
  type Household,
  paymentsOf,
  recordOf,
  SILENT_FROM_DAY,
  work,
} from './household.ts';

/** A day of a household. */
export async function actToday(household: Household): Promise<void> {
  const { chance, links, clients } = household;
  for (const clientId of clients) await careForCards(household, clientId);
  for (const one of links) {
    if (!one.authId && chance.happens(0.4)) await link(household, one);
    else if (one.authId && chance.happens(0.003)) await unlink(household, one);
  }
  for (const clientId of clients)
    for (const bill of billsOf(household, clientId)) await actOnBill(household, bill);
}

async function actOnBill(household: Household, bill: BillRecord): Promise<void> {
  const { chance, met, book } = household;
  if (bill.scheduled?.waiting) return answerWaiting(household, bill);
  if (lacksCarried(household, bill)) return order(household, bill);
  // Companies fall silent late in the year: whoever has not met one pays what is owed.
  const isLate = household.now > START + SILENT_FROM_DAY * DAY;
  if (isLate && met.lacks('never-tells') && chance.happens(0.5)) return order(household, bill);
  // It is left alone until it has been paid just before the next statement.
  if (isDueLate(household, bill) && met.lacks('carries-unposted')) return;
  const likesParts = household.seed % 2 === 0;
  if (isNearlyDue(household, bill) && chance.happens(likesParts ? 0.7 : 0.2))
    return payPart(household, bill);
  const inParts = book.pageOf(bill._id).chosenCents !== undefined;
  if (inParts && chance.happens(0.5)) return payOn(household, bill);
  if (likesParts && chance.happens(0.1)) return choose(household, bill, 1_000);
  if (chance.happens(0.14)) return actOn(household, bill);
  if (chance.happens(met.lacks('paid-at-company') ? 0.05 : 0.01)) payThere(household, bill);
}

/** Whether a payment now would be carried into the next statement, which the household still lacks. */
function lacksCarried(household: Household, bill: BillRecord): boolean {
  const { met, chance } = household;
  const account = accountOf(household, bill);
  const next = account.statements[statementOut(account, today(household)) + 1]?.issuedOn ?? '';
  const near = next > today(household) && next <= addDays(today(household), 4);
  return near && met.lacks('carries-unposted') && chance.happens(0.7);
}

function isNearlyDue(household: Household, { reported: { dueOn } }: BillRecord): boolean {
  return dueOn !== undefined && dueOn > today(household) && dueOn <= addDays(today(household), 2);
}

/** A part now, and the rest automatically in a day or two, when the part is not shown yet. */
async function payPart(household: Household, bill: BillRecord): Promise<void> {
  await choose(household, bill, 1_000);
  await order(household, bill);
  await work(household);
  await choose(household, bill, undefined);
}

/** Who pays in parts pays another, or all of the rest. */
async function payOn(household: Household, bill: BillRecord): Promise<void> {
  if (household.chance.happens(0.3)) await choose(household, bill, undefined);
  await order(household, bill);
}

async function actOn(household: Household, bill: BillRecord): Promise<void> {
  const { chance } = household;
  const { balanceCents = 0 } = bill.reported;
  const date = addDays(today(household), chance.between(1, 20));
  const mostCents = Math.max(100, balanceCents + chance.pick([-1_000, 0, 3_000]));
  const acts = {
    payNow: () => order(household, bill),
    payAtMost: () => order(household, bill, { mostCents }),
    payLater: () => order(household, bill, { date }),
    payLaterAtMost: () => order(household, bill, { date, mostCents }),
    cancel: () => cancel(household, bill),
    stop: () => setRecurring(household, bill, false),
    goOn: () => setRecurring(household, bill, true),
    schedule: () =>
      call(household, 'updatePaymentSettings', {
        billId: bill._id,
        schedule: chance.pick(scheduleValues),
      }),
    choose: () => choose(household, bill, chance.pick([1_000, 2_000, undefined])),
  };
  const weights = { payNow: 5, payLater: 3, cancel: 2, goOn: 4, choose: 3 } as const;
  const names = Object.keys(acts) as (keyof typeof acts)[];
  const drawn = names.flatMap((name) =>
    new Array<typeof name>(name in weights ? weights[name as keyof typeof weights] : 1).fill(name),
  );
  await acts[chance.pick(drawn)]();
}

async function answerWaiting(household: Household, bill: BillRecord): Promise<void> {
  const { chance } = household;
  const { balanceCents = 0 } = bill.reported;
  if (chance.happens(0.3)) await order(household, bill, { mostCents: Math.max(100, balanceCents) });
  else if (chance.happens(0.2)) await cancel(household, bill);
}

/** What users do when they see a payment under way, or one that was just made. */
export async function react(household: Household, seen: Set<string>): Promise<void> {
  const { chance, clients, links, watch, met } = household;
  for (const clientId of clients) {
    for (const bill of billsOf(household, clientId)) {
      const { pendingPaymentId } = bill;
      if (!pendingPaymentId || seen.has(pendingPaymentId)) continue;
      seen.add(pendingPaymentId);
      const drawn = chance.next();
      if (drawn < 0.2) await cancel(household, bill);
      else if (drawn < 0.35 && !met.lacks('carries-unposted')) payThere(household, bill);
      else if (drawn < 0.38) {
        const own = links.find(({ authId }) => authId === bill.auth._id);
        if (own) await unlink(household, own);
      } else if (drawn < 0.9) await orderElsewhere(household, bill);
    }
    // Also paid at the company, the same amount on the same day.
    for (const { _id, billId } of paymentsOf(household, clientId)) {
      const charged = watch.charged.get(_id);
      if (charged === undefined || seen.has(`made ${_id}`)) continue;
      seen.add(`made ${_id}`);
      const bill = recordOf<BillRecord>(household, billId);
      const again = chance.happens(met.lacks('same-amount-same-day') ? 1 : 0.1);
      if (!bill || !again || statementOut(accountOf(household, bill), today(household)) < 0)
        continue;
      const { evidence } = accountOf(household, bill).traits;
      if (evidence === 'confirmations' && payThere(household, bill, charged))
        met.meet('same-amount-same-day');
    }
  }
}

/** The other client of the account pays it too, or the same one again. */
async function orderElsewhere(household: Household, { companyId }: BillRecord): Promise<void> {
  for (const clientId of household.clients)
    for (const bill of billsOf(household, clientId))
      if (bill.companyId === companyId) await order(household, bill);
}
