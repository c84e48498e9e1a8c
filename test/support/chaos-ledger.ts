/** What the table holds after the payments, held against what the companies took. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { AuthRecord } from '@billhook/core/auth';
import { type BillRecord, owes } from '@billhook/core/bill';
import type { EventRecord } from '@billhook/core/events/event';
import type { PaymentRecord } from '@billhook/core/payment';
import type { PaymentMethodRecord } from '@billhook/core/payment-method';
import type { AccountLedger } from '@billhook/core/payments/account-ledger';
import type { Attempt, SandboxAccountRecord } from '@billhook/core/sandbox/account';
import type { SwapRecord } from '@billhook/core/swap';
import { callTable, findTable, scanTable } from '../../lib/measure/table-server.ts';
import type { Subject } from './chaos-trial.ts';

export type Ledger = {
  readonly payments: readonly PaymentRecord[];
  readonly bills: ReadonlyMap<string, BillRecord>;
  readonly methods: readonly PaymentMethodRecord[];
  readonly accounts: readonly SandboxAccountRecord[];
  readonly ledgers: readonly AccountLedger[];
  readonly auths: readonly AuthRecord[];
  readonly swaps: readonly SwapRecord[];
  readonly events: readonly EventRecord[];
};

type Item = { readonly pk: string; readonly sk: string };

const MINUTE = 60_000;

export async function readLedger(tableUrl: string): Promise<Ledger> {
  const rows = (await scanTable(tableUrl)) as unknown as Record<string, AttributeValue>[];
  const items = rows.map((row) => plain({ M: row }) as Item);
  const named = <T>(prefix: string) =>
    items.filter(({ sk }) => sk.startsWith(prefix)) as unknown as T[];
  const within = <T>(prefix: string) =>
    items.filter(({ pk }) => pk.startsWith(prefix)) as unknown as T[];
  return {
    payments: named<PaymentRecord>('pay_'),
    bills: new Map(named<BillRecord>('bill_').map((bill) => [bill._id, bill])),
    methods: named<PaymentMethodRecord>('pm_'),
    accounts: within<{ account?: SandboxAccountRecord }>('sandbox#').flatMap(
      ({ account }) => account ?? [],
    ),
    ledgers: within<AccountLedger>('account#'),
    auths: named<AuthRecord>('auth_'),
    swaps: named<SwapRecord>('swap_'),
    events: named<EventRecord>('evt#').filter(({ _id }) => _id !== undefined),
  };
}

/** A value without its type's name; what is read here has numbers, texts, lists and maps. */
function plain({ M, L, N, S, BOOL }: AttributeValue): unknown {
  if (M) return Object.fromEntries(Object.entries(M).map(([name, value]) => [name, plain(value)]));
  if (L) return L.map(plain);
  return N === undefined ? (S ?? BOOL) : Number(N);
}

/** Payments that have not ended, and methods that still wait for one. */
export function unendedOf({ payments, methods, bills }: Ledger): string[] {
  return [
    ...payments
      .filter(({ status }) => status === 'pending' || status === 'scheduled')
      .map(({ _id, status }) => `${_id} is ${status}`),
    ...methods
      .filter(({ inFlight }) => inFlight.length > 0)
      .map(({ _id }) => `${_id} waits for a payment`),
    ...[...bills.values()]
      .filter(({ pendingPaymentId, scheduled }) => pendingPaymentId ?? scheduled)
      .map(({ _id }) => `${_id} waits for a payment`),
  ];
}

/**
 * Time passes for what is due later or was asked for a moment ago. Only when nothing is under way:
 * what is being done would else look as if it had been given up.
 */
