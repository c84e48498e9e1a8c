import * as v from 'valibot';
import { auth, reason } from './auth.ts';
import { company, companySummary } from './company.ts';
import { consent } from './consent.ts';
import { alsoDescribed, oneOfFields } from './described.ts';
import { flag, givenMoney, id, instant, money, name } from './fields.ts';
import { returnReasonValues } from './return-reasons.ts';
import { scheduleValues } from './schedule.ts';

export const billStatuses = [
  'syncing',
  'zero-balance',
  'overdue',
  'payment-required',
  'payment-declined',
  'upcoming',
  'pending',
  'paid',
] as const;

export const switchValues = ['enabled', 'disabled'] as const;
/** As the interface has it: text. */
export const hiddenValues = ['true', 'false'] as const;
export const autopayValues = ['enabled', 'disabled', 'unknown'] as const;
export const autopaySources = ['client', 'company', 'unknown'] as const;

export const paymentStatuses = [
  'scheduled',
  'pending',
  'paid',
  'declined',
  'held',
  'cancelled',
] as const;

/**
 * Why a payment is not made: a limit of the service, no payment method that can make it, or, at a company
 * that takes automatic payments only, that its user has agreed to none.
 */
export const withheldReasons = [
  'amount-limit',
  'not-agreed',
  'no-payment-method',
  'payment-method-declined',
  'payment-method-not-accepted',
] as const;

/** Why a payment waits for its user. */
export const waitingReasons = [
  'more-owed',
  'another-statement',
  'unusual-amount',
  'earlier-payment-not-shown',
] as const;

export type PaymentStatus = (typeof paymentStatuses)[number];
export type BillStatus = (typeof billStatuses)[number];
export type Switch = (typeof switchValues)[number];

/** A bill's company: its summary and what paying it depends on. */
export const billCompany = v.object({
  ...companySummary.entries,
  requiredPayment: company.entries.requiredPayment,
  schedule: company.entries.schedule,
  userPresenceRequired: company.entries.userPresenceRequired,
  additionalPaymentOptions: company.entries.additionalPaymentOptions,
  fees: company.entries.fees,
});

export type BillCompany = v.InferOutput<typeof billCompany>;

export const withheld = v.object({
  reason: v.picklist(withheldReasons),
  /** The most that one payment of the bill may be, with its fee, where that is the limit. */
  limit: v.optional(money),
});
export type ShownWithheld = v.InferOutput<typeof withheld>;

/**
 * Why a payment waits for its user: it would cost more than was seen, the statement is another one, an
 * automatic payment would be of far more than statements came to before (`seen` is the most of it), or what
 * is owed may contain an earlier payment (`seen`) that the company doesn't show yet. Another
 * `POST /payment/schedule` with `maxAmount` approves it; after an earlier payment, with `afterPayment`.
 */
export const waiting = v.object({
  reason: v.picklist(waitingReasons),
  /** Without the company's fee, like `owed`. */
  seen: money,
  owed: money,
  /** The earlier payment that isn't shown yet. */
  paymentId: v.optional(id),
  /** Where the company's fee is what rose: the one that was seen, and the one that is charged now. */
  seenFee: v.optional(money),
  fee: v.optional(money),
});

export const bill = v.object({
  _id: id,
  auth,
  autopay: v.picklist(autopayValues),
  autopaySource: v.picklist(autopaySources),
  balance: v.optional(money),
  statementBalance: v.optional(money),
  fullBalance: v.optional(money),
  dueDate: v.optional(instant),
  customPaymentAmount: v.optional(money),
  customLabel: v.optional(v.string()),
  lastPaidAmount: v.optional(money),
  lastPaidOn: v.optional(instant),
  /** The day on which it will be paid; missing while no payment will be made. */
  payDate: v.optional(instant),
  /**
   * What its automatic payment is of and its day, or would be if it was on and a method could make it.
   * `atOnce`: that is today, so turning it on, or a method that can pay it, pays it within the hour. Missing where
   * nothing would be paid automatically, and from events.
   */
  automatic: v.optional(
    v.object({ amount: money, payDate: instant, atOnce: v.optional(v.literal(true)) }),
  ),
  /** Its user skips the automatic payment of this statement. Missing from events. */
  skipped: v.optional(v.literal(true)),
  /** Why its scheduled or automatic payment is not made. It is tried again, and its user can pay it. */
  withheld: v.optional(withheld),
  /** Why its next payment waits for its user, or will on its day, by what is known now. */
  waiting: v.optional(waiting),
  status: v.object({ type: v.picklist(billStatuses) }),
  company: billCompany,
  settings: v.object({
    recurring: v.picklist(switchValues),
    schedule: v.picklist(scheduleValues),
    notifications: v.picklist(switchValues),
    /** The company takes recurring payments only: they cannot be switched off. */
    recurringRequired: v.optional(v.literal(true)),
    /** On what ground recurring payments are enabled. */
    consent: v.optional(consent),
    /** What the user had set before the account was linked again. It is not applied by itself. */
    offered: v.optional(
      v.object({
        recurring: v.optional(v.literal('enabled')),
        customPaymentAmount: v.optional(money),
        paymentMethodId: v.optional(id),
      }),
    ),
  }),
  meta: v.object({ accountNumber: v.optional(v.string()) }),
  hidden: v.picklist(hiddenValues),
});

