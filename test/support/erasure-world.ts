/**
 * A client with something of every kind, in a table in memory: each field that can tell who somebody is
 * contains a canary. Beside it another client of the same partner, which nothing may happen to.
 */
import { createHash, randomBytes } from 'node:crypto';
import { instantText } from '@billhook/core/base/dates';
import { newOwnedId, newRootId } from '@billhook/core/base/ids';
import {
  activityKey,
  answerBudgetKey,
  approvalKey,
  clientDayKey,
  clientKey,
  earlierKey,
  identifierKey,
  numbersKey,
  rateKey,
  statementKey,
} from '@billhook/core/base/table-keys';
import { type ClientRecord, newClient } from '@billhook/core/client/client';
import { newEvent } from '@billhook/core/events/event';
import type { AccountLedger } from '@billhook/core/payment/account-ledger';
import { settleLedger } from '@billhook/core/payment/settlement';
import { paymentOf as inState, type StoredPayment } from '@billhook/core/payment/stored-payment';
import type { SwapRecord } from '@billhook/core/swap/swap';
import { deliveryKey, newDelivery } from '@billhook/core/webhook/delivery';
import { auditEntry, clientAuditEntry } from '@billhook/runtime/partners/audit';
import { openStores } from '@billhook/runtime/stores/open-stores';
import type { Write } from '@billhook/runtime/table/types';
import { type MemoryTable, memoryTable } from './memory-table.ts';
import { authRecord, billRecord, methodRecord, NOW, partnerId, TODAY } from './records.ts';

export const CANARY = 'canary';
export const AMOUNTS = [4_200, 1_999];

const company = (id: string) => ({
  _id: id,
  name: 'Water Works',
  logo: { url: 'https://logos.example/a.png', background: false },
});

export type Household = {
  readonly client: ClientRecord;
  readonly clientId: string;
  readonly billId: string;
  readonly paid: readonly StoredPayment[];
  readonly scheduled: StoredPayment;
  readonly swap: SwapRecord;
  /** Where the ledger of its account is. */
  readonly account: { readonly companyId: string; readonly accountFingerprint: string };
};

export type ErasureWorld = {
  readonly table: MemoryTable;
  readonly stores: ReturnType<typeof openStores>;
  readonly own: Household;
  readonly other: Household;
};

export async function openErasureWorld(now = NOW): Promise<ErasureWorld> {
  const table = memoryTable(() => now);
  const stores = openStores({ table, random: randomBytes });
  const own = await household(stores, CANARY);
  const other = await household(stores, 'neighbor');
  return { table, stores, own, other };
}

type Own = {
  readonly clientId: string;
  readonly partnerId: string;
  readonly partnerUserId: string;
};

async function household(stores: ErasureWorld['stores'], word: string): Promise<Household> {
  const clientId = newRootId('cl', randomBytes);
  const own = { clientId, partnerId, partnerUserId: `${word}-identifier` };
  const at = instantText(NOW);
  const fresh = newClient({ identifier: own.partnerUserId }, { clientId, partnerId, now: at });
  // As an earlier release kept it.
  const meta = { firstName: `${word}-first`, email: `${word}@b.example` };
  const client = { ...fresh, meta };
  const made = recordsOf(own, word);
  const { paid, scheduled, swap, billId, account, records } = made;
  await stores.table.write([
    { put: { ...client, ...clientKey(clientId) } },
    ...records.map((record) => ({ put: { ...record, pk: clientId, sk: record._id } })),
    ...eventsOf(own, word),
    ...countsOf(own, word),
    ...auditsOf(own, word, paid),
  ]);
  let ledger: AccountLedger | undefined;
  for (const one of paid) {
    if (one.outcome?.kind === 'paid') ledger = settleLedger(ledger, inState(one), one.outcome);
  }
  if (ledger) await stores.table.write([stores.ledgers.save(account, ledger)]);
  return { client, clientId, billId, paid, scheduled, swap, account };
}

function recordsOf(own: Own, word: string) {
  const id = (kind: 'auth' | 'bill' | 'pm' | 'pay' | 'swap') =>
    newOwnedId(kind, own.clientId, randomBytes);
  const account = { companyId: 'co_water', accountFingerprint: `${word.length}`.repeat(43) };
  const billId = id('bill');
  const method = methodRecord({
    ...own,
    _id: id('pm'),
    name: `${word}-holder`,
    identifier: `${word}-card`,
  });
  const auth = authRecord({
    ...own,
    _id: id('auth'),
    company: company('co_water'),
    billIds: [billId],
  });
  const ids = { billId, authId: auth._id, methodId: method._id };
  const payment = (cents: number) => paymentOf({ ...own, ...account, ...ids, word }, cents);
  const paid = AMOUNTS.map(payment);
  const declined = { ...payment(700), status: 'declined', outcome: { kind: 'declined' } } as const;
  const { outcome: _none, statement: _not, ...open } = payment(900);
  const scheduled: StoredPayment = { ...open, status: 'scheduled' };
  const bill = billRecord({
    ...own,
    ...account,
    _id: billId,
    auth: { ...billRecord().auth, _id: auth._id },
    customLabel: `${word}-label`,
    paymentIdentifier: `${word}-bill`,
    methodId: method._id,
    scheduled: { paymentId: scheduled._id, payOn: TODAY },
    partnerShard: `${partnerId}#1`,
  });
  const swap: SwapRecord = {
    ...own,
    _id: id('swap'),
    version: 1,
    authId: auth._id,
    company: company('co_water'),
    status: 'completed',
    paymentMethodId: method._id,
    created: instantText(NOW),
    attempt: 1,
  };
  const records = [auth, bill, method, swap, ...paid, declined, scheduled];
  return { records, account, paid, scheduled, swap, billId };
}

