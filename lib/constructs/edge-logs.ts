/** The log of what the modules' host was asked. */
import { CfnCondition, type CfnResource, Fn, Stack, Token } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type Stage, stackName } from '../stacks/stage.ts';
import { encryptedLogGroup } from './encrypted-log-group.ts';

/**
 * Neither the address nor its query, which carries a token, nor where a request came from but its IP
 * address: only what happened.
 */
const RECORDED_FIELDS = [
  'date',
  'time',
  'c-ip',
  'cs-method',
  'cache-behavior-path-pattern',
  'sc-status',
  'x-edge-location',
  'x-edge-request-id',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
  'cs-protocol',
  'cs-protocol-version',
  'ssl-protocol',
  'ssl-cipher',
  'cs-bytes',
  'sc-bytes',
  'time-taken',
];

/** CloudFront hands its logs over in one region of all. */
const LOGGING_REGION = 'us-east-1';

export type EdgeLogsOptions = { readonly stage: Stage; readonly logKey: IKey };

/** Made where the stacks stand in `us-east-1`; elsewhere the API's own log has to do. */
export class EdgeLogs extends Construct {
  constructor(
    scope: Construct,
    id: string,
    distribution: IDistribution,
    { stage, logKey }: EdgeLogsOptions,
  ) {
    super(scope, id);
    const { region } = Stack.of(this);
    const known = !Token.isUnresolved(region);
    if (known && region !== LOGGING_REGION) return;
    const name = stackName(stage, 'module-host');
    const logs = encryptedLogGroup(this, 'Logs', { stage, logKey });
    const source = new CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: distribution.distributionArn,
    });
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name,
      outputFormat: 'json',
      destinationResourceArn: logs.logGroupArn,
    });
    const delivery = new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.name,
      deliveryDestinationArn: destination.attrArn,
      recordFields: RECORDED_FIELDS,
    });
    delivery.addResourceDependency(source);
    if (known) return;
    const condition = new CfnCondition(this, 'Possible', {
      expression: Fn.conditionEquals(region, LOGGING_REGION),
    });
    const made = [logs.node.defaultChild as CfnResource, source, destination, delivery];
    for (const resource of made) resource.cfnOptions.condition = condition;
  }
}
