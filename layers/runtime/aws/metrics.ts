/**
 * Metrics that the service counts itself. A line of the log that has `embeddedMetric` is counted by
 * CloudWatch (embedded metric format); `lib/stacks/monitor.ts` has an alarm on each.
 */
import type { SessionOutcome } from '@billhook/core/company/gate/faults';
import { environment } from './environment.ts';

export const METRIC_NAMESPACE = 'Billhook';
/** Both stages can be in one account. */
export const METRIC_DIMENSION = 'Stage';

/**
 * - `CompanyNonsense`: results of companies that make no sense, and promises that they broke
 *   (decision: results-are-parsed).
 * - `CompaniesShut`: companies that nobody is sent to for a while, since they fail
 *   (decision: company-gates).
 * - `FeesAbovePromise`: payments for which a company charged a higher fee than was promised
 *   (decision: promises-are-compared).
 * - `OperatorFaults`: payments that a company or network refused for what only the operator can mend,
 *   such as a balance that is empty (decision: faults-have-a-source).
 * - `UnknownPayments`: payments whose outcome is not known (decision: pending-payments-are-seen).
 * - `MissingReports`: days that a connector has not reported (decision: reconciled-daily).
 * - `PartnersLocked`: partners that locked themselves, since somebody else uses their key
 *   (decision: settings-lock).
 * - `PagesChanged`: pages of companies that are not as their connector knows them: users can't sign in
 *   there. Looked at once an hour.
 * - `ReconciliationFindings`: reports of a day in which something is open.
 * - `WebhooksParked`: deliveries whose attempts all failed, or whose endpoint has gone.
 * - `UnsentSignals`: workflows that could not be told that what they wait for has happened.
 */
export type CountedMetric =
  | 'CompanyNonsense'
  | 'CompaniesShut'
  | 'FeesAbovePromise'
  | 'MissingReports'
  | 'OperatorFaults'
  | 'PagesChanged'
  | 'PartnersLocked'
  | 'ReconciliationFindings'
  | 'TakenAboveOwed'
  | 'UnknownPayments'
  | 'UnsentSignals'
  | 'WebhooksParked';
/**
 * - `PendingPaymentAge`: how old a payment is that is looked at and still pending, in seconds.
 * - `ReconciliationAge`: for how long no reconciliation has ended, in seconds.
 * - `TokenKeyOverdue`: for how long a step of the rotation of a key has been due, in seconds.
 */
export type MeasuredMetric = 'PendingPaymentAge' | 'ReconciliationAge' | 'TokenKeyOverdue';
export type ServiceMetric = CountedMetric | MeasuredMetric;

/** @param value seconds of what is measured; one of what is counted. */
export function embeddedMetric(
  metric: ServiceMetric,
  machineNow: number,
  value?: number,
): Record<string, unknown> {
  const counted = {
    Namespace: METRIC_NAMESPACE,
    Dimensions: [[METRIC_DIMENSION]],
    Metrics: [{ Name: metric, Unit: value === undefined ? 'Count' : 'Seconds' }],
  };
  return {
    [METRIC_DIMENSION]: environment('STAGE'),
    [metric]: value ?? 1,
    _aws: { Timestamp: machineNow, CloudWatchMetrics: [counted] },
  };
}

/** Sessions at companies, by the connector and by what they came to; and how long they took. */
export const CONNECTOR_DIMENSION = 'Connector';
export const OUTCOME_DIMENSION = 'Outcome';
const COMPANY_DIMENSION = 'Company';
export const SESSIONS_METRIC = 'Sessions';
export const SESSION_TIME_METRIC = 'SessionTime';

export type SessionMeasured = {
  readonly connector: string;
  readonly outcome: SessionOutcome;
  readonly milliseconds: number;
  /** Counted apart, where its connector reaches it by a browser: a metric costs, and those are few. */
  readonly company?: string;
};

export function sessionMetrics(
  { connector, outcome, milliseconds, company }: SessionMeasured,
  machineNow: number,
): Record<string, unknown> {
  const of = (Name: string, Unit: string, ...dimensions: string[]) => ({
    Namespace: METRIC_NAMESPACE,
    Dimensions: [[METRIC_DIMENSION, ...dimensions]],
    Metrics: [{ Name, Unit }],
  });
  return {
    [METRIC_DIMENSION]: environment('STAGE'),
    [CONNECTOR_DIMENSION]: connector,
    [OUTCOME_DIMENSION]: outcome,
    ...(company !== undefined && { [COMPANY_DIMENSION]: company }),
    [SESSIONS_METRIC]: 1,
    [SESSION_TIME_METRIC]: milliseconds,
    _aws: {
      Timestamp: machineNow,
      CloudWatchMetrics: [
        of(SESSIONS_METRIC, 'Count', CONNECTOR_DIMENSION, OUTCOME_DIMENSION),
        of(SESSION_TIME_METRIC, 'Milliseconds', CONNECTOR_DIMENSION),
        ...(company === undefined
          ? []
          : [of(SESSIONS_METRIC, 'Count', COMPANY_DIMENSION, OUTCOME_DIMENSION)]),
      ],
    },
  };
}
