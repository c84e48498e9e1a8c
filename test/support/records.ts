/** Records for tests of rules: whole, valid, and changed where a test says so. */
import { randomBytes } from 'node:crypto';
import type { AuthRecord } from '@billhook/core/auth/auth';
import type { OpenChallenge } from '@billhook/core/auth/challenge';
import { authOf, type StoredAuth, storedAuth } from '@billhook/core/auth/stored-auth';
import { newOwnedId, newRootId } from '@billhook/core/base/ids';
import type { Sealed } from '@billhook/core/base/sealed';
import {
  type BillRecord,
  type IdleBill,
  newBill,
  parseBill,
  type StoredBill,
} from '@billhook/core/bill/bill';
import type { CompanyBill } from '@billhook/core/company/connector';
import { impliedConsent } from '@billhook/core/consent/consent';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import {
  paymentOf,
  type StoredPayment,
  storedPayment,
} from '@billhook/core/payment/stored-payment';

export const clientId = newRootId('cl', randomBytes);
export const partnerId = newRootId('ptn', randomBytes);
export const NOW = Date.parse('2026-11-21T12:00:00Z');
export const TODAY = '2026-11-21';

const logo = { url: 'https://logos.example/a.png', background: false };
const company = { _id: 'co_a', name: 'A', logo };

export function sealed(...names: string[]): Sealed {
  const field = { iv: new Uint8Array(12), text: new Uint8Array(1), tag: new Uint8Array(16) };
  return {
    dataKey: new Uint8Array(8),
    fields: Object.fromEntries(names.map((name) => [name, field])),
  };
}

/** An auth that is stored with these attributes. */
export function authRecord(change: Partial<StoredAuth> = {}): AuthRecord {
  return authOf({
    _id: newOwnedId('auth', clientId, randomBytes),
    version: 1,
    clientId,
    partnerId,
    partnerUserId: 'user-1',
    company,
    created: '2026-11-01T00:00:00.000Z',
    items: ['bill'],
    status: 'verified',
    credentials: sealed('username', 'password'),
    billIds: [],
    ...change,
  });
}

/** An auth as it is stored, with what a test changes of that. */
export function changedAuth(auth: AuthRecord, change: Partial<StoredAuth>): AuthRecord {
  return authOf({ ...storedAuth(auth), ...change });
}

/** A prompt that is open at `NOW`. */
export function openedChallenge(change: Partial<OpenChallenge> = {}): OpenChallenge {
  return {
    asks: { kind: 'prompt', request: 'Press it.' },
    token: 'token',
    taskToken: 'task-token',
    openedAt: new Date(NOW).toISOString(),
    expiresAt: new Date(NOW + 300_000).toISOString(),
    ...change,
  };
}

/** A payment as it is stored, with what a test changes of that, in the state that follows. */
export function changedPayment<S extends PaymentRecord['state']>(
  payment: PaymentRecord,
  change: Partial<StoredPayment> & { readonly state?: S } = {},
): PaymentRecord<S> {
  const { state: _expected, ...stored } = change;
  return paymentOf({ ...storedPayment(payment), ...stored }) as PaymentRecord<S>;
}

export function billRecord<C extends Partial<StoredBill>>(
  change?: C,
  reported: Partial<CompanyBill> = {},
): ChangedBill<C> {
  const seen: CompanyBill = {
    accountKey: 'account',
    balanceCents: 10_000,
    dueOn: '2026-12-05',
    autopay: 'disabled',
    autopaySource: 'unknown',
    ...reported,
  };
  const bill = newBill(seen, {
    _id: newOwnedId('bill', clientId, randomBytes),
    clientId,
    partnerId,
    partnerUserId: 'user-1',
    companyId: 'co_a',
    accountFingerprint: 'f'.repeat(43),
    auth: {
      _id: newOwnedId('auth', clientId, randomBytes),
      status: { type: 'verified' },
      company,
      created: '2026-11-01T00:00:00.000Z',
      items: ['bill'],
    },
    company: { ...company, userPresenceRequired: false },
    seenOn: TODAY,
    subscription: false,
    acceptedMethods: ['card', 'bank'],
    starts: { recurring: 'enabled', consent: impliedConsent(NOW) },
  });
  return changedBill(bill, change);
}

type ChangedBill<C> = C extends { readonly pendingPaymentId: string } ? BillRecord : IdleBill;

/** A bill as it is stored, with what a test changes of that. */
export function changedBill<C extends Partial<StoredBill>>(
  bill: BillRecord,
  change?: C,
): ChangedBill<C> {
  return parseBill({ ...bill, ...change }) as ChangedBill<C>;
}

export function methodRecord(change: Partial<PaymentMethodRecord> = {}): PaymentMethodRecord {
  return {
    _id: newOwnedId('pm', clientId, randomBytes),
    version: 1,
    clientId,
    partnerId,
    partnerUserId: 'user-1',
    type: 'card',
    status: 'verified',
    name: 'Ada Tester',
    created: '2026-11-01T00:00:00.000Z',
    assignedBills: [],
    card: {
      lastFour: '1111',
      brand: 'visa',
      cardType: 'credit',
      expiresAt: '2030-01-01T00:00:00.000Z',
    },
    sealed: sealed('cardNumber', 'cardCode'),
    codeDropsAt: new Date(NOW + 24 * 60 * 60 * 1000).toISOString(),
    declines: 0,
    inFlight: [],
    ...change,
  };
}

/** A record to save as if it were the same in the version before: nothing is told of it. */
export function unnoticed<R extends { readonly version: number }>(record: R): [R, R | undefined] {
  const { version } = record;
  return [record, version === 1 ? undefined : { ...record, version: version - 1 }];
}
