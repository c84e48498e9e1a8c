/** What the operator's command line has the deployment do. */
import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { operatorFunctions } from '../../functions/contracts.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { FunctionsStack, type FunctionsStackProps } from './functions.ts';
import type { ModuleHostStack } from './module-host.ts';

const CHECKS: keyof typeof operatorFunctions = 'checkConnector';
const OPENS: keyof typeof operatorFunctions = 'openPages';
const READS: keyof typeof operatorFunctions = 'readSettlements';
const FETCHES: keyof typeof operatorFunctions = 'fetchLogos';

export type OperatorStackProps = Omit<FunctionsStackProps, 'group'> & {
  /** Serves the logos of connectors' companies, where there is one. */
  readonly host?: ModuleHostStack;
  /** Of the settings, which `doctor` compares. */
  readonly settings: string;
};

export class OperatorStack extends FunctionsStack {
  constructor(
    scope: Construct,
    id: string,
    { host, surroundings, settings, ...props }: OperatorStackProps,
  ) {
    const granted = { ...surroundings.granted, companyLogos: host?.companyLogos };
    super(scope, id, {
      ...props,
      surroundings: { ...surroundings, granted },
      group: 'operator',
    });
    // Its output says where logos are.
    if (host) this.addStackDependency(host);
    new CfnOutput(this, 'Version', { value: packageFile.version });
    new CfnOutput(this, 'Settings', { value: settings });
    this.output('CheckConnectorArn', CHECKS);
    this.output('OpenPagesArn', OPENS);
    this.output('ReadSettlementsArn', READS);
    // Without a host, nobody could see them.
    if (host) this.output('FetchLogosArn', FETCHES);
  }

  private output(id: string, name: keyof typeof operatorFunctions): void {
    const made = this.functions[name];
    if (made) new CfnOutput(this, id, { value: made.functionArn });
  }
}
