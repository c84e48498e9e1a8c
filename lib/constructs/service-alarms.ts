/** Alarms on what the service counts itself, and on what all functions of the account share. */
import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import { DELAYED_MILLISECONDS } from '@billhook/core/payment/pending';
import {
  CONNECTOR_DIMENSION,
  type CountedMetric,
  METRIC_DIMENSION,
  METRIC_NAMESPACE,
  OUTCOME_DIMENSION,
  SESSION_TIME_METRIC,
  SESSIONS_METRIC,
  type ServiceMetric,
} from '@billhook/runtime/aws/metrics';
import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '../stacks/stage.ts';
import type { AlarmEntry } from './alarm-entry.ts';

const period = Duration.minutes(5);

/**
 * A sum's last period may be filled before what belongs into it has arrived: it is looked at again as
 * the one before.
 */
export const onceInTwo = { periods: 2, breaching: 1 };

/** A pending payment is looked at every hour at the latest, as are the token key and companies' pages. */
const oncePerLook = { periods: 12, breaching: 1 };

export function serviceAlarms(stage: Stage): AlarmEntry[] {
  return [
    ...(Object.keys(counted) as CountedMetric[]).map((id) => ({
      ...{ id, ...counted[id], metric: serviceMetric(stage, id), threshold: 1 },
      ...(id === 'PagesChanged' ? oncePerLook : onceInTwo),
    })),
    sessionAlarm(stage),
    throttleAlarm(),
    pendingAlarm(stage),
    tokenKeyAlarm(stage),
    reconciliationAlarm(stage),
  ];
}

/** Once is enough: each of them is for a person to look at. The log line has the metric's name. */
const counted: Readonly<Record<CountedMetric, Pick<AlarmEntry, 'guide' | 'description'>>> = {
  CompaniesShut: {
    guide: 'a-company-fails',
    description:
      'Sessions at a company failed again and again, for no fault of their users. It is shown as in ' +
      'maintenance, its payments wait, and one session tries again by itself.',
  },
  CompanyNonsense: {
    guide: 'a-company-makes-no-sense',
    description:
      'A company returned something that makes no sense, such as another amount than was asked for, ' +
      'or a payment in the future. Its payment or swap stays pending, a link fails, or a bill stays as it was.',
  },
  FeesAbovePromise: {
    guide: 'a-fee-was-higher',
    description: 'A company charged a higher fee for a payment than its user was promised.',
  },
  MissingReports: {
    guide: 'reconciliation-found-something',
    description:
      'NO REPORT: a connector has not said what it did on a day, nine hours after it was first asked. ' +
      'What went wrong there is not noticed.',
  },
  OperatorFaults: {
    guide: 'only-you-can-mend-a-payment',
    description:
      'A company or network does not take payments for a reason that only you can mend, such as an ' +
      'empty balance. They are tried again each hour for three days, then they are given up.',
  },
  PagesChanged: {
    guide: 'a-page-has-changed',
    description:
      'The page on which users of a company sign in isn’t as its connector knows it: links, readings ' +
      'and payments there are going to fail.',
  },
  PartnersLocked: {
    guide: 'a-partner-locked-itself',
    description:
      'A partner has locked itself with POST /partner/lock: somebody else uses one of its keys. Its ' +
      'payments are paused, and it takes no cards or links, until you have looked.',
  },
  ReconciliationFindings: {
    guide: 'reconciliation-found-something',
    description:
      'Reconciliation has found something that a person has to look at: for example a payment that a ' +
      'company took twice.',
  },
  TakenAboveOwed: {
    guide: 'more-was-taken-than-owed',
    description:
      'An automatic payment took more of a statement than was owed of it, which the bound should make ' +
      'impossible: pause payments.',
  },
  UnknownPayments: {
    guide: 'payments-stay-pending',
    description:
      'A company was asked for a payment, and nobody knows whether it took it. The user sees it pending, ' +
      'and no other payment of the account is made. Most resolve within minutes.',
  },
  UnsentSignals: {
    guide: 'signals-are-late',
    description:
      'A linking workflow could not be told that its user has answered, or that it may stop. The user ' +
      'waits until the sweep tells it, a minute or more.',
  },
  WebhooksParked: {
    guide: 'webhooks-were-given-up',
    description:
      'An endpoint of a partner took an event in none of its attempts, or is gone: the partner knows ' +
      'nothing of what happened.',
  },
};

/** Sessions of one connector in five minutes that failed for no fault of their users. */
const FAILED_SESSIONS = 20;

function sessionAlarm(stage: Stage): AlarmEntry {
  return {
    id: 'FailedSessions',
    guide: 'a-company-fails',
    description:
      'Many sessions of a connector fail, for no fault of their users: links and readings fail, and ' +
      'payments wait. The alarm names the connector.',
    metric: failedSessions(stage),
    threshold: FAILED_SESSIONS,
    ...onceInTwo,
  };
}

