/** What an id, a number or a text leads to, whatever it is of. */
import { randomBytes } from 'node:crypto';
import { addDays, type Day, dayOf } from '@billhook/core/base/dates';
import { clientOf, isRootId, type OwnedKind } from '@billhook/core/base/ids';
import { moneyText } from '@billhook/core/base/money';
import type { OwnedRecord } from '@billhook/core/base/owned-record';
import {
  askedShard,
  keptPartition,
  ownedKey,
  PARTNER_SHARDS,
} from '@billhook/core/base/table-keys';
import { isErasure } from '@billhook/core/erasing/erasure';
import { isKeptReference, type KeptPayment } from '@billhook/core/erasing/kept-payment';
import type { EventRecord } from '@billhook/core/events/event';
import { eventKey } from '@billhook/core/events/event-id';
import { DEPLOYMENT } from '@billhook/core/partner/audit';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { readReceiptNumber } from '@billhook/core/payment/receipt-number';
import { paymentOf, type StoredPayment } from '@billhook/core/payment/stored-payment';
import { isFindingId } from '@billhook/core/reconciliation/finding';
import { paymentIdOf } from '@billhook/core/reconciliation/judge-payment';
import { paymentOfOperation } from '@billhook/runtime/companies/remote/wire-ids';
import { everything, pagesOf } from '@billhook/runtime/erasing/everything';
import { findBeside } from '@billhook/runtime/payments/client-methods';
import { connectorStore } from '@billhook/runtime/stores/connector-store';
import { eventStore } from '@billhook/runtime/stores/event-store';
import { keptPaymentStore } from '@billhook/runtime/stores/kept-payment-store';
import { openStores, type Stores } from '@billhook/runtime/stores/open-stores';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { reconciliationStore } from '@billhook/runtime/stores/reconciliation-store';
import { wirePaymentStore } from '@billhook/runtime/stores/wire-payment-store';
import { listAll } from '@billhook/runtime/table/paging';
import { momentOf } from '@billhook/runtime/table/partner-time';
import { type Service, usageError } from '../command-group.ts';
import { clientsOf, withNumber } from '../find-receipt.ts';
import { billSentence } from '../next-sentence.ts';
import {
  eventsOf,
  findingsOf,
  inOrder,
  type Story,
  storyOfKept,
  storyOfPayment,
  textsOf,
} from './story.ts';

export type Where = {
  /** Only of this partner; of all where it is left out. */
  readonly partner?: string;
  readonly client?: string;
  /** How far back a confirmation or the id of a request is looked for. */
  readonly days: number;
};

type Finder = (stores: Stores, text: string, where: Where, service: Service) => Promise<Story[]>;

/** The first that knows the text finds it. What is none of our ids may be a confirmation or a request's. */
const finders: readonly (readonly [(text: string) => boolean, Finder])[] = [
  [(text) => readReceiptNumber(text) !== undefined, byReceipt],
  [(text) => clientOf('pay', paymentIdOf(text)) !== undefined, byPayment],
  [isKeptReference, byReference],
  [isFindingId, byFinding],
  [(text) => eventKey(text) !== undefined, byEvent],
  [(text) => isRootId('cl', text), byClient],
  [(text) => isRootId('ptn', text), byPartner],
  [(text) => ownedKindOf(text) !== undefined, byOwned],
  [(text) => wireIdOf(text) !== undefined, byWireId],
  [() => true, byText],
];

export async function find(service: Service, text: string, where: Where): Promise<Story[]> {
  const stores = openStores({ table: service.table, random: randomBytes });
  const [, finder] = finders.find(([knows]) => knows(text)) ?? [];
  return finder ? finder(stores, text, where, service) : [];
}

async function byReceipt(stores: Stores, text: string, where: Where, service: Service) {
  const number = readReceiptNumber(text) ?? '';
  const found: PaymentRecord[] = [];
  if (where.client) found.push(...(await withNumber(stores.table, [where.client], number)));
  else {
    for await (const partnerId of partnersOf(stores, where)) {
      service.remark(`Searching the payments of ${partnerId}`);
      const clients = clientsOf(stores.table, partnerId);
      found.push(...(await withNumber(stores.table, clients, number)));
    }
  }
  return Promise.all(found.map((payment) => storyOfPayment(stores, payment)));
}

async function byPayment(stores: Stores, text: string): Promise<Story[]> {
  const payment = await stores.payments.findAny(paymentIdOf(text));
  if (payment) return [await storyOfPayment(stores, payment)];
  // Its client was erased, and the money may still come back.
  const keptPayments = keptPaymentStore(stores.table);
  const returnable = await keptPayments.findReturnable(paymentIdOf(text));
  const kept = returnable && (await keptPayments.find(returnable));
  return kept ? [await storyOfKept(stores, kept, paymentIdOf(text))] : [];
}

