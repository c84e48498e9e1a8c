/**
 * A year of a household of five bills, by the test clock: links them, lets the year pass month by
 * month, watches what happens, and does what a user would do about it.
 */
import { dayOf } from '@billhook/core/base/dates';
import { accepted } from '../client/accepted.ts';
import type { ApiClient } from '../client/api-client.ts';
import { testCard } from '../client/test-card.ts';
import { type Happening, LEGEND, monthPage } from './year-calendar.ts';

type Household = {
  readonly company: string;
  readonly balance: string;
  /** Days until the first bill is due. */
  readonly dueIn: number;
  readonly schedule?: 'ten-days-before' | 'five-days-before' | 'day-before' | 'on-due-date';
  readonly status?: string;
};

/** The fourth company declines its first payment. */
const household: readonly Household[] = [
  { company: 'Regular Company 1', balance: '84.20', dueIn: 12 },
  { company: 'Regular Company 2', balance: '61.75', dueIn: 18, schedule: 'on-due-date' },
  { company: 'Regular Company 3', balance: '49.99', dueIn: 9, schedule: 'day-before' },
  { company: 'Regular Company 4', balance: '132.00', dueIn: 22, status: 'payment-declined' },
  { company: 'Regular Company 5', balance: '15.99', dueIn: 6, schedule: 'ten-days-before' },
];

const MONTHS = 12;
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
const POLL_MILLISECONDS = 40;
const PATIENCE_MILLISECONDS = 30_000;

type Seen = { readonly dueDate?: string; readonly status: string };

type Show = { readonly write: (text: string) => void; readonly remark: (text: string) => void };

/** @throws Error when a step is refused. */
export async function runYear(api: ApiClient, show: Show): Promise<void> {
  const started = performance.now();
  const clientId = await moveIn(api, show);
  const start = Date.parse(accepted(await api.sandbox.getClock()).now);
  const seen = new Map<string, Seen>();
  const happenings: Happening[] = [];
  await watch(api, clientId, seen, happenings);
  for (let month = 1; month <= MONTHS; month += 1) {
    const now = new Date(monthsLater(start, month)).toISOString();
    accepted(await api.sandbox.setClock({ now }));
    while (accepted(await api.sandbox.getClock()).advancing) {
      await watch(api, clientId, seen, happenings);
      await pause(POLL_MILLISECONDS);
    }
    await watch(api, clientId, seen, happenings);
    await act(api, clientId, seen, happenings);
  }
  happenings.push(...(await listPayments(api, clientId)));
  happenings.sort((a, b) => (a.day < b.day ? -1 : 1));
  print(happenings, show);
  const seconds = Math.round((performance.now() - started) / 1000);
  show.remark(`\n${MONTHS} months in ${seconds} s. ${totals(happenings)}`);
}

async function moveIn(api: ApiClient, show: Show): Promise<string> {
  const identifier = `household-${Date.now()}`;
  const { clientId } = accepted(await api.client.createClient({ identifier }));
  accepted(
    await api.payment.addPaymentMethod({
      paymentType: 'card',
      clientId,
      ...testCard,
    }),
  );
  // The clock is set before the bills are linked, so that they follow it from the first moment.
  const { now } = accepted(await api.sandbox.getClock());
  accepted(await api.sandbox.setClock({ now: new Date(Date.parse(now) + 1000).toISOString() }));
  for (const one of household) await linkOne(api, clientId, one, Date.parse(now));
  show.remark(
    `A household of ${household.length} bills, paid by card; Regular Company 4 declines once.`,
  );
  return clientId;
}

async function linkOne(api: ApiClient, clientId: string, one: Household, now: number) {
  const { data } = accepted(await api.company.searchCompanies({ query: one.company }));
  const company = data.find(({ name }) => name === one.company);
  if (!company) throw new Error(`The service has no ${one.company}. Is it a sandbox?`);
  const [year, month, day] = dayOf(now + one.dueIn * DAY_MILLISECONDS).split('-');
  const form = {
    balance: one.balance,
    dueDate: `${month}/${day}/${year}`,
    ...(one.status && { status: one.status }),
  };
  const asked = { clientId, companyId: company._id, items: ['bill' as const], form };
  const { authId } = accepted(await api.auth.createAuth(asked));
  const billId = await findBill(api, clientId, authId);
  const { schedule } = one;
  if (schedule) accepted(await api.payment.updatePaymentSettings({ billId, schedule }));
}

