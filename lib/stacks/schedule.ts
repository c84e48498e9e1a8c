/** What runs unattended: each scheduled function with the rule that starts it. */
import type { ScheduleDeclaration } from '@billhook/core/api/operation';
import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunctionResource } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type BuiltFunction, functionsOf } from '../build/built-functions.ts';
import { addAlarm } from '../constructs/alarm-entry.ts';
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
    { alarms }: Surroundings,
  ): void {
    const { everyMinutes, impact } = declaration as ScheduleDeclaration;
    const minutes = Math.max(SILENT_MINUTES, SILENT_RUNS * everyMinutes);
    addAlarm(
      this,
      {
        ...{ id: `${name}-silent`, guide: 'a-schedule-has-stopped' },
        description: `${path} has not run for ${minutes} minutes. ${impact}`,
        metric: made.metricInvocations({ period: Duration.minutes(minutes) }),
        ...{ threshold: 1, periods: 1, below: true, heard: true },
      },
      alarms,
    );
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
