/** Every alarm: what it says, which page helps with it, and who hears when it is raised and over. */
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { type AlarmGuideName, alarmGuides, type Severity } from './alarm-guides.ts';

export type AlarmEntry = {
  readonly id: string;
  /** The section of the alarms' page. */
  readonly guide: AlarmGuideName;
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
  /** Alarms below the threshold. */
  readonly below?: true;
};

export type AlarmTargets = {
  readonly topics: Readonly<Record<Severity, ITopic>>;
  /** Where the operator has the alarms' page. */
  readonly runbookUrl?: string;
};

/** In the project's folder, and where no other address is set. */
const ALARMS_PAGE = 'docs/operate/alarms.md';

export function addAlarm(scope: Construct, entry: AlarmEntry, targets: AlarmTargets): Alarm {
  const alarm = new Alarm(scope, entry.id, {
    alarmDescription: `${entry.description} See ${targets.runbookUrl ?? ALARMS_PAGE}#${entry.guide}`,
    metric: entry.metric,
    threshold: entry.threshold,
    evaluationPeriods: entry.periods,
    datapointsToAlarm: entry.breaching,
    treatMissingData: entry.heard ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    comparisonOperator: entry.below
      ? ComparisonOperator.LESS_THAN_THRESHOLD
      : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  });
  const heard = new SnsAction(targets.topics[alarmGuides[entry.guide].severity]);
  alarm.addAlarmAction(heard);
  alarm.addOkAction(heard);
  return alarm;
}