export async function letTimePass(tableUrl: string, { payments }: Ledger): Promise<void> {
  const TableName = await findTable(tableUrl);
  // Also by the clock of a service that is behind.
  const past = new Date(Date.now() - MINUTE).toISOString();
  for (const { _id, clientId, dueAt, version } of payments) {
    if (dueAt === undefined || dueAt <= past) continue;
    await callTable(tableUrl, 'UpdateItem', {
      TableName,
      Key: { pk: { S: clientId }, sk: { S: _id } },
      UpdateExpression: 'SET dueAt = :past REMOVE askedAt',
      ConditionExpression: 'dueAt = :then AND version = :version',
      ExpressionAttributeValues: {
        ':past': { S: past },
        ':then': { S: dueAt },
        ':version': { N: String(version) },
      },
    }).catch((error: Error) => {
      if (!error.message.includes('ConditionalCheckFailed')) throw error;
    });
  }
}

/** Everything that is wrong, a sentence each; nothing when each payment was made as it should be. */
export function wrongsOf(ledger: Ledger, subjects: readonly Subject[]): string[] {
  const attempts = ledger.accounts.flatMap((account) => account.attempts);
  const paid = new Map(
    attempts
      .filter(({ outcome }) => outcome.kind === 'paid')
      .map((one) => [paymentOf(one.paymentId), one]),
  );
  return [
    ...twiceCharged(ledger),
    ...ledger.payments.flatMap((payment) => wrongPayment(payment, paid.get(payment._id))),
    ...subjects.flatMap((subject) => wrongSubject(ledger, subject, paid)),
    ...ledger.ledgers.flatMap(({ pendingPaymentId }) =>
      pendingPaymentId ? [`${pendingPaymentId} still takes its account`] : [],
    ),
  ];
}

/** The payment that a submission is of. */
export function paymentOf(submissionId: string): string {
  return submissionId.replace(/-\d+$/, '');
}

/** Each account has one statement in the whole run. */
function twiceCharged({ accounts }: Ledger): string[] {
  return accounts
    .map(({ attempts }) => attempts.filter(({ outcome }) => outcome.kind === 'paid'))
    .filter((paid) => paid.length > 1)
    .map(
      (paid) => `One statement was paid by ${paid.map(({ paymentId }) => paymentId).join(', ')}`,
    );
}

function wrongPayment(payment: PaymentRecord, charge: Attempt | undefined): string[] {
  const { _id, status, amountCents } = payment;
  if ((status === 'paid') !== (charge !== undefined)) {
    return [`${_id} is ${status}, and the company ${charge ? 'was paid' : 'has no such payment'}`];
  }
  const charged = charge?.outcome.kind === 'paid' ? charge.outcome.amountCents : amountCents;
  return charged === amountCents ? [] : [`${_id} is of ${amountCents}, and ${charged} was paid`];
}

function wrongSubject(
  { bills, payments }: Ledger,
  { billId, plan, pays, answer }: Subject,
  charges: ReadonlyMap<string, Attempt>,
): string[] {
  const bill = bills.get(billId);
  const own = payments.filter((payment) => payment.billId === billId);
  const charged = own.filter(({ _id }) => charges.has(_id));
  const history = bill?.payments ?? [];
  // A cancellation that meets a payment under way ends it where its company never took it.
  const stopped = own.some(({ status, cancelAsked }) => status === 'cancelled' && cancelAsked);
  const shouldPay = pays && plan !== 'cancel-later' && !(plan === 'race-cancel' && stopped);
  const wrongs: string[] = [];
  const expectThat = (holds: boolean, wrong: string) => {
    if (!holds) wrongs.push(`${billId} (${plan}, answered ${answer}): ${wrong}`);
  };
  expectThat(
    history.length === charged.length,
    `history of ${history.length}, ${charged.length} charged`,
  );
  expectThat(charged.length === (shouldPay ? 1 : 0), `charged ${charged.length} times`);
  const [entry] = history;
  const [payment] = charged;
  if (entry && payment) {
    expectThat(entry.amountCents === payment.amountCents, 'its history tells another amount');
    expectThat(bill !== undefined && !owes(bill), 'it is paid and still owes');
  }
  const told = own.some(({ status }) => status !== 'scheduled' && status !== 'pending');
  expectThat(answer !== '200' || told, 'accepted, and nothing tells what became of it');
  return wrongs;
}
