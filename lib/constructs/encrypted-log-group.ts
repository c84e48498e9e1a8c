/** A log group as all of Billhook's are: encrypted with our own key, kept for a time, then gone. */
import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../stacks/stage.ts';
import { RETAINED } from './retained.ts';

/** The sandbox holds test data only. Else a year is kept, as PCI DSS 10.5.1 asks. */
const retentionOf = (stage: Stage) =>
  stage === 'sandbox' ? RetentionDays.ONE_MONTH : RetentionDays.ONE_YEAR;

export type LogGroupOptions = {
  readonly stage: Stage;
  readonly logKey: IKey;
  /** Only where AWS itself dictates how the name begins. */
  readonly name?: string;
};

export function encryptedLogGroup(
  scope: Construct,
  id: string,
  options: LogGroupOptions,
): LogGroup {
  return new LogGroup(scope, id, {
    logGroupName: options.name,
    retention: retentionOf(options.stage),
    encryptionKey: options.logKey,
    removalPolicy: options.stage === 'sandbox' ? RemovalPolicy.DESTROY : RETAINED,
  });
}

/** Its ARN as the firewall takes it. The attribute of the group ends with `:*`, as policies take it. */
export function plainArnOf(group: LogGroup): string {
  return Stack.of(group).formatArn({
    service: 'logs',
    resource: 'log-group',
    resourceName: group.logGroupName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}