/** One series a connector, whichever there are: each raises the alarm by itself. */
function failedSessions(stage: Stage): MathExpression {
  const dimensions = [CONNECTOR_DIMENSION, OUTCOME_DIMENSION, METRIC_DIMENSION].join(', ');
  const failed = ['success', 'user'].map((outcome) => `${OUTCOME_DIMENSION} != '${outcome}'`);
  const where = [`${METRIC_DIMENSION} = '${stage}'`, ...failed].join(' AND ');
  const from = `SCHEMA(${METRIC_NAMESPACE}, ${dimensions})`;
  return new MathExpression({
    expression: `SELECT SUM(${SESSIONS_METRIC}) FROM ${from} WHERE ${where} GROUP BY ${CONNECTOR_DIMENSION}`,
    label: '',
    period,
    usingMetrics: {},
  });
}

/** What the dashboard shows of each connector: what its sessions came to, and how long they took. */
export function sessionGraphs(stage: Stage): Readonly<Record<string, IMetric[]>> {
  const search = (metric: string, dimensions: string[], statistic: string) => {
    const schema = `{${[METRIC_NAMESPACE, METRIC_DIMENSION, ...dimensions].join(',')}}`;
    const named = `MetricName="${metric}" ${METRIC_DIMENSION}="${stage}"`;
    return new MathExpression({
      expression: `SEARCH('${schema} ${named}', '${statistic}', ${period.toSeconds()})`,
      label: '',
      period,
      usingMetrics: {},
    });
  };
  return {
    'Sessions at companies, by connector and outcome': [
      search(SESSIONS_METRIC, [CONNECTOR_DIMENSION, OUTCOME_DIMENSION], 'Sum'),
    ],
    'Sessions at companies: time, by connector': [
      search(SESSION_TIME_METRIC, [CONNECTOR_DIMENSION], 'p90'),
    ],
    'Companies that were shut, since they fail': [serviceMetric(stage, 'CompaniesShut')],
  };
}

/** Of the whole account, which shares its concurrency: one alarm, and not one a function. */
function throttleAlarm(): AlarmEntry {
  return {
    id: 'ThrottledCalls',
    guide: 'calls-are-refused',
    description:
      'Lambda refused calls of functions in this account and region, because too many run at once. ' +
      'Users see 5xx, or wait. It may be another service of the account that takes them all.',
    metric: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Throttles',
      statistic: 'Sum',
      period,
    }),
    threshold: 1,
    ...onceInTwo,
  };
}

function pendingAlarm(stage: Stage): AlarmEntry {
  return {
    id: 'PendingPaymentAge' satisfies ServiceMetric,
    guide: 'payments-stay-pending',
    description:
      'The oldest pending payment is more than a day old: its user does not know whether the bill is ' +
      'paid. Its partner has been told (bill.payment.delayed).',
    metric: serviceMetric(stage, 'PendingPaymentAge', 'Maximum'),
    threshold: DELAYED_MILLISECONDS / 1000,
    ...oncePerLook,
  };
}

/** The schedule looks at it every hour, and most steps wait for days. */
function tokenKeyAlarm(stage: Stage): AlarmEntry {
  return {
    id: 'TokenKeyOverdue' satisfies ServiceMetric,
    guide: 'a-key-rotation-stands-still',
    description:
      'The rotation of a key has stood still for a day: of the one that signs tokens, or of those for ' +
      'connectors. Nobody is logged out, but a key that should be replaced goes on.',
    metric: serviceMetric(stage, 'TokenKeyOverdue', 'Maximum'),
    threshold: DAY_MILLISECONDS / 1000,
    ...oncePerLook,
  };
}

/** It is looked at every five minutes, and ends once a day. */
function reconciliationAlarm(stage: Stage): AlarmEntry {
  return {
    id: 'ReconciliationAge' satisfies ServiceMetric,
    guide: 'reconciliation-has-stopped',
    description:
      'NO RECONCILIATION for a day and a half, or the function that makes it does not run. Payments that ' +
      'went wrong at a company, or double, are not noticed until it does.',
    metric: serviceMetric(stage, 'ReconciliationAge', 'Maximum').with({
      period: Duration.hours(HEARD_HOURS),
    }),
    threshold: (1.5 * DAY_MILLISECONDS) / 1000,
    periods: 1,
    heard: true,
  };
}

/** Hours in which the age of the last reconciliation is heard many times, if anything runs. */
const HEARD_HOURS = 1;

export function serviceMetric(stage: Stage, metricName: ServiceMetric, statistic = 'Sum'): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { [METRIC_DIMENSION]: stage },
    statistic,
    period,
  });
}