export const historyEntry = v.object({
  amount: money,
  /** What the company charged on top of it, where it said so. */
  fee: v.optional(money),
  paidOn: instant,
  /** Of a payment that was made before it was kept, missing. */
  _id: v.optional(id),
  receiptNumber: v.optional(v.string()),
});

export const waitsForValues = ['service'] as const;

/** Why a payment that was paid was returned, and on which day. */
export const returned = v.object({ reason: v.picklist(returnReasonValues), on: instant });

/** The newest payment of a bill, whatever became of it. */
export const billPayment = v.object({
  _id: id,
  /** What users call it by: `BH-7K4Q-29`. It follows from the id. */
  receiptNumber: v.optional(v.string()),
  status: v.picklist(paymentStatuses),
  payDate: v.optional(instant),
  /** When the company took it. */
  paidOn: v.optional(instant),
  /** The day by which the company shows it, as far as it says how long that takes. */
  arrivesBy: v.optional(instant),
  amount: v.optional(money),
  /** What was chosen for this payment alone. */
  chosenAmount: v.optional(money),
  paymentMethodId: v.optional(id),
  paymentIdentifier: v.optional(v.string()),
  created: v.optional(instant),
  /** What the company calls the payment. */
  confirmation: v.optional(v.string()),
  /** What the company charged on top of the amount. */
  fee: v.optional(money),
  /** The fee that was announced with the payment, where the company charged another one. */
  promisedFee: v.optional(money),
  /** Why the company held it. */
  reason: v.optional(reason),
  /** Since when the company has it, while it is pending and settled later. */
  acceptedAt: v.optional(instant),
  /** The day by which the company settles it. */
  expectedBy: v.optional(instant),
  /** What the company calls it until it is settled. */
  reference: v.optional(v.string()),
  /** It was paid, and the money was given back later: its status is `declined`. */
  returned: v.optional(returned),
  /**
   * Whom a pending payment waits for. `service`: something of the service has to be mended first. It is not
   * the user's fault, and the payment method is fine.
   */
  waitsFor: v.optional(v.picklist(waitsForValues)),
  /** While it waits for its user. */
  waiting: v.optional(waiting),
  /** It is scheduled or pending, and was not submitted for this reason. */
  withheld: v.optional(withheld),
});

export const billWithPayments = v.object({
  bill,
  payments: v.array(historyEntry),
  /** Lists tell only of one that has not ended, and what the bill itself knows of it. */
  payment: v.optional(billPayment),
});

export const partnerBill = v.object({
  ...billWithPayments.entries,
  partnerUserId: v.string(),
  partnerId: id,
});

/** Characters of the name that a client gives a bill. */
export const MAX_LABEL_LENGTH = 100;

/** What a user may set on a bill. What is left out stays, `null` is what it was at first. */
export const givenCustomization = v.pipe(
  v.object({
    customPaymentAmount: v.nullish(givenMoney),
    customLabel: v.nullish(name(MAX_LABEL_LENGTH)),
    hidden: v.nullish(flag),
    notifications: v.nullish(v.picklist(switchValues)),
  }),
  v.check(
    (given) => Object.values(given).some((value) => value !== undefined),
    'Expected at least one of customPaymentAmount, customLabel, hidden and notifications',
  ),
  alsoDescribed({
    description: 'At least one of the fields.',
    ...oneOfFields('customPaymentAmount', 'customLabel', 'hidden', 'notifications'),
  }),
);

export type GivenCustomization = v.InferOutput<typeof givenCustomization>;
export type Bill = v.InferOutput<typeof bill>;
export type BillPayment = v.InferOutput<typeof billPayment>;
export type HistoryEntry = v.InferOutput<typeof historyEntry>;
export type BillWithPayments = v.InferOutput<typeof billWithPayments>;
