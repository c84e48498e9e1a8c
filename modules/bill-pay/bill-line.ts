/**
 * The one line that says how a bill stands, and what is done about it: by the bill, its newest payment
 * and its user's payment methods alone. Every screen takes it from here.
 */
import type { Auth } from '@billhook/core/schemas/auth';
import type { Bill, BillPayment, ShownWithheld } from '@billhook/core/schemas/bill';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { isMinimum } from '../kit/amounts.ts';
import { type AskedFor, askedFor } from '../kit/linking/challenge-kind.ts';
import { assignedTo, isAutomatic, isNotAgreed, takes } from './bill-actions.ts';
import type { Entry } from './entry.ts';

/** What an account needs of its user before anything is read or paid: a text, `row.<need>`. */
export type AuthNeed = 'hold' | 'authenticate' | AskedFor;

export function needOf({ status, mfa }: Pick<Auth, 'status' | 'mfa'>): AuthNeed | undefined {
  if (status.type === 'verified') return undefined;
  return status.type === 'mfa-required' ? askedFor(mfa) : status.type;
}

/** Each is a text, `line.<kind>`. */
export type LineKind =
  | 'paying'
  | 'accepted'
  | 'delayed'
  | 'hold'
  | 'authenticate'
  | AskedFor
  | `waiting-${NonNullable<BillPayment['waiting']>['reason']}`
  | ShownWithheld['reason']
  | 'scheduled'
  | 'syncing'
  | 'declined'
  | 'returned'
  | 'unconfirmed'
  | 'paid'
  | 'nothing'
  | 'overdue'
  | 'choose-method'
  | 'needs-card'
  | 'needs-bank'
  | 'collected'
  | 'yours'
  | 'skipped'
  | 'automatic'
  | 'minimum';

export type Tone = 'bad' | 'warn' | 'good' | 'muted';

export type LineIcon =
  | 'alert'
  | 'card'
  | 'clock'
  | 'calendar'
  | 'repeat'
  | 'hand'
  | 'skip'
  | 'check';

export type BillLine = {
  readonly kind: LineKind;
  readonly tone: Tone;
  readonly icon: LineIcon;
  /** The day that it is about, as the API writes it. */
  readonly date?: string;
  /** What could pay it, once it is chosen for it. */
  readonly method?: PaymentMethod;
};

const looks: Readonly<Record<LineKind, readonly [Tone, LineIcon]>> = {
  paying: ['muted', 'clock'],
  accepted: ['muted', 'clock'],
  delayed: ['muted', 'clock'],
  hold: ['warn', 'alert'],
  authenticate: ['warn', 'alert'],
  code: ['warn', 'alert'],
  questions: ['warn', 'alert'],
  prompt: ['warn', 'alert'],
  'waiting-more-owed': ['warn', 'alert'],
  'waiting-another-statement': ['warn', 'alert'],
  'waiting-unusual-amount': ['warn', 'alert'],
  'waiting-earlier-payment-not-shown': ['warn', 'alert'],
  'amount-limit': ['warn', 'alert'],
  'not-agreed': ['warn', 'card'],
  'no-payment-method': ['warn', 'card'],
  'choose-method': ['warn', 'card'],
  'needs-card': ['warn', 'card'],
  'needs-bank': ['warn', 'card'],
  'payment-method-declined': ['bad', 'alert'],
  'payment-method-not-accepted': ['warn', 'card'],
  scheduled: ['muted', 'calendar'],
  syncing: ['muted', 'clock'],
  declined: ['bad', 'alert'],
  returned: ['bad', 'alert'],
  unconfirmed: ['warn', 'alert'],
  paid: ['good', 'check'],
  nothing: ['muted', 'check'],
  overdue: ['bad', 'alert'],
  collected: ['muted', 'repeat'],
  yours: ['muted', 'hand'],
  skipped: ['muted', 'skip'],
  automatic: ['muted', 'repeat'],
  minimum: ['muted', 'repeat'],
};

