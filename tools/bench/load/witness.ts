/**
 * Whether anything was lost or wrong, once all is done: what the load knows it asked for, what the table
 * holds, what the companies took by their own books, and what arrived at the endpoints.
 */
import type { EventRecord } from '@billhook/core/events/event';
import { mayGoOut } from '@billhook/core/webhook/delivery';
import type { Receiver } from '../../../test/support/delivery-receiver.ts';
import {
  chargesOf,
  type Ledger,
  twiceCharged,
  wrongPayment,
} from '../../../test/support/ledger.ts';
import type { LoadBill, LoadClient, RealWorld } from './world.ts';

export type Findings = {
  readonly links: number;
  readonly orders: {
    readonly accepted: number;
    readonly refused: number;
    readonly unknown: number;
  };
  /** Made by the service; and by the companies' own books, with the sum of them in cents. */
  readonly paid: number;
  readonly charges: number;
  readonly chargedCents: number;
  readonly events: number;
  /** Sent more than once under the same id, which a receiver has to expect. */
  readonly duplicates: number;
  /** A sentence each; none when nothing was lost or wrong. */
  readonly wrongs: readonly string[];
};

const TEST_EVENT = 'webhook-endpoint.test';

export function findWrongs(
  ledger: Ledger,
  world: RealWorld,
  { accepted, counts }: Pick<Receiver, 'accepted' | 'counts'>,
): Findings {
  const charges = chargesOf(ledger);
  const bills = [...world.bills.values()];
  const clients = [...world.clients.values()];
  const sent = ledger.events.filter((event) => mayGoOut(event, {}) && event.type !== TEST_EVENT);
  const lost = sent.filter(({ _id }) => !accepted.has(_id));
  const ordered = (order: LoadBill['order']) => bills.filter((bill) => bill.order === order).length;
  return {
    links: clients.reduce((sum, { authIds }) => sum + authIds.length, 0),
    orders: {
      accepted: ordered('accepted'),
      refused: ordered('refused'),
      unknown: ordered('unknown'),
    },
    paid: ledger.payments.filter(({ status }) => status === 'paid').length,
    charges: charges.size,
    chargedCents: [...charges.values()].reduce(
      (sum, { outcome }) => sum + (outcome.kind === 'paid' ? outcome.amountCents : 0),
      0,
    ),
    events: sent.length,
    duplicates: [...accepted.values()].filter((times) => times > 1).length,
    wrongs: [
      ...twiceCharged(ledger),
      ...ledger.payments.flatMap((payment) => wrongPayment(payment, charges.get(payment._id))),
      ...chargedWithoutPayment(ledger, charges),
      ...wrongOrders(ledger, bills, charges),
      ...wrongLinks(ledger, clients, sent),
      ...lost.map(({ _id, type }) => `${_id} (${type}) never arrived`),
      ...(counts.unverified > 0 ? [`${counts.unverified} deliveries had a wrong signature`] : []),
      ...(counts.mismatched > 0 ? [`${counts.mismatched} deliveries differ from their event`] : []),
    ],
  };
}

type Charges = ReturnType<typeof chargesOf>;

function chargedWithoutPayment({ payments }: Ledger, charges: Charges): string[] {
  const known = new Set(payments.map(({ _id }) => _id));
  return [...charges.keys()]
    .filter((paymentId) => !known.has(paymentId))
    .map((paymentId) => `A company was paid for ${paymentId}, which nobody knows`);
}

/** Each order that was accepted is paid once and told, with what the bill owed; one that was refused is not. */
function wrongOrders({ payments, events }: Ledger, bills: readonly LoadBill[], charges: Charges) {
  const paymentsOf = Map.groupBy(payments, ({ billId }) => billId);
  const told = new Set(ofType(events, 'bill.payment.sent').map(({ resource }) => resource.id));
  return bills.flatMap(({ billId, order, cents }) => {
    const charged = (paymentsOf.get(billId) ?? []).filter(({ _id }) => charges.has(_id));
    const taken = charged.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
    const says = (wrong: string) => [`${billId}, ordered and ${order ?? 'not at all'}: ${wrong}`];
    if (charged.length > 1) return says(`charged ${charged.length} times`);
    if (order === 'accepted' && charged.length === 0) return says('never charged');
    if ((order === 'refused' || order === undefined) && taken > 0) return says('charged');
    if (charged.length > 0 && taken !== cents) return says(`${taken} was taken of ${cents}`);
    return charged.length > 0 && !told.has(billId) ? says('no event says that it is paid') : [];
  });
}

/** Each link that was accepted is verified, and has a bill, which an event tells. */
function wrongLinks({ auths, bills }: Ledger, clients: readonly LoadClient[], sent: EventRecord[]) {
  const standing = new Map(auths.map((auth) => [auth._id, auth]));
  const billsOf = Map.groupBy(bills.values(), ({ auth }) => auth._id);
  const told = new Set(ofType(sent, 'bill.created').map(({ resource }) => resource.id));
  return clients.flatMap(({ authIds }) =>
    authIds.flatMap((authId) => {
      const status = standing.get(authId)?.status;
      const found = billsOf.get(authId) ?? [];
      if (status !== 'verified') return [`${authId} is ${status ?? 'not there'}`];
      if (found.length === 0) return [`${authId} has no bill`];
      return found.every(({ _id }) => told.has(_id)) ? [] : [`No event tells of ${authId}'s bill`];
    }),
  );
}

function ofType(events: readonly EventRecord[], type: EventRecord['type']) {
  return events.filter((event) => event.type === type);
}
