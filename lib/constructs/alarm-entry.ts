import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** An alarm as the monitor stack makes it. */
export type AlarmEntry = {
  readonly id: string;
  readonly description: string;
  readonly metric: IMetric;
  /** Alarms at this value and above. */
  readonly threshold: number;
  /** Periods that are looked at. */
  readonly periods: number;
  /** Periods of these that have to be above; all when left out. */
  readonly breaching?: number;
  /** Nothing heard is an alarm too: what it measures is heard in every period. */
  readonly heard?: true;
};
