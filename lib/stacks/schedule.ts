/** What runs unattended: each scheduled function with the rule that starts it. */
import type { ScheduleDeclaration } from '@billhook/core/api/operation';
import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { functionsOf } from '../build/built-functions.ts';
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
    }
  }
}

/** What each of the runs is told; the rule's own event when there is one run. */
function inputsOf({ parts }: ScheduleDeclaration): (RuleTargetInput | undefined)[] {
  if (parts === undefined) return [undefined];
  return Array.from({ length: parts }, (_, part) => RuleTargetInput.fromObject({ part }));
}