export function lineOf(entry: Entry, methods: readonly PaymentMethod[]): BillLine {
  const [standing, date] = standingOf(entry, methods);
  const lacks = standing === 'no-payment-method' || standing === 'not-agreed';
  const method = lacks
    ? methods.find((one) => one.status === 'verified' && takes(entry.bill, one))
    : undefined;
  const kind = standing === 'no-payment-method' ? lackOf(entry.bill, methods, method) : standing;
  const [tone, icon] = looks[kind];
  return { kind, tone, icon, ...(date !== undefined && { date }), ...(method && { method }) };
}

/** What a bill lacks that nothing pays: a choice among what there is, or a method that its company takes. */
function lackOf(
  { company }: Bill,
  methods: readonly PaymentMethod[],
  method: PaymentMethod | undefined,
): LineKind {
  if (method) return 'choose-method';
  const type = company.requiredPayment;
  if (methods.some((one) => !type || one.type === type)) return 'payment-method-declined';
  return type && methods.length > 0 ? `needs-${type}` : 'no-payment-method';
}

type Standing = readonly [kind: LineKind, date?: string];

function standingOf({ bill, payment }: Entry, methods: readonly PaymentMethod[]): Standing {
  const { auth, status, dueDate } = bill;
  const open = payment?.status === 'pending' || payment?.status === 'scheduled';
  if (payment?.status === 'pending' || (status.type === 'pending' && !open)) {
    if (payment?.acceptedAt) return ['accepted', payment.expectedBy];
    return [payment?.withheld?.reason ?? (payment?.waitsFor ? 'delayed' : 'paying')];
  }
  // Nothing is paid before its account lets us in again.
  const need = needOf(auth);
  if (need) return [need];
  if (payment?.status === 'scheduled') return scheduled(bill, payment);
  switch (status.type) {
    case 'pending':
      return ['paying'];
    case 'syncing':
      return ['syncing'];
    case 'paid':
      return ['paid', bill.lastPaidOn];
    case 'zero-balance':
      return ['nothing'];
    case 'payment-declined':
      return [payment?.returned ? 'returned' : 'declined', dueDate];
    case 'payment-required':
      return ['no-payment-method', dueDate];
    case 'overdue':
      return payment?.status === 'held' ? ['unconfirmed', dueDate] : ['overdue', dueDate];
    case 'upcoming':
      return payment?.status === 'held' ? ['unconfirmed', dueDate] : upcoming(bill, methods);
  }
}

function scheduled({ payDate, withheld }: Bill, payment: BillPayment): Standing {
  if (payment.waiting) return [`waiting-${payment.waiting.reason}`];
  const reason = payment.withheld?.reason ?? withheld?.reason;
  return reason ? [reason] : ['scheduled', payment.payDate ?? payDate];
}

/** Due later: who pays it, and when. */
function upcoming(bill: Bill, methods: readonly PaymentMethod[]): Standing {
  const { autopay, payDate, withheld, waiting, skipped, company } = bill;
  if (autopay === 'enabled') return ['collected'];
  if (isNotAgreed(bill)) return ['not-agreed'];
  const lacksOwn = company.requiredPayment !== undefined && !assignedTo(bill, methods);
  const usable = methods.some((method) => method.status === 'verified' && takes(bill, method));
  if (!isAutomatic(bill)) return [usable ? 'yours' : 'no-payment-method'];
  if (skipped) return ['skipped'];
  if (waiting) return [`waiting-${waiting.reason}`];
  if (withheld) return [withheld.reason];
  if (payDate === undefined) return [lacksOwn ? 'no-payment-method' : 'yours'];
  return [isMinimum(bill) ? 'minimum' : 'automatic', payDate];
}

/** What somebody has to do something about. */
export function needsUser({ tone }: BillLine): boolean {
  return tone === 'bad' || tone === 'warn';
}
