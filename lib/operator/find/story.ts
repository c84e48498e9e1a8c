/** The story of something: what happened to it, in order, from all that is stored of it. */
import { instantText } from '@billhook/core/base/dates';
import { moneyText } from '@billhook/core/base/money';
import type { KeptPayment } from '@billhook/core/erasing/kept-payment';
import type { EventRecord } from '@billhook/core/events/event';
import { subjectOf } from '@billhook/core/events/event';
import { DEPLOYMENT } from '@billhook/core/partner/audit';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { accountOf } from '@billhook/core/payment/payment';
import { receiptNumber } from '@billhook/core/payment/receipt-number';
import { listAudit } from '@billhook/runtime/partners/audit';
import { deliveryStore } from '@billhook/runtime/stores/delivery-store';
import { eventStore } from '@billhook/runtime/stores/event-store';
import type { Stores } from '@billhook/runtime/stores/open-stores';
import { reconciliationStore } from '@billhook/runtime/stores/reconciliation-store';
import { listAll } from '@billhook/runtime/table/paging';

/** One thing that happened, or is so now: `at` is an instant or a day. */
export type Happening = {
  readonly at: string;
  readonly what: string;
  readonly facts: Readonly<Record<string, string>>;
};

export type Story = {
  readonly kind: string;
  readonly id: string;
  /** How it stands now. */
  readonly now: Readonly<Record<string, string>>;
  readonly happened: readonly Happening[];
};

/** All that is known of a payment, from its order to what reconciliation says of it. */
export async function storyOfPayment(stores: Stores, payment: PaymentRecord): Promise<Story> {
  const { _id, clientId, partnerId, billId, companyId, authId, status, submitted } = payment;
  const amountCents = submitted?.amountCents;
  const company = await stores.companies.find(companyId);
  const lock = payment.statement ? await stores.ledgers.find(accountOf(payment)) : undefined;
  const unposted = lock?.unposted.find(({ paymentId }) => paymentId === _id);
  const happened = [
    ...planned(payment),
    ...(await eventsOf(stores, { clientId, partnerId }, (event) => subjectOf(event) === _id)),
    ...(await settlementsOf(stores, company?.connector ?? '', _id)),
    ...(await auditOf(stores, partnerId, _id)),
    ...(await findingsOf(stores, partnerId, (paymentId) => paymentId === _id)),
  ];
  return {
    ...{ kind: 'payment', id: _id },
    now: {
      ...{ status, receiptNumber: receiptNumber(_id), partnerId, clientId, billId, authId },
      ...{ companyId, ...(company && { company: company.name }) },
      ...(amountCents !== undefined && { amount: moneyText(amountCents) }),
      ...(payment.methodId && { paymentMethodId: payment.methodId }),
      ...(lock?.pendingPaymentId && { accountHeldBy: lock.pendingPaymentId }),
      ...(unposted && { notShownByCompany: `until ${unposted.until}` }),
    },
    happened: inOrder(happened),
  };
}

/** What stays of a payment whose client was erased; with its id, what its connector reported too. */
export async function storyOfKept(
  stores: Stores,
  kept: KeptPayment,
  paymentId?: string,
): Promise<Story> {
  const { _id, partnerId, companyId, amountCents, feeCents, confirmation, paidOn, returned } = kept;
  const company = await stores.companies.find(companyId);
  const connectorId = company?.connector ?? '';
  const happened = [
    { at: paidOn, what: 'paid', facts: {} },
    ...(paymentId === undefined ? [] : await settlementsOf(stores, connectorId, paymentId)),
    ...(returned
      ? [{ at: returned.on, what: 'returned', facts: { reason: returned.reason } }]
      : []),
    ...(await findingsOf(stores, partnerId, (one) => one === _id)),
  ];
  return {
    ...{ kind: 'payment of an erased client', id: _id },
    now: {
      ...{ status: returned ? 'returned' : 'paid', partnerId },
      ...{ companyId, ...(company && { company: company.name }) },
      amount: moneyText(amountCents),
      ...(feeCents !== undefined && { fee: moneyText(feeCents) }),
      ...(confirmation !== undefined && { confirmation }),
    },
    happened: inOrder(happened),
  };
}

