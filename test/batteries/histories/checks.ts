/** What must hold of every history: of each charge as it is made, and of everything in the end. */
import type { AuthRecord } from '@billhook/core/auth/auth';
import { instantText } from '@billhook/core/base/dates';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { EventRecord } from '@billhook/core/events/event';
import { subjectOf } from '@billhook/core/events/event';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { HOUR } from '../../model/clock.ts';
import type { Charge } from '../../model/company.ts';
import type { Service } from '../../model/service.ts';
import type { Item, WalkTable } from '../../model/table.ts';
import type { Act } from './world.ts';

export function recordsOf<T>({ table }: Pick<Service, 'table'>, prefix: string): T[] {
  return [...table.partitions()].flatMap((pk) =>
    pk.startsWith('cl_')
      ? (table.partition(pk).filter(({ sk }) => String(sk).startsWith(prefix)) as T[])
      : [],
  );
}

function recordOf<T>(table: WalkTable, id: string): T | undefined {
  return table.partition(`cl_${id.split('_')[1]}`).find(({ sk }) => sk === id) as T | undefined;
}

export function wrongsOfCharge(
  table: WalkTable,
  charge: Charge,
  earlier: readonly Charge[],
): string[] {
  const { paymentId, amountCents, owedCents } = charge;
  const payment = recordOf<StoredPayment>(table, paymentId);
  const method = payment && recordOf<PaymentMethodRecord>(table, String(payment.methodId));
  const { automatic, agreed, status, statement } = payment ?? {};
  const bill = payment && recordOf<BillRecord>(table, payment.billId);
  const isSkipped = automatic && bill?.skippedDueOn !== undefined;
  const { cents = 0, maxCents = 0 } = agreed ?? {};
  const most = automatic ? Number.POSITIVE_INFINITY : Math.max(cents, maxCents);
  return [
    ...(earlier.some((one) => one.paymentId === paymentId)
      ? [`${paymentId} is charged twice`]
      : []),
    ...(amountCents > most ? [`${amountCents} is charged, and ${most} was agreed to`] : []),
    ...(amountCents > owedCents ? [`${amountCents} is charged of ${owedCents} owed`] : []),
    ...(status === 'pending' ? [] : [`${paymentId} is charged, and ${status}`]),
    ...(payment?.amountCents === amountCents ? [] : [`${paymentId} is charged another amount`]),
    ...(isSkipped && bill.skippedDueOn === statement?.dueOn
      ? [`${paymentId} is charged, though its user skips this cycle`]
      : []),
    ...(method && method.status !== 'declined' ? [] : ['A declined method is charged']),
  ];
}

/** What was ordered before an act, by the payment: whether it waits for its user. */
export type Orders = ReadonlyMap<string, boolean>;

export function ordersOf(service: Pick<Service, 'table'>): Orders {
  const payments = recordsOf<StoredPayment>(service, 'pay_');
  return new Map(payments.map(({ _id, waiting }) => [_id, waiting !== undefined]));
}

/**
 * A request with a key and a link make one payment each, however often they are done again. Others that
 * have not ended may be charged as well.
 */
export function orderedTwice(
  service: Service,
  { act, before }: { readonly act: Act; readonly before: Orders },
): string[] {
  const isOrder = act.kind === 'call' && act.name === 'schedulePayment' && act.key !== undefined;
  const links = recordsOf<AuthRecord>(service, 'auth_').filter(({ link }) =>
    link?.items.includes('payment'),
  );
  if (act.kind !== 'task' && !(isOrder && links.length === 0)) return [];
  const charged = new Set(service.companies.charges.map(({ paymentId }) => paymentId));
  const orders = recordsOf<StoredPayment>(service, 'pay_').filter(
    ({ _id, automatic }) => charged.has(_id) && !automatic && (before.get(_id) ?? true),
  );
  return [...Map.groupBy(orders, ({ billId }) => billId)].flatMap(([billId, all]) =>
    all.length > 1 ? [`${billId} was ordered once, and is charged ${all.length} times`] : [],
  );
}

