/** What runs unattended: each scheduled function with the rule that starts it. */
import type { ScheduleDeclaration } from '@billhook/core/api/operation';
import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunctionResource } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type BuiltFunction, functionsOf } from '../build/built-functions.ts';
import { BillhookFunction, type Surroundings } from '../constructs/billhook-function.ts';

export type ScheduleStackProps = StackProps & { readonly surroundings: Surroundings };

export class ScheduleStack extends Stack {
  constructor(scope: Construct, id: string, props: ScheduleStackProps) {
    super(scope, id, props);
    const { surroundings } = props;
    for (const built of functionsOf(surroundings.stage).filter(
      ({ group }) => group === 'schedule',
    )) {
      const made = new BillhookFunction(this, built, surroundings).function;
      // The next run does what a failed one left undone.
      made.configureAsyncInvoke({ retryAttempts: 0 });
      const { everyMinutes } = built.declaration as ScheduleDeclaration;
      new Rule(this, `${built.name}-rule`, {
        description: built.declaration.summary,
        schedule: Schedule.rate(Duration.minutes(everyMinutes)),
        targets: inputsOf(built.declaration as ScheduleDeclaration).map(
          (event) => new LambdaFunction(made, { retryAttempts: 0, event }),
        ),
      });
      this.alarmOnSilence(made, built, surroundings);
    }
  }

  /** A rule that is off, or may not call its function any more, fails nowhere: nothing is run. */
  private alarmOnSilence(
    made: LambdaFunctionResource,
    { name, path, declaration }: BuiltFunction,
    { alarmTopic }: Surroundings,
  ): void {
    const { everyMinutes, impact } = declaration as ScheduleDeclaration;
    const minutes = Math.max(SILENT_MINUTES, SILENT_RUNS * everyMinutes);
    const alarm = made
      .metricInvocations({ period: Duration.minutes(minutes) })
      .createAlarm(this, `${name}-silent`, {
        alarmDescription: `${path} has not run for ${minutes} minutes: look at its rule, and at what may call it. ${impact}`,
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        threshold: 1,
        evaluationPeriods: 1,
        treatMissingData: TreatMissingData.BREACHING,
      });
    alarm.addAlarmAction(new SnsAction(alarmTopic));
  }
}

/** A schedule that misses so many runs, and is silent for so long, has stopped. */
const SILENT_RUNS = 3;
const SILENT_MINUTES = 15;

/** What each of the runs is told; the rule's own event when there is one run. */
function inputsOf({ parts }: ScheduleDeclaration): (RuleTargetInput | undefined)[] {
  if (parts === undefined) return [undefined];
  return Array.from({ length: parts }, (_, part) => RuleTargetInput.fromObject({ part }));
}
