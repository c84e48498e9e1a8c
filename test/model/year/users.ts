/** What the users of a household do, each day by chance, and at once when they see a payment under way. */
import type { BillRecord } from '@billhook/core/bill';
import { addDays, type Day, dayOf } from '@billhook/core/dates';
import { parseMoney } from '@billhook/core/money';
import type { PaymentRecord } from '@billhook/core/payment';
import { scheduleValues } from '@billhook/core/schemas/schedule';
import { owedInTruth, statementDue, statementOut, unpostedOurs } from './account.ts';
import {
  accountOf,
  billsOf,
  call,
  type Household,
  type Link,
  methodsOf,
  paymentsOf,
  recordOf,
  work,
} from './household.ts';

/** What is due so many days after its statement, or more, is paid right before the next one. */
const LATE_DAYS = 26;

const textOf = (cents: number) => (cents / 100).toFixed(2);
const today = ({ now }: Household): Day => dayOf(now);

/** The clients, each with a card, and their first links. */
export async function moveIn(household: Household): Promise<void> {
  const { companies, kind, clients, links } = household;
  for (const number of kind === 'two-links' ? [1, 2] : [1]) {
    const { body } = await call(household, 'createClient', { identifier: `client-${number}` });
    const clientId = String(body.clientId);
    clients.push(clientId);
    await addCard(household, clientId);
    // The second client shares the first account.
    for (const account of number === 1 ? companies.accounts : companies.accounts.slice(0, 1))
      links.push({ clientId, account });
  }
  for (const one of links) await link(household, one);
}

async function addCard(household: Household, clientId: string): Promise<void> {
  const card = { cardNumber: '4111111111111111', cardCode: '123', expMonth: '12', expYear: '2040' };
  await expectOk(household, 'addPaymentMethod', {
    ...{ clientId, paymentType: 'card', name: 'Ada Lovelace', ...card, zipcode: '94107' },
    setAsDefault: true,
  });
}

async function expectOk(household: Household, ...[name, given]: readonly [Name, Given]) {
  const { status, body } = await call(household, name, given);
  if (status !== 200) throw new Error(`${name} returned ${JSON.stringify(body)}`);
  return body;
}

type Name = Parameters<typeof call>[1];
type Given = Parameters<typeof call>[2];

async function link(household: Household, one: Link): Promise<void> {
  const { clientId, account } = one;
  const { companyId, username } = account;
  const form = { username, password: 'any' };
  const body = await expectOk(household, 'createAuth', {
    ...{ clientId, companyId, items: ['bill'], meta: {}, form },
  });
  one.authId = String(body.authId);
  await work(household);
  // What is paid just before the next statement is carried into it.
  const late = billsOf(household, clientId).filter(
    (bill) => bill.auth._id === one.authId && isDueLate(household, bill),
  );
  for (const { _id: billId } of late)
    await call(household, 'updatePaymentSettings', { billId, schedule: 'on-due-date' });
}

async function unlink(household: Household, one: Link): Promise<void> {
  const { book } = household;
  const bills = billsOf(household, one.clientId).filter(({ auth }) => auth._id === one.authId);
  const { status } = await call(household, 'deleteAuth', { authId: one.authId });
  if (status !== 200) return;
  for (const { _id, scheduled } of bills) {
    cancelOrder(household, scheduled?.paymentId);
    book.forget(_id);
  }
  one.authId = undefined;
}

function cancelOrder({ book }: Household, paymentId: string | undefined): void {
  const order = book.orders.get(paymentId ?? '');
  if (order) order.cancelled = true;
}

/** Orders a payment of what the bill shows. */
async function order(
  household: Household,
  bill: BillRecord,
  { date, mostCents }: { readonly date?: Day; readonly mostCents?: number } = {},
): Promise<void> {
  const { _id: billId, clientId } = bill;
  const { data } = (await call(household, 'listBills', { clientId })).body as { data: Listed[] };
  const shown = data.find((one) => one.bill._id === billId)?.bill;
  const { status } = await call(household, 'schedulePayment', {
    ...{ billId, ...(date && { date }) },
    ...(mostCents !== undefined && { maxAmount: textOf(mostCents) }),
  });
  if (status !== 200) return;
  const paymentId = recordOf<BillRecord>(household, billId)?.newestPaymentId ?? '';
  household.book.order(paymentId, {
    mostCents: mostCents ?? parseMoney(shown?.balance ?? '') ?? 0,
    statement: statementDue(accountOf(household, bill), bill.reported.dueOn ?? ''),
    cancelled: false,
  });
}

