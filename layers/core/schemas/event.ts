/**
 * What events say (decision: events-in-the-transaction): one entry a type, with what triggers it,
 * its data, and whom it is about.
 */
import * as v from 'valibot';
import { parseInstant } from '../base/dates.ts';
import { type EventType, eventTypes, resourceTypes } from '../events/event.ts';
import { auth, challenge, linkedAuth, reason } from './auth.ts';
import { bill, returned, waiting } from './bill.ts';
import { companySummary } from './company.ts';
import { describedLike } from './described.ts';
import { billFields, paymentEventStatuses } from './event-fields.ts';
import { givenId, id, instant, money, pageQuery } from './fields.ts';
import { holdCodeValues, holdSubcodeValues } from './hold-codes.ts';
import { paymentMethod } from './payment-method.ts';
import { reconciliationSummary } from './reconciliation.ts';
import { swapStatuses } from './swap.ts';

export type EventEntry = {
  /** When it happens: one sentence. */
  readonly trigger: string;
  readonly resource: (typeof resourceTypes)[number];
  readonly data: v.GenericSchema;
};

/** What the partner gave with the auth that it came from. */
const correlation = { paymentIdentifier: v.optional(v.string()) };

const authData = v.object({ auth, company: companySummary, ...correlation });
const holdData = v.object({
  ...authData.entries,
  /** The same as `auth.reason`. */
  hold: v.object({
    code: v.picklist(holdCodeValues),
    subcode: v.optional(v.picklist(holdSubcodeValues)),
    text: v.string(),
  }),
});
const resyncData = v.object({
  ...authData.entries,
  /** Until when the bills are read without the user, where that ends and has not yet. */
  resyncBy: v.optional(instant),
});
const linkData = v.object({ auth: linkedAuth, company: companySummary, ...correlation });
/** With its company next to it, where clients of the original service look for it. */
const billData = v.object({ company: companySummary, bill });

export const moneyChange = change(money);
export const instantChange = change(instant);

function change<S extends v.GenericSchema>(value: S) {
  return v.object({ previous: v.nullable(value), current: v.nullable(value) });
}

const noticeData = v.object({
  company: companySummary,
  /** Its due date as it was, and as it is. */
  bill: v.object({ ...bill.entries, dueDate: v.optional(instantChange) }),
  /** Where it has moved. */
  dueDate: v.optional(instantChange),
});

/** What changed of a bill, each with the value before and after; `null` is no value. */
export const billChanges = v.object({
  _id: id,
  autopay: v.optional(change(bill.entries.autopay)),
  autopaySource: v.optional(change(bill.entries.autopaySource)),
  /** Always there. */
  balance: moneyChange,
  statementBalance: v.optional(moneyChange),
  fullBalance: v.optional(moneyChange),
  dueDate: v.optional(instantChange),
  customPaymentAmount: v.optional(moneyChange),
  customLabel: v.optional(change(v.string())),
  lastPaidAmount: v.optional(moneyChange),
  lastPaidOn: v.optional(instantChange),
  payDate: v.optional(instantChange),
  withheld: v.optional(change(bill.entries.withheld.wrapped)),
  status: v.optional(change(bill.entries.status)),
  settings: v.optional(change(bill.entries.settings)),
  meta: v.optional(change(bill.entries.meta)),
  hidden: v.optional(change(bill.entries.hidden)),
} satisfies Record<(typeof billFields)[number] | '_id', v.GenericSchema>);

const updateData = v.object({
  company: companySummary,
  bill: billChanges,
  /** The names of what changed. */
  changed: v.array(v.picklist(billFields)),
  /** The whole bill as it is now. */
  current: bill,
  /** Who changed it; left out where the company, a payment or the day did. */
  trigger: v.optional(v.picklist(['client', 'partner'])),
});

export const eventPayment = v.object({
  _id: id,
  billId: id,
  authId: id,
  companyId: id,
  status: v.picklist(paymentEventStatuses),
  /** The day of the payment. */
  payDate: instant,
  /** Once it is known what is paid. */
  amount: v.optional(money),
  paidOn: v.optional(instant),
  /** Whether the bill's settings made it. */
  automatic: v.boolean(),
  paymentMethodId: v.optional(id),
  confirmation: v.optional(v.string()),
  /** What the company charged on top of the amount. */
  fee: v.optional(money),
  /** The fee that was announced with the payment, where the company charged another one. */
  promisedFee: v.optional(money),
  /** Why a payment failed that the company held; one that was declined has none. */
  reason: v.optional(reason),
  /** Since when the company has it, and by when it settles it. */
  acceptedAt: v.optional(instant),
  expectedBy: v.optional(instant),
  /** What the company calls it until it is settled. */
  reference: v.optional(v.string()),
  /** Why it was returned after it was paid, and when. */
  returned: v.optional(returned),
  /** Why it waits for its user. */
  waiting: v.optional(waiting),
});

const { _id, type, identifier, card, bank } = paymentMethod.entries;