function paymentOf(
  given: Own & {
    readonly companyId: string;
    readonly accountFingerprint: string;
    readonly billId: string;
    readonly authId: string;
    readonly methodId: string;
    readonly word: string;
  },
  cents: number,
): StoredPayment {
  const { accountFingerprint, word, ...of } = given;
  return {
    ...of,
    _id: newOwnedId('pay', of.clientId, randomBytes),
    version: 3,
    status: 'paid',
    created: instantText(NOW),
    payOn: TODAY,
    paymentIdentifier: `${word}-payment`,
    submission: 1,
    amountCents: cents,
    statement: { accountFingerprint, dueOn: '2026-12-05' },
    outcome: { kind: 'paid', amountCents: cents, paidAt: NOW, confirmation: `A-${cents}` },
  };
}

function eventsOf({ clientId, partnerUserId: identifier }: Own, word: string): Write[] {
  const event = newEvent(
    {
      type: 'auth.created',
      resource: { type: 'client', id: clientId },
      data: { note: `${word}-event` },
    },
    { partnerId, clientId, identifier, sequence: 1, now: NOW },
    randomBytes,
  );
  const delivery = newDelivery(event, newRootId('we', randomBytes), { state: 'parked', now: NOW });
  const key = deliveryKey(delivery);
  if (!key) throw new Error('The event has no id of ours');
  return [{ put: event }, { put: { ...delivery, ...key } }];
}

function countsOf({ clientId, partnerUserId }: Own, word: string): Write[] {
  const digest = createHash('sha256').update(partnerUserId).digest('base64url');
  const accounts = { x: { customLabel: `${word}-earlier` } };
  const authId = newOwnedId('auth', clientId, randomBytes);
  return [
    { put: { ...identifierKey(partnerId, digest), clientId, partnerId } },
    { put: { ...activityKey(clientId, 'link'), version: 1, times: [NOW] } },
    { put: { ...approvalKey(clientId, newOwnedId('pay', clientId, randomBytes)), paymentId: 'x' } },
    { put: { ...clientDayKey(clientId, TODAY), cents: 6_199 } },
    { put: { ...numbersKey(clientId, authId), lastNumber: 4 } },
    { put: { ...earlierKey(clientId, 'co_gas'), version: 1, accounts } },
    { put: { ...rateKey(clientId), fullAt: NOW } },
    { put: { ...answerBudgetKey(clientId, TODAY), bytes: 10 } },
  ];
}

function auditsOf({ clientId }: Own, word: string, [paid]: readonly StoredPayment[]): Write[] {
  const actor = { kind: 'client', id: clientId } as const;
  const operator = { kind: 'operator', id: 'local:ada' } as const;
  const text = { text: `${word}-consent` };
  const evidence = { paymentId: paid?._id ?? '', outcome: 'paid', evidence: `${word}-evidence` };
  return [
    clientAuditEntry(clientId, { actor, action: 'consent-given', now: NOW, detail: text }),
    auditEntry({
      partnerId,
      actor: operator,
      action: 'payment-settled',
      now: NOW,
      detail: evidence,
    }),
  ];
}

/** Everything that the table holds, as text: what an export of it would show. */
export function exported({ items }: MemoryTable): string {
  return JSON.stringify([...items.values()]);
}

/** What was put where, but for one household's. */
export function itemsOf({ items }: MemoryTable, clientId: string): Record<string, unknown>[] {
  const root = clientId.slice('cl_'.length);
  return [...items.values()].filter((item) => JSON.stringify(item).includes(root));
}

/** What release 0.1.0 left of a payment of a statement, and no ledger. */
export async function asBefore(
  { table }: ErasureWorld,
  { account, paid }: Household,
): Promise<void> {
  await table.write([
    { delete: { pk: `account#${account.companyId}#${account.accountFingerprint}`, sk: 'ledger' } },
    ...paid.map((payment, month): Write => {
      const { submission: _later, ...before } = payment;
      const statement = { accountFingerprint: account.accountFingerprint, dueOn: dueOn(month) };
      return { put: { ...before, statement, pk: payment.clientId, sk: payment._id } };
    }),
    ...paid.map((payment, month) => ({
      put: {
        ...statementKey(account.companyId, account.accountFingerprint, dueOn(month)),
        paymentId: payment._id,
        state: 'held',
      },
    })),
  ]);
}

const dueOn = (month: number) => `2026-1${month + 1}-05`;