type Listed = { readonly bill: { readonly _id: string; readonly balance?: string } };

async function cancel(household: Household, { _id: billId }: BillRecord): Promise<void> {
  const { book } = household;
  const bill = recordOf<BillRecord>(household, billId);
  if (!bill) return;
  const account = accountOf(household, bill);
  const { status, body } = await call(household, 'cancelPayment', { billId });
  if (status === 200) {
    cancelOrder(household, bill.scheduled?.paymentId);
    const page = book.pageOf(billId);
    const { dueOn } = bill.reported;
    if (page.recurring && dueOn) page.skipped.add(statementDue(account, dueOn));
  }
  const payment = recordOf<PaymentRecord>(household, bill.pendingPaymentId ?? '');
  if (body.code === 'payment_pending' && payment) book.stop(payment, account);
}

async function setRecurring(household: Household, { _id: billId }: BillRecord, on: boolean) {
  const recurring = on ? 'enabled' : 'disabled';
  const { status } = await call(household, 'updatePaymentSettings', { billId, recurring });
  if (status === 200) household.book.letRecur(billId, on);
}

async function choose(
  household: Household,
  bill: BillRecord,
  cents: number | undefined,
): Promise<void> {
  const { _id: billId } = bill;
  const parts = accountOf(household, bill).traits.takesParts;
  const chosen = parts ? cents : undefined;
  const customPaymentAmount = chosen === undefined ? null : textOf(chosen);
  const { status } = await call(household, 'customizeBill', { billId, customPaymentAmount });
  if (status === 200) household.book.pageOf(billId).chosenCents = chosen;
}

/**
 * The user pays at the company, where that can be told from a payment of ours (see `companies.ts`).
 */
function payThere(household: Household, bill: BillRecord, cents?: number): boolean {
  const { companies } = household;
  const account = accountOf(household, bill);
  const day = today(household);
  const clear = unpostedOurs(account, day).length === 0;
  if (account.silent || companies.isUnderWay(account)) return false;
  if (account.traits.evidence !== 'confirmations' && !clear) return false;
  const owed = owedInTruth(account, day);
  const own = cents ?? household.chance.pick([owed, Math.floor(owed / 2), 1_000]);
  if (own <= 0 || (cents === undefined && own > owed)) return false;
  companies.payThere(account, own);
  return true;
}

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

function isDueLate(household: Household, bill: BillRecord): boolean {
  return accountOf(household, bill).traits.dueAfter > LATE_DAYS;
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
    new Array<typeof name>({ ...weights }[name as 'payNow'] ?? 1).fill(name),
  );
  await acts[chance.pick(drawn)]();
}

async function answerWaiting(household: Household, bill: BillRecord): Promise<void> {
  const { chance } = household;
  const { balanceCents = 0 } = bill.reported;
  if (chance.happens(0.3)) await order(household, bill, { mostCents: Math.max(100, balanceCents) });
  else if (chance.happens(0.2)) await cancel(household, bill);
}

/** A declined card is tried again the next day or so, or another takes its place. */
async function careForCards(household: Household, clientId: string): Promise<void> {
  const { chance, book } = household;
  const methods = methodsOf(household, clientId);
  if (methods.length === 0) await addCard(household, clientId);
  for (const { _id: paymentMethodId, status } of methods) {
    if (status !== 'declined' || chance.happens(0.3)) continue;
    const bills = billsOf(household, clientId);
    const { status: came } = await call(household, 'retryPaymentMethod', { paymentMethodId });
    if (came !== 200) {
      await call(household, 'deletePaymentMethod', { paymentMethodId });
      await addCard(household, clientId);
      continue;
    }
    // Also what is under way with the card, and may be declined before the retry comes to it.
    for (const bill of bills) {
      if (bill.declinedMethodId !== paymentMethodId && !bill.pendingPaymentId) continue;
      const statement = statementDue(accountOf(household, bill), bill.reported.dueOn ?? '');
      const { balanceCents: mostCents = 0 } = bill.reported;
      book.pageOf(bill._id).retried = { mostCents, statement, cancelled: false };
    }
  }
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