/** What stays of a payment whose client was erased. */
async function byReference(stores: Stores, reference: string, where: Where) {
  return keptStories(stores, where, ({ _id }) => _id === reference);
}

async function keptStories(
  stores: Stores,
  where: Where,
  isWanted: (kept: KeptPayment) => boolean,
): Promise<Story[]> {
  const found: KeptPayment[] = [];
  for await (const partnerId of partnersOf(stores, where)) {
    for await (const page of pagesOf<KeptPayment>(stores.table, keptPartition(partnerId)))
      found.push(...page.filter(isWanted));
  }
  return Promise.all(found.map((kept) => storyOfKept(stores, kept)));
}

/** As connectors and logs name a payment, or one of its submissions. */
function wireIdOf(text: string): string | undefined {
  return paymentOfOperation(text) ?? paymentOfOperation(`${text}-1`);
}

async function byWireId(stores: Stores, text: string): Promise<Story[]> {
  const wireId = wireIdOf(text) ?? '';
  const payments = wirePaymentStore(stores.table);
  for (const { id } of await connectorStore(stores.table).list()) {
    const paymentId = await payments.find(id, wireId);
    if (paymentId) return byPayment(stores, paymentId);
  }
  return [];
}

async function byFinding(stores: Stores, id: string, where: Where): Promise<Story[]> {
  const findings = reconciliationStore(stores.table);
  const owners = [DEPLOYMENT];
  for await (const partnerId of partnersOf(stores, where)) owners.push(partnerId);
  for (const ownerId of owners) {
    const found = await findings.findFinding(ownerId, id);
    if (!found) continue;
    const { pk: _pk, sk: _sk, seenIn: _run, ...facts } = found as typeof found & Keyed;
    const own: Story = { kind: 'finding', id, now: { ownerId, ...textsOf(facts) }, happened: [] };
    const { paymentId = '' } = found;
    const about = isKeptReference(paymentId)
      ? await byReference(stores, paymentId, where)
      : await byPayment(stores, paymentId);
    return [own, ...about];
  }
  return [];
}

type Keyed = { readonly pk?: string; readonly sk?: string };

/** The event, and the story of what it is about. */
async function byEvent(
  stores: Stores,
  id: string,
  where: Where,
  service: Service,
): Promise<Story[]> {
  const key = eventKey(id);
  const event = key && (await stores.table.get<EventRecord>(key));
  if (!event) return [];
  const { clientId, partnerId, type, resource, data } = event;
  const { payment } = data as { readonly payment?: { readonly _id?: string } };
  const own: Story = {
    ...{ kind: 'event', id },
    now: {
      ...{ type, partnerId, ...(clientId && { clientId }) },
      ...{ resource: `${resource.type} ${resource.id}` },
    },
    happened: await eventsOf(stores, { partnerId, clientId }, ({ _id }) => _id === id),
  };
  const about = payment?._id ?? resource.id;
  const more = clientOf('pay', about)
    ? await byPayment(stores, about)
    : await byOwned(stores, about, where, service);
  return [own, ...more];
}

async function byClient(stores: Stores, id: string): Promise<Story[]> {
  const client = await stores.clients.read(id);
  if (!client) return [];
  if (isErasure(client)) {
    const { ofPartner: partnerId, erasure, since } = client;
    const now = { partnerId, erasure };
    return [{ kind: 'client', id, now, happened: [{ at: since, what: 'erased', facts: {} }] }];
  }
  const { partnerId, created } = client;
  const kinds = ['auth_', 'bill_', 'pm_', 'pay_', 'swap_'];
  const records = await Promise.all(
    kinds.map((prefix) => everything<{ status?: unknown }>(stores.table, id, prefix)),
  );
  const counted = kinds.map((kind, index) => [`${kind}`, String(records[index]?.length ?? 0)]);
  const owned = (paymentId: string) => clientOf('pay', paymentId) === id;
  return [
    {
      ...{ kind: 'client', id },
      now: { partnerId, created, ...Object.fromEntries(counted) },
      happened: inOrder([
        ...(await eventsOf(stores, { partnerId, clientId: id }, () => true)),
        ...(await findingsOf(stores, partnerId, owned)),
      ]),
    },
  ];
}

async function byPartner(stores: Stores, id: string): Promise<Story[]> {
  const partner = await partnerStore(stores.table).find(id);
  if (!partner) return [];
  const { name, status, created } = partner;
  const report = await reconciliationStore(stores.table).latestReport(id);
  const happened = await findingsOf(stores, id, () => true);
  const now = { name, status, created, ...(report && { lastReport: report.day }) };
  return [{ kind: 'partner', id, now, happened: inOrder(happened) }];
}

