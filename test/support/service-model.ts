/** The model of `test/model` as the running service's table has it, for walks against the service. */

import type { AuthRecord } from '@billhook/core/auth/auth';
import { questionsOf } from '@billhook/core/auth/challenge';
import { ledgerKey } from '@billhook/core/base/table-keys';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { ClientRecord } from '@billhook/core/client/client';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import type { AccountLedger } from '@billhook/core/payment/account-ledger';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import type { Table } from '@billhook/runtime/table/types';
import { groundOf } from '../model/compare.ts';
import { ledgerKey as keyInModel } from '../model/ledgers.ts';
import { emptyModel, type Ground, type Ids, type Model } from '../model/state.ts';

type Row = { readonly pk: string; readonly sk: string };

/** The model, and what is still under way. */
export async function readModel(
  table: Table,
  clientIds: readonly string[],
): Promise<{ readonly model: Model; readonly unended: string[] }> {
  const model = emptyModel();
  const unended: string[] = [];
  for (const clientId of clientIds) {
    const { items } = await table.query<Row>({ partition: clientId });
    for (const row of items) addRow(model, row, unended);
  }
  for (const { companyId, accountKey } of Object.values(model.bills)) {
    const ledger = await table.get<AccountLedger>(ledgerKey(companyId, accountKey));
    if (ledger) model.ledgers[keyInModel({ companyId, accountKey })] = ledger;
  }
  return { model, unended };
}

function addRow(model: Model, row: Row, unended: string[]): void {
  if (row.sk === 'pm') addClient(model, row as unknown as ClientRecord);
  if (row.sk.startsWith('auth_')) addAuth(model, row as unknown as AuthRecord, unended);
  if (row.sk.startsWith('bill_')) addBill(model, row as unknown as BillRecord);
  if (row.sk.startsWith('pm_')) addMethod(model, row as unknown as PaymentMethodRecord, unended);
  if (row.sk.startsWith('pay_')) addPayment(model, row as unknown as StoredPayment, unended);
}

function addClient(model: Model, { _id, defaultMethodId }: ClientRecord): void {
  model.clients[_id] = { id: _id, defaultMethodId };
}

function addAuth(model: Model, auth: AuthRecord, unended: string[]): void {
  const { _id: id, clientId, link, challenge } = auth;
  if (link && !challenge) unended.push(id);
  model.auths[id] = {
    ...{ id, clientId, companyId: auth.company._id, form: {}, status: auth.status },
    ...{ bills: [...auth.billIds], deleted: auth.deletedAt !== undefined },
    ...{ loginId: auth.loginId ?? id, createdAt: Date.parse(auth.created) },
    everVerified: !auth.neverVerified,
    starts: { ground: knownGround(auth.starts) },
    ...(link && {
      link: {
        ...{ items: link.items, methodId: link.paymentMethodId, billId: link.billId },
        ...{ id: link.linkId, holdFixed: link.holdFixed, runs: 0, asked: 0, refused: 0 },
        accepted: link.accepted !== undefined,
      },
    }),
    ...(challenge && {
      challenge: {
        ...{ kind: challenge.asks.kind, token: challenge.token },
        expiresAt: Date.parse(challenge.expiresAt),
        asked: questionsOf(challenge.asks).map(({ identifier }) => identifier),
        ...(challenge.sentAt && { sentAt: Date.parse(challenge.sentAt) }),
      },
    }),
  };
}

/** Nothing is older than consents here. */
function knownGround(record: Parameters<typeof groundOf>[0]): Ground | undefined {
  const ground = groundOf(record);
  if (ground === 'legacy') throw new Error('A new record does not say who agreed');
  return ground;
}

/** The account's fingerprint stands for its key, which nothing in the table tells. */
function addBill(model: Model, bill: BillRecord): void {
  const { _id: id, clientId, companyId, noticed = {}, noticedOf = {} } = bill;
  model.bills[id] = {
    ...{ id, clientId, companyId, authId: bill.auth._id, accountKey: bill.accountFingerprint },
    ...{ reported: bill.reported, recurring: bill.recurring, schedule: bill.schedule },
    ...{ methodId: bill.methodId, scheduled: bill.scheduled, pending: bill.pendingPaymentId },
    ...{ declined: bill.declinedMethodId, skipped: bill.skippedDueOn, unposted: bill.unposted },
    ...{ statement: bill.statement, account: bill.account, skips: bill.skips },
    ...{ seenOn: bill.seenOn ?? '', readAt: bill.readAt ?? 0, waitsUntil: bill.waitsUntil },
    ...{ custom: bill.customPaymentAmountCents, ground: knownGround(bill) },
    ...{ planned: bill.newestPaymentId !== undefined, newest: bill.newestPaymentId },
    ...(bill.declineStands && { stands: true }),
    ...(bill.customLabel !== undefined && { label: bill.customLabel }),
    ...(bill.hidden && { hidden: true }),
    ...(bill.notifications === 'disabled' && { silent: true }),
    noticed: {
      upcoming: noticed.upcoming,
      scheduled: noticed['scheduled-payment'],
      overdue: noticed.overdue,
      of: { upcoming: noticedOf.upcoming, scheduled: noticedOf['scheduled-payment'] },
    },
    history: bill.payments.map(({ amountCents }) => amountCents),
    paidFor: bill.payments.map(({ statement }) => statement),
    paidBy: bill.payments.map(({ paymentId = '' }) => paymentId),
    deleted: bill.deletedAt !== undefined,
  };
}

function addMethod(model: Model, method: PaymentMethodRecord, unended: string[]): void {
  const { _id: id, clientId, type, status, declines, lastUsedAt } = method;
  if (method.dueKind === 'retry' || status === 'pending') unended.push(id);
  model.methods[id] = {
    ...{ id, clientId, type, status, declines, number: '', created: Date.parse(method.created) },
    ...{ inFlight: [...method.inFlight], assigned: [...method.assignedBills] },
    ...(lastUsedAt && { lastUsedAt: Date.parse(lastUsedAt) }),
    retryDue: method.dueKind === 'retry',
  };
}

function addPayment(model: Model, payment: StoredPayment, unended: string[]): void {
  const { _id: id, clientId, billId, authId, companyId, payOn, status, methodId } = payment;
  if (status === 'pending') unended.push(id);
  model.payments[id] = {
    ...{ id, clientId, billId, authId, companyId, payOn, status, methodId },
    ...{ amountCents: payment.amountCents },
    ...(payment.statement && { statement: payment.statement }),
    plannedOn: payment.created.slice(0, 10),
    rounds: payment.rounds ?? 0,
    ...(payment.waiting && {
      waits: {
        reason: payment.waiting.reason,
        ...{ seen: payment.waiting.seenCents, owed: payment.waiting.owedCents },
        reminded: payment.waiting.reminded ?? false,
      },
    }),
  };
}

/** Ids that a call makes are read from the table afterwards. */
export const laterIds: Ids = {
  linkOf: () => 'a link',
  challengeOf: () => 'a challenge',
  newPaymentOf: () => 'a payment',
  newMethodOf: () => 'a method',
};
