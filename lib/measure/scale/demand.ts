/** What so many linked accounts ask of the service: a second, at the worst time of a day. */
import { SPREAD_SECONDS } from '@billhook/core/partner/pay-slot';
import {
  DUE_SHARDS,
  EVENT_SHARDS,
  PARTNER_EVENT_SHARDS,
  PARTNER_SHARDS,
  REFRESH_SHARDS,
} from '@billhook/core/table-keys';
import type { Measured } from './measured.ts';

/** What nobody can measure here. Each is an option of `npm run simulate:scale`. */
export type Assumptions = {
  /** Of an account's users and their partner, by API and modules, on average. */
  readonly requestsADay: number;
  /** The busiest second of a day has so many times the mean. */
  readonly peak: number;
  /** Of an account. */
  readonly paymentsAMonth: number;
  /** Of all accounts, in a month. */
  readonly newLinks: number;
  /** Of all accounts, that the largest partner has. */
  readonly largestPartner: number;
  /** Of all accounts, that a remote connector reaches; its requests are signed. */
  readonly remote: number;
  /** Of all accounts, that a browser reaches, and seconds of a session there. */
  readonly browser: number;
  readonly browserSeconds: number;
  /** Seconds of a session at a company otherwise. */
  readonly sessionSeconds: number;
  /** Until an endpoint has answered. */
  readonly endpointSeconds: number;
};

export const usual: Assumptions = {
  requestsADay: 0.5,
  peak: 5,
  paymentsAMonth: 1,
  newLinks: 0.03,
  largestPartner: 0.3,
  remote: 0.5,
  browser: 0.05,
  browserSeconds: 45,
  sessionSeconds: 1.7,
  endpointSeconds: 0.2,
};

/** Of a bill in a month, and of a payment and a link; `docs/running-costs.md` counts the latter. */
const EVENTS = { notices: 2, payment: 4, link: 3 };
/** Workflow steps, and KMS calls, of a payment and of a link. */
export const STEPS = 7;
export const KMS_CALLS = { payment: 6, link: 8 };
/** Queued tasks of a workflow: each says by a call that it is done. */
const TASKS = { payment: 1, link: 2 };
/** Requests to a connector that are signed, each by a call of KMS. */
const SIGNED = { reading: 2, payment: 3, link: 4 };
/** Of the requests, those that make a token. */
const TOKENS = 0.07;
/** Write units of a delivery, and of a bill in the index of its partner. */
export const DELIVERY_UNITS = 10;
const BILL_UNITS = 3;
/** How often a bill is written for a payment of it, for its notices, and for a reading that finds something new. */
const BILL_WRITES = { payment: 3, notices: 2, reading: 0.1 };
/** Entries of the index of due work that a payment with its notices moves. */
const DUE_MOVES = 8;
const EVENT_UNITS = 2;
/** Accounts that one call of a function reads at a time. */
const READ_TOGETHER = 10;
/** Seconds of a call of the API with its authorizer, and of a task of a workflow. */
const CALL_SECONDS = 0.15;
const DAY = 86_400;
const MONTH_DAYS = 30;

export type Demand = ReturnType<typeof demandOf>;

/** Everything a second, but for shares of a limit and what a name says. */
export function demandOf(accounts: number, measured: Measured, given: Assumptions) {
  const monthly = (count: number) => (accounts * count) / MONTH_DAYS;
  const requests = (accounts * given.requestsADay * given.peak) / DAY;
  const paymentsADay = monthly(given.paymentsAMonth);
  // Payments and notices of a day begin in its first hours; links when users are awake.
  const payments = paymentsADay / SPREAD_SECONDS;
  const notices = monthly(EVENTS.notices * given.paymentsAMonth) / SPREAD_SECONDS;
  const links = (monthly(given.newLinks) * given.peak) / DAY;
  const readings = accounts / DAY;
  const events = payments * EVENTS.payment + notices + links * EVENTS.link;
  const { request, link, payment, reading } = measured;
  const units = (of: 'readUnits' | 'writeUnits') =>
    requests * request[of] + links * link[of] + payments * payment[of] + readings * reading[of];
  const bills =
    payments * (BILL_WRITES.payment + BILL_WRITES.notices) + readings * BILL_WRITES.reading;
  const largest = given.largestPartner;
  return {
    accounts,
    requests,
    requestsOfLargest: requests * largest,
    payments,
    paymentsADay,
    links,
    readings,
    events,
    deliveriesOfLargest: events * largest,
    endpointAttempts: events * largest * given.endpointSeconds,
    readUnits: units('readUnits'),
    writeUnits: units('writeUnits') + events * DELIVERY_UNITS,
    dueShard: (payments * DUE_MOVES) / DUE_SHARDS,
    refreshShard: (readings * 2) / REFRESH_SHARDS,
    eventShard: (events * 2) / EVENT_SHARDS,
    partnerBillShard: (bills * largest * BILL_UNITS) / PARTNER_SHARDS,
    partnerEventShard: (events * largest * EVENT_UNITS) / PARTNER_EVENT_SHARDS,
    pausesReads: payments * 2,
    kmsCalls: readings * reading.kmsCalls + payments * KMS_CALLS.payment + links * KMS_CALLS.link,
    signatures:
      requests * TOKENS +
      given.remote * (readings * SIGNED.reading + payments * SIGNED.payment + links * SIGNED.link),
    starts: payments + links,
    steps: (payments + links) * STEPS,
    taskAnswers: payments * TASKS.payment + links * TASKS.link,
    submissions: payments * given.sessionSeconds,
    readingCalls: (readings * given.sessionSeconds) / READ_TOGETHER,
    calls:
      requests * CALL_SECONDS +
      (payments + links) * STEPS * CALL_SECONDS +
      (payments + links) * given.sessionSeconds +
      (readings * given.sessionSeconds) / READ_TOGETHER,
    browsers: readings * given.browser * given.browserSeconds,
  };
}
