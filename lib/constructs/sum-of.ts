/** Metrics added up, for alarms on several of them. */
import type { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';

/**
 * The sum of metrics that are sent only when something happens. Without a filling, a sum is missing
 * as soon as one of its parts is, and an alarm on it would wait for all of them at once.
 */
export function sumOf(
  label: string,
  period: Duration,
  metrics: Readonly<Record<string, IMetric>>,
): MathExpression {
  const parts = Object.keys(metrics).map((id) => `FILL(${id}, 0)`);
  return new MathExpression({
    expression: parts.join(' + '),
    label,
    period,
    usingMetrics: { ...metrics },
  });
}
