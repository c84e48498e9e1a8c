/** What users can do, each written into the book of what they agreed to. */

import { type Day, dayOf } from '@billhook/core/base/dates';
import { parseMoney } from '@billhook/core/base/money';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { owedInTruth, statementDue, unpostedOurs } from './account.ts';
import {
  accountOf,
  billsOf,
  call,
  type Household,
  type Link,
  methodsOf,
  recordOf,
  work,
} from './household.ts';

/** What is due so many days after its statement, or more, is paid right before the next one. */
const LATE_DAYS = 26;

const textOf = (cents: number) => (cents / 100).toFixed(2);
export const today = ({ now }: Household): Day => dayOf(now);

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

export function isDueLate(household: Household, bill: BillRecord): boolean {
  return accountOf(household, bill).traits.dueAfter > LATE_DAYS;
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

export async function link(household: Household, one: Link): Promise<void> {
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

export async function unlink(household: Household, one: Link): Promise<void> {
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
export async function order(
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

export async function cancel(household: Household, { _id: billId }: BillRecord): Promise<void> {
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
  const payment = recordOf<StoredPayment>(household, bill.pendingPaymentId ?? '');
  if (body.code === 'payment_pending' && payment) book.stop(payment, account);
}

export async function setRecurring(household: Household, { _id: billId }: BillRecord, on: boolean) {
  const recurring = on ? 'enabled' : 'disabled';
  const { status } = await call(household, 'updatePaymentSettings', { billId, recurring });
  if (status === 200) household.book.letRecur(billId, on);
}

export async function choose(
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
export function payThere(household: Household, bill: BillRecord, cents?: number): boolean {
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

/** A declined card is tried again the next day or so, or another takes its place. */
export async function careForCards(household: Household, clientId: string): Promise<void> {
  const { chance, book } = household;
  const methods = methodsOf(household, clientId);
  // A retry of which its company never tells would leave the card pending for ever.
  const stuck = methods.every(({ status }) => status === 'pending') && chance.happens(0.3);
  if (methods.length === 0 || stuck) await addCard(household, clientId);
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
