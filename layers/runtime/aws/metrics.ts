/**
 * Metrics that the service counts itself. A line of the log that has `embeddedMetric` is counted by
 * CloudWatch (embedded metric format); `lib/stacks/monitor.ts` has an alarm on each.
 */
import { environment } from './environment.ts';

export const METRIC_NAMESPACE = 'Billhook';
/** Both stages can be in one account. */
export const METRIC_DIMENSION = 'Stage';

/** `CompanyNonsense`: results of companies that make no sense (decision: results-are-parsed). */
export type ServiceMetric = 'CompanyNonsense';

/** Counts one. */
export function embeddedMetric(metric: ServiceMetric, machineNow: number): Record<string, unknown> {
  const counted = {
    Namespace: METRIC_NAMESPACE,
    Dimensions: [[METRIC_DIMENSION]],
    Metrics: [{ Name: metric, Unit: 'Count' }],
  };
  return {
    [METRIC_DIMENSION]: environment('STAGE'),
    [metric]: 1,
    _aws: { Timestamp: machineNow, CloudWatchMetrics: [counted] },
  };
}
