/**
 * What lets a function reach connectors inside the operator's own network (decision: private-connectors): it
 * is told where they may be, and is in that network itself.
 */
import type { Uses } from '@billhook/core/api/operation';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { PrivateConnectors } from '../settings/stage-settings.ts';
import { forLambdaAlone } from './event-grants.ts';

/** Whether it sends requests to remote connectors. */
function reachesConnectors({ connectorKeys = [] }: Uses): boolean {
  return connectorKeys.includes('use');
}

export function privateEnvironment(
  uses: Uses,
  settings: PrivateConnectors | undefined,
): Readonly<Record<string, string>> {
  if (!settings || !reachesConnectors(uses)) return {};
  return { PRIVATE_CONNECTORS: JSON.stringify(settings.hosts) };
}

/** What Lambda does in the function's name to be in a network; none of it can be limited to a resource. */
const networkActions = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
];

export const joiningStatements = () => forLambdaAlone(networkActions, ['*']);

export function networkStatements(
  uses: Uses,
  settings: PrivateConnectors | undefined,
): PolicyStatement[] {
  if (!settings?.network || !reachesConnectors(uses)) return [];
  return joiningStatements();
}

/** The ids alone are known: nothing is looked up in the account. */
export function joinNetwork(
  made: LambdaFunction,
  uses: Uses,
  settings: PrivateConnectors | undefined,
): void {
  if (!settings?.network || !reachesConnectors(uses)) return;
  const { subnetIds, securityGroupIds } = settings.network;
  (made.node.defaultChild as CfnFunction).vpcConfig = {
    subnetIds: [...subnetIds],
    securityGroupIds: [...securityGroupIds],
  };
}