const ownedKinds: readonly OwnedKind[] = ['bill', 'auth', 'pm', 'swap'];

function ownedKindOf(id: string): OwnedKind | undefined {
  return ownedKinds.find((kind) => clientOf(kind, id) !== undefined);
}

/** A bill, an auth, a payment method or a swap: ids and states alone, and what was told of it. */
async function byOwned(
  stores: Stores,
  id: string,
  _where: Where,
  { now }: Service,
): Promise<Story[]> {
  const kind = ownedKindOf(id);
  const key = kind && ownedKey(kind, id);
  const record = key && (await stores.table.get<OwnedRecord & Shown>(key));
  if (!kind || !record) return [];
  const { clientId, partnerId, companyId, pendingPaymentId, partialSince, status, reported } =
    record;
  const happened = await eventsOf(stores, { partnerId, clientId }, (event) =>
    JSON.stringify([event.resource, event.data]).includes(`"${id}"`),
  );
  const next = kind === 'bill' ? await nextOf(stores, id, now) : undefined;
  const own: Story = {
    ...{ kind, id },
    now: {
      ...(next && { next }),
      ...{ partnerId, clientId, ...(companyId && { companyId }) },
      ...(typeof status === 'string' && { status }),
      ...(pendingPaymentId && { pendingPaymentId }),
      ...(partialSince && { partlyReadSince: partialSince }),
      ...(reported?.balanceCents !== undefined && { balance: moneyText(reported.balanceCents) }),
      ...(reported?.dueOn && { dueOn: reported.dueOn }),
    },
    happened: inOrder(happened),
  };
  if (kind !== 'bill') return [own];
  const all = await everything<StoredPayment>(stores.table, clientId, 'pay_');
  const payments = all.filter(({ billId }) => billId === id).map(paymentOf);
  return [own, ...(await Promise.all(payments.map((one) => storyOfPayment(stores, one))))];
}

/** What becomes of the bill, by what decides on its day. */
async function nextOf(stores: Stores, billId: string, now: number): Promise<string | undefined> {
  const bill = await stores.bills.findAny(billId);
  if (!bill || bill.deletedAt) return undefined;
  const { partnerNow } = await momentOf(stores.table, bill, now);
  return billSentence(bill, await findBeside(stores, bill), partnerNow);
}

type Shown = {
  readonly companyId?: string;
  readonly pendingPaymentId?: string;
  readonly partialSince?: string;
  readonly status?: unknown;
  readonly reported?: { readonly balanceCents?: number; readonly dueOn?: Day };
};

/** A company's confirmation, a partner's name for a payment, or the id of a request. */
async function byText(stores: Stores, text: string, where: Where, service: Service) {
  const { now } = service;
  const stories: Story[] = [];
  for await (const partnerId of partnersOf(stores, where)) {
    service.remark(`Searching the last ${where.days} days of ${partnerId}`);
    for await (const payment of paymentsOf(stores, partnerId, dayOf(now), where.days)) {
      if (isCalled(payment, text)) stories.push(await storyOfPayment(stores, payment));
    }
    const events = eventStore(stores.table);
    const from = now - where.days * 24 * 60 * 60 * 1000;
    const made = await listAll((page) => events.list({ partnerId, from }, page));
    for (const { _id } of made.filter(({ requestId }) => requestId === text))
      stories.push(...(await byEvent(stores, _id, where, service)));
  }
  const first = addDays(dayOf(now), -where.days);
  stories.push(
    ...(await keptStories(
      stores,
      where,
      ({ confirmation, paidOn }) => confirmation === text && paidOn >= first,
    )),
  );
  return [...new Map(stories.map((story) => [`${story.kind} ${story.id}`, story])).values()];
}

function isCalled({ outcome, paymentIdentifier }: PaymentRecord, text: string): boolean {
  const confirmation = outcome?.kind === 'paid' ? outcome.confirmation : undefined;
  return confirmation === text || paymentIdentifier === text;
}

async function* paymentsOf({ table }: Stores, partnerId: string, today: Day, days: number) {
  for (let back = 0; back <= days; back += 1) {
    for (let shard = 0; shard < PARTNER_SHARDS; shard += 1) {
      const partition = askedShard(partnerId, addDays(today, -back), shard);
      let after: Record<string, string> | undefined;
      do {
        const range = { index: 'byPartner' as const, partition, after };
        const page = await table.query<StoredPayment>(range);
        yield* page.items.map(paymentOf);
        after = page.next;
      } while (after);
    }
  }
}

async function* partnersOf({ table }: Stores, { partner }: Where): AsyncGenerator<string> {
  const partners = partnerStore(table);
  if (partner === undefined) {
    yield* partners.listIds();
    return;
  }
  if (!(await partners.find(partner))) throw usageError(`There is no partner ${partner}`);
  yield partner;
}