const failed: ReadonlySet<string> = new Set(['declined', 'held', 'cancelled']);

/** No payment is called failed that was taken, not even for a moment. */
export function failuresThoughTaken({ table, companies }: Service, paymentId: string): string[] {
  if (!companies.charges.some((one) => one.paymentId === paymentId)) return [];
  const payment = recordOf<StoredPayment>(table, paymentId);
  const called = [payment?.status, payment?.outcome?.kind].find((one) => failed.has(one ?? ''));
  return called ? [`${paymentId} is called ${called}, and was taken`] : [];
}

/** Events that say of a payment that nothing was taken for good. */
const denials: ReadonlySet<string> = new Set(['bill.payment.failed', 'bill.payment.cancelled']);

/** Once nothing is under way any more. */
export function wrongsInTheEnd(service: Service): string[] {
  const payments = recordsOf<StoredPayment>(service, 'pay_');
  const charged = new Map(service.companies.charges.map((one) => [one.paymentId, one.amountCents]));
  const told = Map.groupBy(service.table.events(), subjectOf);
  return [
    ...payments.flatMap((payment) =>
      wrongsOfPayment(payment, charged, told.get(payment._id) ?? []),
    ),
    ...[...charged.keys()]
      .filter((id) => !payments.some(({ _id }) => _id === id))
      .map((id) => `${id} is charged, and there is no such payment`),
    ...wrongsOfBills(service),
    ...wrongsOfMethods(service),
    ...[...service.executions.values()]
      .filter(({ ended }) => !ended)
      .map(({ name }) => `The execution ${name} never ends`),
    ...wrongsOfIndex(service),
    ...[...told].flatMap(([subject, events]) => wrongsOfNumbers(subject, events)),
  ];
}

function wrongsOfPayment(
  { _id, status, amountCents }: StoredPayment,
  charged: ReadonlyMap<string, number>,
  told: readonly EventRecord[],
): string[] {
  const isTaken = status === 'paid' || status === 'returned';
  const amount = charged.get(_id);
  const denied = told.find(({ type }) => denials.has(type));
  return [
    ...(status === 'pending' ? [`${_id} never ends`] : []),
    ...(isTaken !== (amount !== undefined) ? [`${_id} is ${status}, and ${amount} was taken`] : []),
    ...(isTaken && amount !== amountCents
      ? [`${_id} is of ${amountCents}: ${amount} was taken`]
      : []),
    ...(denied && status === 'paid' ? [`${_id} is paid, and told was ${denied.type}`] : []),
  ];
}

/** No bill waits for a payment that is over. */
function wrongsOfBills(service: Service): string[] {
  return recordsOf<BillRecord>(service, 'bill_').flatMap(
    ({ _id, pendingPaymentId: id, ...bill }) => [
      ...(id === undefined ? [] : [`${_id} waits for ${id}`]),
      ...(bill.deletedAt === undefined ? [] : [`${_id} of a link that is gone is there still`]),
    ],
  );
}

function wrongsOfMethods(service: Service): string[] {
  return recordsOf<PaymentMethodRecord>(service, 'pm_').flatMap(({ _id, status }) =>
    status === 'pending' ? [`${_id} is pending for good`] : [],
  );
}

/** Nothing is due for long that is not taken up. */
function wrongsOfIndex({ table, now }: Service): string[] {
  const before = instantText(now - 3 * HOUR);
  return table
    .due()
    .filter((item) => isOfPayments(item) && String(item.dueAt) < before)
    .map(({ sk, dueAt }) => `${sk} is due since ${dueAt}`);
}

export const isOfPayments = ({ dueKind }: Item): boolean => dueKind !== 'refresh';

function wrongsOfNumbers(subject: string, events: readonly EventRecord[]): string[] {
  let last = 0;
  for (const { sequence, type } of events) {
    const follows = type.endsWith('.created') ? sequence > last : sequence === last + 1;
    if (!follows) return [`${subject}: ${type} is number ${sequence} after ${last}`];
    last = sequence;
  }
  return [];
}
