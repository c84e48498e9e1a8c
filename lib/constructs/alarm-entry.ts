import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** An alarm as the monitor stack makes it. */
export type AlarmEntry = {
  readonly id: string;
  readonly description: string;
  readonly metric: IMetric;
  /** Alarms at this value and above. */
  readonly threshold: number;
  /** Periods in a row. */
  readonly periods: number;
};