/** `rate` is a percentage, or dollars where `type` is `flat`. */
export const eventSurcharge = v.object({
  type: v.picklist(['percentage', 'flat']),
  rate: v.number(),
});

const paymentData = v.object({
  /** Of a payment that release 0.1.0 planned, its id alone. */
  company: v.object({ ...v.partial(companySummary).entries, _id: id }),
  /** What is paid; until it is submitted, what was to be paid when it was planned. */
  amount: v.optional(money),
  /** The method that pays, masked; until it begins, the one that would have paid when it was planned. */
  paymentMethod: v.optional(v.object({ _id, type, identifier, card, bank })),
  /** What the company charges on top of the amount, if anything. */
  surcharge: v.optional(eventSurcharge),
  payDate: instant,
  /** The user, your API key, or the bill's settings ordered it. */
  trigger: v.optional(v.picklist(['client', 'partner', 'automatic'])),
  /** Why a payment failed that was sent before: the company or network gave the money back. */
  reason: v.optional(v.literal('returned')),
  payment: eventPayment,
  ...correlation,
});

/** An automatic payment that is held back has no `payment` yet: what is told then is its `bill`. */
const delayedData = v.object({
  ...paymentData.entries,
  payment: v.optional(eventPayment),
  bill: v.optional(bill),
});

const swapData = v.object({
  clientId: id,
  company: companySummary,
  /** The method as it was when the swap began, masked; of a swap of release 0.1.1, its id alone. */
  paymentMethod: v.object({ _id, type: v.optional(type), identifier, card, bank }),
  swap: v.object({
    _id: id,
    status: v.object({ type: v.picklist(swapStatuses) }),
    reason: v.optional(reason),
    auth: v.object({ _id: id }),
    company: companySummary,
    paymentMethod: v.object({ _id: id }),
    created: instant,
  }),
});

const methodData = v.object({ paymentMethod: v.omit(paymentMethod, ['default', 'deletableFrom']) });

const settingsData = v.object({
  /** What was done, as the audit names it. */
  action: v.string(),
  /** Who did it: a partner's API key, the operator, or what runs unattended. */
  by: v.picklist(['api-key', 'operator', 'schedule']),
  /** Ids, names of settings and limits; never a secret. */
  detail: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
});

export const eventEntries: Readonly<Record<EventType, EventEntry>> = {
  'auth.created': {
    trigger: 'An auth was accepted; the company is being contacted.',
    resource: 'client',
    data: linkData,
  },
  'auth.success': {
    trigger:
      'A link succeeded, or a refresh found that a hold is gone: the auth is verified and its ' +
      'bills are read.',
    resource: 'client',
    data: authData,
  },
  'auth.failed': {
    trigger: 'The company rejected the credentials of a link, or the answers to its challenge.',
    resource: 'client',
    data: authData,
  },
  'auth.invalid': {
    trigger:
      'The company rejected credentials that were verified before: the user has to link the ' +
      'account again.',
    resource: 'client',
    data: authData,
  },
  'auth.hold': {
    trigger: 'The user has to act first; `hold` says what to do.',
    resource: 'client',
    data: holdData,
  },
  'auth.needs-resync': {
    trigger:
      'The bills could not be refreshed without the user, because the company asks the user something; ' +
      'or that will be so from `resyncBy` on, at most seven days later, unless the user links the ' +
      'account again.',
    resource: 'client',
    data: resyncData,
  },
  'auth.deleted': {
    trigger: 'The auth was deleted together with its bills.',
    resource: 'client',
    data: linkData,
  },
  'auth.security-input-required': {
    trigger: 'The company asks the user something; answer with `token` through `POST /auth/step`.',
    resource: 'client',
    data: v.object({ ...challenge.entries, ...correlation }),
  },
  'bill.created': {
    trigger: "A bill was found at an auth's company.",
    resource: 'bill',
    data: v.object({ bill, auth }),
  },
  'bill.update': {
    trigger:
      'A visible part of the bill changed; `bill` has the values before and after. What your own API ' +
      'key changed is in the log and is not sent.',
    resource: 'bill',
    data: updateData,
  },
  'bill.upcoming': {
    trigger: 'The bill is due in two days.',
    resource: 'bill',
    data: billData,
  },
  'bill.scheduled-payment-notice': {
    trigger:
      'The bill will be paid in two days, on `bill.payDate`; or its due date changed after a payment ' +
      'was scheduled, which `dueDate` tells.',
    resource: 'bill',
    data: noticeData,
  },
  'bill.payment.scheduled': {
    trigger: 'A payment was planned, for a later day or at once.',
    resource: 'bill',
    data: paymentData,
  },
  'bill.payment.waiting': {
    trigger:
      'The payment waits for its user, since it would cost more than was seen with the order, is of ' +
      'another statement, or would be paid automatically with far more than is usual; ' +
      '`payment.waiting` says which. It is sent once more on the due date.',
    resource: 'bill',
    data: paymentData,
  },
  'bill.payment.delayed': {
    trigger:
      'A payment is still pending after a day, or after the due date of its bill; or an automatic ' +
      'payment is held back on the due date, and has `bill` in place of `payment`. It is told once, ' +
      'and the payment goes on.',
    resource: 'bill',
    data: delayedData,
  },
  'bill.payment.accepted': {
    trigger:
      'The company has the payment and will settle it in days, by `payment.expectedBy`. The payment ' +
      'is still pending: another event says how it ends.',
    resource: 'bill',
    data: paymentData,
  },
  'bill.payment.sent': {
    trigger: 'The company accepted the payment.',
    resource: 'bill',
    data: paymentData,
  },
  'bill.payment.failed': {
    trigger:
      'The payment was declined, or held by the company; or it was sent before and the money was given ' +
      'back, and then `reason` is `returned`.',
    resource: 'bill',
    data: paymentData,
  },
  'bill.payment.cancelled': {
    trigger:
      'The payment will not be made: it was canceled, or given up before it was submitted to the ' +
      'company.',
    resource: 'bill',
    data: paymentData,
  },
  'swap.created': {
    trigger: 'A swap to put a card on file at a company was created.',
    resource: 'swap',
    data: swapData,
  },
  'swap.success': {
    trigger: 'The card is on file at the company.',
    resource: 'swap',
    data: swapData,
  },
  'swap.hold': {
    trigger: 'The swap waits for the user; `swap.reason` says for what.',
    resource: 'swap',
    data: swapData,
  },
  'payment-method.declined': {
    trigger: 'A payment with the method was declined.',
    resource: 'payment-method',
    data: methodData,
  },
  'payment-method.removed': {
    trigger: 'The method was deleted, or removed after its third decline in a row.',
    resource: 'payment-method',
    data: methodData,
  },
  'client.erased': {
    trigger: 'A client was erased; all that was stored of the user is gone.',
    resource: 'client',
    data: v.object({}),
  },
  'partner.settings-changed': {
    trigger: "One of the partner's settings was changed.",
    resource: 'partner',
    data: settingsData,
  },
  'partner.reconciled': {
    trigger:
      'Your payments of the last days were reconciled, and something was looked at or is open. ' +
      '`GET /partner/reconciliation` has the findings.',
    resource: 'partner',
    data: reconciliationSummary,
  },
  'webhook-endpoint.test': {
    trigger:
      'An endpoint has a new address, or a test of it was requested; the event is sent only to that endpoint.',
    resource: 'webhook-endpoint',
    data: v.object({ message: v.string() }),
  },
};

