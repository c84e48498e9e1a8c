/** The functions of one group of the interface, or of the gateway: one stack a group. */
import { Stack, type StackProps } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { functionsOf } from '../build/built-functions.ts';
import { BillhookFunction, type Surroundings } from '../constructs/billhook-function.ts';

export type FunctionsStackProps = StackProps & {
  readonly group: string;
  readonly surroundings: Surroundings;
};

export class FunctionsStack extends Stack {
  readonly group: string;
  /** By the contract's key. */
  readonly functions: Readonly<Record<string, IFunction>>;

  constructor(scope: Construct, id: string, props: FunctionsStackProps) {
    super(scope, id, props);
    const { group, surroundings } = props;
    this.group = group;
    this.functions = Object.fromEntries(
      functionsOf(surroundings.stage)
        .filter((built) => built.group === group)
        .map((built) => [built.name, new BillhookFunction(this, built, surroundings).function]),
    );
  }
}
