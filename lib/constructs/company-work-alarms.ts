/** How it is seen that work at companies waits too long for its turn, or was given up. */
import type { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmEntry } from './alarm-entry.ts';
import type { CompanyWork } from './company-work.ts';
import { sumOf } from './sum-of.ts';

/** A user waits for it, unless its company alone is slow. */
const USER_WAITS_SECONDS = 5 * 60;
/** Payments of a night may wait for their turn; in the end their workflow asks about them. */
const PAYMENT_WAITS_SECONDS = 2 * 60 * 60;

const paying: readonly string[] = ['submitPayment', 'askPayment'];

export function companyWorkAlarms(works: readonly CompanyWork[], period: Duration): AlarmEntry[] {
  const payments = works.filter(({ built }) => paying.includes(built.name));
  const others = works.filter((one) => !payments.includes(one));
  const once = { threshold: 1, periods: 1 };
  return [
    {
      ...{ id: 'links-late', guide: 'work-waits-too-long' },
      description:
        'Logins, readings of new links, or swaps wait long for their turn: users look at a page ' +
        'that does not go on. A company may be slow, or more calls may be needed at a time.',
      metric: sumOf('Oldest messages together', period, byName(others, ageOf(period))),
      ...{ ...once, threshold: USER_WAITS_SECONDS },
    },
    {
      ...{ id: 'payments-late', guide: 'work-waits-too-long' },
      description:
        'Payments wait for hours for their turn: they stay pending. A company may be slow, or more ' +
        'calls may be needed at a time.',
      metric: sumOf('Oldest messages together', period, byName(payments, ageOf(period))),
      ...{ ...once, threshold: PAYMENT_WAITS_SECONDS },
    },
    {
      ...{ id: 'dead-letters-company-work', guide: 'messages-were-given-up' },
      description:
        'Work at companies was given up: messages are in dead-letter queues of the workflow stack. ' +
        'Nothing is lost: the workflows that wait for it go on when their patience is over.',
      metric: sumOf('Messages', period, byName(works, givenUp(period))),
      ...once,
    },
  ];
}

/** What the dashboard shows, by title. */
export function companyWorkMetrics(works: readonly CompanyWork[], period: Duration) {
  return { 'Company work: age of the oldest message': works.map(ageOf(period)) };
}

const ageOf = (period: Duration) => (work: CompanyWork) =>
  work.queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' });

const givenUp = (period: Duration) => (work: CompanyWork) =>
  work.deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' });

function byName(works: readonly CompanyWork[], metricOf: (work: CompanyWork) => IMetric) {
  return Object.fromEntries(works.map((work) => [work.built.name.toLowerCase(), metricOf(work)]));
}
