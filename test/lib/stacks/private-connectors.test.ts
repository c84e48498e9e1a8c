/** Connectors inside the operator's own network, and who may be there. */
import { describe, expect, test } from 'vitest';
import { functionsOf } from '../../../lib/build/built-functions.ts';
import { type Found, type Json, resourcesOf } from './synthesis.ts';
import { privateConnectors, type VariantName } from './variants.ts';

const WITH = 'production with private connectors';

function functionsIn(variant: VariantName): Map<string, Found> {
  const all = resourcesOf(variant, 'AWS::Lambda::Function');
  return new Map(
    all.map((one) => [one.Properties.Environment?.Variables?.POWERTOOLS_SERVICE_NAME, one]),
  );
}

const paths = functionsOf('production').map(({ path }) => path);
/** Whoever sends requests to connectors. */
const reaching = [
  ...['workflow/log-in', 'workflow/read-bills', 'workflow/submit-payment', 'workflow/ask-payment'],
  ...['workflow/submit-swap', 'stream/read-accounts', 'operator/check-connector'],
  ...['schedule/reconcile-payments', 'schedule/refresh-connectors'],
];

describe('Where a stage has private connectors', () => {
  const functions = functionsIn(WITH);
  const roles = resourcesOf(WITH, 'AWS::IAM::Role');

  test.each(paths)('%s is in the network only if it reaches connectors', (path) => {
    const made = functions.get(path);
    const { VpcConfig, Environment } = made?.Properties ?? {};
    const role = roles.find(
      ({ id, part }) => part === made?.part && id === made?.Properties.Role['Fn::GetAtt'][0],
    );
    const actions = (role?.Properties.Policies[0].PolicyDocument.Statement ?? [])
      .flatMap(({ Effect, Action }: Json) => (Effect === 'Allow' ? [Action].flat() : []))
      .filter((action: string) => action.startsWith('ec2:'));
    if (!reaching.includes(path)) {
      expect([VpcConfig, Environment.Variables.PRIVATE_CONNECTORS]).toEqual([undefined, undefined]);
      expect(actions).toEqual([]);
      return;
    }
    const { subnetIds, securityGroupIds } = privateConnectors.network;
    expect(VpcConfig).toEqual({ SubnetIds: subnetIds, SecurityGroupIds: securityGroupIds });
    expect(JSON.parse(Environment.Variables.PRIVATE_CONNECTORS)).toEqual(privateConnectors.hosts);
    expect(actions).toEqual([
      'ec2:AssignPrivateIpAddresses',
      'ec2:CreateNetworkInterface',
      'ec2:DeleteNetworkInterface',
      'ec2:DescribeNetworkInterfaces',
      'ec2:DescribeSubnets',
      'ec2:UnassignPrivateIpAddresses',
    ]);
  });
});

test.each(['sandbox', 'production'] as const)('%s has none unless it says so', (stage) => {
  for (const [, { Properties }] of functionsIn(stage)) {
    expect(Properties.VpcConfig).toBeUndefined();
    expect(Properties.Environment?.Variables?.PRIVATE_CONNECTORS).toBeUndefined();
  }
});
