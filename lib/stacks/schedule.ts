/** What runs unattended: each scheduled function with the rule that starts it. */

import type { ScheduleDeclaration } from '@billhook/core/operation';
import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { builtFunctions } from '../built-functions.ts';
import { BillhookFunction, type Surroundings } from '../constructs/billhook-function.ts';

export type ScheduleStackProps = StackProps & { readonly surroundings: Surroundings };

export class ScheduleStack extends Stack {
  constructor(scope: Construct, id: string, props: ScheduleStackProps) {
    super(scope, id, props);
    for (const built of builtFunctions.filter(({ group }) => group === 'schedule')) {
      const made = new BillhookFunction(this, built, props.surroundings).function;
      // The next run does what a failed one left undone.
      made.configureAsyncInvoke({ retryAttempts: 0 });
      const { everyMinutes } = built.declaration as ScheduleDeclaration;
      new Rule(this, `${built.name}-rule`, {
        description: built.declaration.summary,
        schedule: Schedule.rate(Duration.minutes(everyMinutes)),
        targets: [new LambdaFunction(made, { retryAttempts: 0 })],
      });
    }
  }
}