export const eventResource = v.object({ type: v.picklist(resourceTypes), id });

/** The envelope of an event, whatever its data. */
function envelope<D extends v.GenericSchema>(
  type: v.GenericSchema<EventType>,
  resource: v.GenericSchema<EventEntry['resource']>,
  data: D,
) {
  return v.object({
    _id: id,
    type,
    created: instant,
    /** Left out of the events of a partner itself. */
    clientId: v.optional(id),
    partnerId: id,
    /** The client's identifier in your system. */
    identifier: v.optional(v.string()),
    /** The module session that it began in. */
    sessionId: v.optional(v.string()),
    sequence: v.pipe(v.number(), v.integer(), v.minValue(1)),
    /** What `sequence` counts the events of: an auth, a bill, a payment, a swap or a payment method. */
    subject: id,
    payload: v.object({
      resource: v.pipe(v.object({ type: resource, id }), describedLike(eventResource)),
      data,
    }),
  });
}

/** An event of any type. */
export const event = envelope(
  v.picklist(eventTypes),
  v.picklist(resourceTypes),
  v.record(v.string(), v.unknown()),
);

/** Events of payments that release 0.1.0 recorded are about the payment. */
function about(type: EventType, resource: EventEntry['resource']) {
  return type.startsWith('bill.payment.') ? v.picklist([resource, 'payment']) : v.literal(resource);
}

/** The body of the deliveries of one type: `{event}`. */
export function eventBodyOf(type: EventType) {
  const { resource, data } = eventEntries[type];
  return v.object({ event: envelope(v.literal(type), about(type, resource), data) });
}

/** As lists have it. */
export const listedEvent = v.object({ event });

export type AnyEvent = v.InferOutput<typeof event>;

const notAnInstant = 'Expected an ISO 8601 date-time';
/** What is no instant, such as the 30th of February, is refused: left out, it would list everything. */
const givenBound = v.optional(
  v.pipe(
    v.string(),
    v.isoTimestamp(notAnInstant),
    v.maxLength(40),
    v.check((value) => parseInstant(value) !== undefined, notAnInstant),
  ),
);

export const eventQuery = v.object({
  ...pageQuery.entries,
  type: v.optional(v.picklist(eventTypes, 'Expected an event type')),
  clientId: v.optional(givenId),
  /** Made at this instant or later. */
  createdFrom: givenBound,
  /** Made before this instant. */
  createdBefore: givenBound,
});
