/** What the operator's command line has the deployment do. */
import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { operatorFunctions } from '../../functions/contracts.ts';
import { FunctionsStack, type FunctionsStackProps } from './functions.ts';

const CHECKS: keyof typeof operatorFunctions = 'checkConnector';

export class OperatorStack extends FunctionsStack {
  constructor(scope: Construct, id: string, props: Omit<FunctionsStackProps, 'group'>) {
    super(scope, id, { ...props, group: 'operator' });
    const made = this.functions[CHECKS];
    if (made) new CfnOutput(this, 'CheckConnectorArn', { value: made.functionArn });
  }
}
