/** What the table holds of money: payments, bills, and the companies' own books of what they took. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { AuthRecord } from '@billhook/core/auth/auth';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { EventRecord } from '@billhook/core/events/event';
import { EVENT_PREFIX } from '@billhook/core/events/event-id';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import type { AccountLedger } from '@billhook/core/payment/account-ledger';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import type { Attempt, SandboxAccountRecord } from '@billhook/core/sandbox/account';
import type { SwapRecord } from '@billhook/core/swap/swap';
import { scanTable } from './table-server.ts';

export type Ledger = {
  readonly payments: readonly StoredPayment[];
  readonly bills: ReadonlyMap<string, BillRecord>;
  readonly methods: readonly PaymentMethodRecord[];
  readonly accounts: readonly SandboxAccountRecord[];
  readonly ledgers: readonly AccountLedger[];
  readonly auths: readonly AuthRecord[];
  readonly swaps: readonly SwapRecord[];
  readonly events: readonly EventRecord[];
};

type Item = { readonly pk: string; readonly sk: string };

export async function readLedger(tableUrl: string): Promise<Ledger> {
  const rows = (await scanTable(tableUrl)) as unknown as Record<string, AttributeValue>[];
  const items = rows.map((row) => plain({ M: row }) as Item);
  const named = <T>(prefix: string) =>
    items.filter(({ sk }) => sk.startsWith(prefix)) as unknown as T[];
  const within = <T>(prefix: string) =>
    items.filter(({ pk }) => pk.startsWith(prefix)) as unknown as T[];
  return {
    payments: named<StoredPayment>('pay_').filter(({ _id }) => _id !== undefined),
    bills: new Map(named<BillRecord>('bill_').map((bill) => [bill._id, bill])),
    methods: named<PaymentMethodRecord>('pm_'),
    accounts: within<{ account?: SandboxAccountRecord }>('sandbox#').flatMap(
      ({ account }) => account ?? [],
    ),
    ledgers: within<AccountLedger>('account#'),
    auths: named<AuthRecord>('auth_'),
    swaps: named<SwapRecord>('swap_'),
    events: named<EventRecord>(EVENT_PREFIX),
  };
}

/** A value without its type's name; what is read here has numbers, texts, lists and maps. */
function plain({ M, L, N, S, BOOL }: AttributeValue): unknown {
  if (M) return Object.fromEntries(Object.entries(M).map(([name, value]) => [name, plain(value)]));
  if (L) return L.map(plain);
  return N === undefined ? (S ?? BOOL) : Number(N);
}

/** What the companies took, by the payment that it was for. */
export function chargesOf({ accounts }: Ledger): ReadonlyMap<string, Attempt> {
  return new Map(
    accounts
      .flatMap(({ attempts }) => attempts)
      .filter(({ outcome }) => outcome.kind === 'paid')
      .map((one) => [paymentOf(one.paymentId), one]),
  );
}

/** The payment that a submission is of. */
export function paymentOf(submissionId: string): string {
  return submissionId.replace(/-\d+$/, '');
}

/** Each account has one statement in the whole run. */
export function twiceCharged({ accounts }: Ledger): string[] {
  return accounts
    .map(({ attempts }) => attempts.filter(({ outcome }) => outcome.kind === 'paid'))
    .filter((paid) => paid.length > 1)
    .map(
      (paid) => `One statement was paid by ${paid.map(({ paymentId }) => paymentId).join(', ')}`,
    );
}

/** What its company took is what the payment says, and nothing where it was not paid. */
export function wrongPayment(payment: StoredPayment, charge: Attempt | undefined): string[] {
  const { _id, status, amountCents } = payment;
  if ((status === 'paid') !== (charge !== undefined)) {
    return [`${_id} is ${status}, and the company ${charge ? 'was paid' : 'has no such payment'}`];
  }
  const charged = charge?.outcome.kind === 'paid' ? charge.outcome.amountCents : amountCents;
  return charged === amountCents ? [] : [`${_id} is of ${amountCents}, and ${charged} was paid`];
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