function planned(payment: PaymentRecord): Happening[] {
  const { created, begunAt, outcome, payOn, promised } = payment;
  const { number = 1, firstAskedAt, askedAt } = payment.submitted ?? {};
  const ordered = payment.automatic ? 'automatic' : (payment.orderedBy ?? 'unknown');
  const facts = {
    ...{ payOn, orderedBy: ordered },
    ...(promised && {
      promised: moneyText(promised.cents),
      promisedFee: moneyText(promised.feeCents),
    }),
  };
  const at = (milliseconds: number | undefined, what: string, more = {}): Happening[] =>
    milliseconds === undefined ? [] : [{ at: instantText(milliseconds), what, facts: more }];
  const again = askedAt !== firstAskedAt ? askedAt : undefined;
  const paid = outcome?.kind === 'paid' ? outcome : undefined;
  const { confirmation } = paid ?? {};
  return [
    { at: created, what: 'planned', facts },
    ...at(begunAt, 'begun'),
    ...at(firstAskedAt, 'company asked', { submission: '1' }),
    ...at(again, 'company asked again', { submission: String(number) }),
    ...at(paid?.paidAt, 'paid', {
      ...(paid && { amount: moneyText(paid.amountCents) }),
      ...(paid?.feeCents !== undefined && { fee: moneyText(paid.feeCents) }),
      ...(paid?.saidAt !== undefined && { companySays: instantText(paid.saidAt) }),
      ...(confirmation !== undefined && { confirmation }),
    }),
  ];
}

/** What partners were told, and what came of it. */
export async function eventsOf(
  { table }: Pick<Stores, 'table'>,
  owner: { readonly partnerId: string; readonly clientId?: string },
  isWanted: (event: EventRecord) => boolean,
): Promise<Happening[]> {
  const events = eventStore(table);
  const deliveries = deliveryStore(table);
  const all = await listAll((page) => events.list(owner, page));
  const told: Happening[] = [];
  for (const event of all.filter(isWanted)) {
    const { _id, type, created, sessionId, requestId } = event;
    const sent = await deliveries.listOfEvent(event);
    const states = sent.map(({ endpointId, state }) => `${endpointId} ${state}`).join(', ');
    told.push({
      ...{ at: created, what: `event ${type}` },
      facts: {
        eventId: _id,
        ...(sessionId !== undefined && { sessionId }),
        ...(requestId !== undefined && { requestId }),
        ...(states !== '' && { deliveries: states }),
        ...(event.dueShard !== undefined && { untold: 'yes' }),
      },
    });
  }
  return told;
}

async function settlementsOf(
  { table }: Stores,
  connectorId: string,
  paymentId: string,
): Promise<Happening[]> {
  const lines = await reconciliationStore(table).settlementsOf(connectorId, paymentId);
  return lines.map(({ kind, at, amountCents, feeCents, submissionId, confirmation }) => ({
    ...{ at: instantText(at), what: `${connectorId} reports ${kind}` },
    facts: {
      ...{ submissionId, amount: moneyText(amountCents) },
      ...(feeCents !== undefined && { fee: moneyText(feeCents) }),
      ...(confirmation !== undefined && { confirmation }),
    },
  }));
}

async function auditOf(
  { table }: Stores,
  partnerId: string,
  paymentId: string,
): Promise<Happening[]> {
  const entries = await listAudit(table, partnerId);
  return entries
    .filter(({ detail }) => detail?.paymentId === paymentId)
    .map(({ at, actor, action, detail = {} }) => ({
      ...{ at, what: action },
      facts: { by: `${actor.kind} ${actor.id}`, ...textsOf(detail) },
    }));
}

/** Findings that are open, of one owner and of the deployment. */
export async function findingsOf(
  { table }: Pick<Stores, 'table'>,
  partnerId: string,
  isWanted: (paymentId: string) => boolean,
): Promise<Happening[]> {
  const store = reconciliationStore(table);
  const found: Happening[] = [];
  for (const owner of [partnerId, DEPLOYMENT]) {
    for await (const one of store.openFindings(owner)) {
      const { _id, kind, paymentId, firstSeenOn, lastSeenOn } = one;
      if (paymentId === undefined || !isWanted(paymentId)) continue;
      found.push({ at: firstSeenOn, what: `found ${kind}`, facts: { findingId: _id, lastSeenOn } });
    }
  }
  return found;
}

export function inOrder(happened: readonly Happening[]): Happening[] {
  return happened.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1));
}

export function textsOf(record: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value)]));
}