async function findBill(api: ApiClient, clientId: string, authId: string): Promise<string> {
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  while (Date.now() < deadline) {
    const { data } = accepted(await api.bill.listBills({ clientId }));
    const found = data.find(({ bill }) => bill.auth._id === authId);
    if (found) return found.bill._id;
    await pause(POLL_MILLISECONDS);
  }
  throw new Error('The service is taking too long.');
}

/** Notes what has changed since it looked last. */
async function watch(
  api: ApiClient,
  clientId: string,
  seen: Map<string, Seen>,
  happenings: Happening[],
): Promise<void> {
  const { data } = accepted(await api.bill.listBills({ clientId }));
  const day = dayOf(Date.parse(accepted(await api.sandbox.getClock()).now));
  for (const { bill } of data) {
    const { dueDate } = bill;
    const [status, before] = [bill.status.type, seen.get(bill._id)];
    const name = bill.company.name;
    if (status !== 'paid' && dueDate !== before?.dueDate) {
      const text = `${name}: a bill of ${bill.balance}, due ${dueDate?.slice(0, 10)}`;
      happenings.push({ day, kind: 'bill', text });
    }
    if (status !== before?.status && status === 'payment-declined') {
      happenings.push({ day, kind: 'declined', text: `${name}: the payment is declined` });
    }
    if (status !== before?.status && status === 'overdue') {
      happenings.push({ day, kind: 'overdue', text: `${name}: overdue` });
    }
    seen.set(bill._id, { dueDate: status === 'paid' ? before?.dueDate : dueDate, status });
  }
}

/**
 * What was declined is paid from a bank account from then on, and the card, which is sound, is tried
 * again: nothing else was paid automatically meanwhile. What became overdue by that is paid by hand.
 */
async function act(
  api: ApiClient,
  clientId: string,
  seen: ReadonlyMap<string, Seen>,
  happenings: Happening[],
): Promise<void> {
  const declined = [...seen].filter(([, { status }]) => status === 'payment-declined');
  for (const [billId] of declined) {
    const bank = accepted(
      await api.payment.addPaymentMethod({
        paymentType: 'bank',
        clientId,
        name: 'Ada Lovelace',
        routingNumber: '021000021',
        accountNumber: '000123456789',
        accountType: 'checking',
      }),
    );
    const { paymentMethodId } = bank;
    const given = { paymentMethodId, billId };
    accepted(await api.payment.assignPaymentMethod(given));
    const { data } = accepted(await api.payment.listPaymentMethods({ clientId }));
    const card = data.find(({ status }) => status === 'declined');
    if (card) accepted(await api.payment.retryPaymentMethod({ paymentMethodId: card._id }));
    const day = dayOf(Date.parse(accepted(await api.sandbox.getClock()).now));
    happenings.push({
      day,
      kind: 'user',
      text: 'adds a bank account, assigns it, retries the card',
    });
  }
  for (const [billId, { status }] of seen) {
    if (status === 'overdue') accepted(await api.payment.schedulePayment({ billId }));
  }
}

async function listPayments(api: ApiClient, clientId: string): Promise<Happening[]> {
  const { data } = accepted(await api.bill.listBills({ clientId }));
  return data.flatMap(({ bill, payments }) =>
    payments.map(({ amount, paidOn }) => ({
      day: paidOn.slice(0, 10),
      kind: 'paid' as const,
      text: `${bill.company.name}: ${amount} paid`,
    })),
  );
}

function print(happenings: readonly Happening[], show: Show): void {
  show.remark(LEGEND);
  const months = [...new Set(happenings.map(({ day }) => day.slice(0, 7)))].sort();
  for (const month of months) show.write(`\n${monthPage(month, happenings)}\n`);
}

function totals(happenings: readonly Happening[]): string {
  const count = (kind: Happening['kind']) => happenings.filter((one) => one.kind === kind).length;
  return `${count('bill')} bills, ${count('paid')} payments, ${count('declined')} declined, ${count('overdue')} overdue.`;
}

/** The same day of a later month, or that month's last, at the same time. */
function monthsLater(instant: number, months: number): number {
  const date = new Date(instant);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
