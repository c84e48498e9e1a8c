/** What a month costs, from what is measured and the prices of `docs/running-costs.md`. */
import { type Assumptions, DELIVERY_UNITS, type Demand, KMS_CALLS, STEPS } from './demand.ts';
import type { Measured } from './measured.ts';

/** Dollars, of one. */
const prices = {
  readUnit: 0.125 / 1e6,
  writeUnit: 0.625 / 1e6,
  step: 0.025 / 1e3,
  kmsCall: 0.03 / 1e4,
  signature: 0.15 / 1e4,
  request: 3.5 / 1e6,
  firewall: 0.6 / 1e6,
  invocation: 0.2 / 1e6,
  gigabyteSecond: 0.0000133,
  event: 1 / 1e6,
  queueRequest: 0.4 / 1e6,
  logGigabyte: 0.5,
  storedGigabyte: 0.25,
} as const;

const DAYS = 30;
const SECONDS = DAYS * 86_400;
/** Half a gigabyte for a tenth of a second. */
const CALL = prices.invocation + 0.05 * prices.gigabyteSecond;
const CALLS_A_REQUEST = 2;
const LOG_GIGABYTES_A_REQUEST = 1e-6;
const QUEUE_REQUESTS_AN_EVENT = 6;
/** A session with a browser has two gigabytes. */
const BROWSER_GIGABYTES = 2;
/** An account with its auth, bill, history and events of 90 days, in the table of `npm run bench:load`. */
const GIGABYTES_AN_ACCOUNT = 30e-6;

export type Month = Readonly<Record<string, number>>;

/** By what it is for; dollars. */
export function monthOf(demand: Demand, measured: Measured, given: Assumptions): Month {
  const requests = (demand.requests / given.peak) * SECONDS;
  const links = (demand.links / given.peak) * SECONDS;
  const payments = demand.paymentsADay * DAYS;
  const readings = demand.readings * SECONDS;
  // Four of a payment and two notices; three of a link.
  const events = payments * 6 + links * 3;
  const { request, link, payment, reading } = measured;
  const units = (of: 'readUnits' | 'writeUnits') =>
    requests * request[of] + links * link[of] + payments * payment[of] + readings * reading[of];
  const writeUnits = units('writeUnits') + events * DELIVERY_UNITS;
  const kmsCalls =
    readings * reading.kmsCalls + payments * KMS_CALLS.payment + links * KMS_CALLS.link;
  const signatures = requests * 0.07 + given.remote * (readings * 2 + payments * 3 + links * 4);
  const sessions = (readings * given.sessionSeconds) / 10;
  return {
    'Table: requests': units('readUnits') * prices.readUnit + writeUnits * prices.writeUnit,
    'Table: storage': demand.accounts * GIGABYTES_AN_ACCOUNT * prices.storedGigabyte,
    KMS: kmsCalls * prices.kmsCall + signatures * prices.signature,
    'Step Functions': (payments + links) * STEPS * prices.step,
    'API Gateway, firewall, logs':
      requests * (prices.request + prices.firewall + LOG_GIGABYTES_A_REQUEST * prices.logGigabyte),
    Functions:
      (requests * CALLS_A_REQUEST + (payments + links) * STEPS + events * 3) * CALL +
      sessions * prices.gigabyteSecond,
    'Bus and queues': events * (prices.event + QUEUE_REQUESTS_AN_EVENT * prices.queueRequest),
    Browsers:
      readings * given.browser * given.browserSeconds * BROWSER_GIGABYTES * prices.gigabyteSecond,
  };
}
