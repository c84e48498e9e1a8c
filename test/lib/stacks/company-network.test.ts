/** The operator's own network: connectors inside it, who may be there, and which hosts are reached from it. */
import { describe, expect, test } from 'vitest';
import { functionsOf } from '../../../lib/build/built-functions.ts';
import { type Found, type Json, resourcesOf } from './synthesis.ts';
import { companyNetwork, privateConnectors, type VariantName } from './variants.ts';

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
  ...['operator/read-settlements', 'schedule/reconcile-payments', 'schedule/refresh-connectors'],
];

const withNetwork = [
  'production with private connectors',
  'production with a list of hosts',
] as const;
describe.each(withNetwork)('In %s', (variant) => {
  const functions = functionsIn(variant);
  const roles = resourcesOf(variant, 'AWS::IAM::Role');

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

describe('The hosts of a list', () => {
  const variant = 'production with a list of hosts';
  const [hosts, all] = resourcesOf(variant, 'AWS::Route53Resolver::FirewallDomainList');
  const [group] = resourcesOf(variant, 'AWS::Route53Resolver::FirewallRuleGroup');
  const names: string[] = hosts?.Properties.Domains.map((one: Json) =>
    typeof one === 'string'
      ? one
      : one['Fn::Join'][1].map((part: Json) => part.Ref ?? part).join(''),
  );

  test('are resolved, private connectors’ too, and no other name is', () => {
    expect(names).toEqual(
      expect.arrayContaining([...companyNetwork.hosts, 'connector.bank.internal']),
    );
    expect(all?.Properties.Domains).toEqual(['*']);
    const idOf = (list: typeof all) => ({ 'Fn::GetAtt': [list?.id, 'Id'] });
    expect(group?.Properties.FirewallRules).toEqual([
      expect.objectContaining({ Priority: 1, Action: 'ALLOW', FirewallDomainListId: idOf(hosts) }),
      expect.objectContaining({
        ...{ Priority: 2, Action: 'BLOCK', BlockResponse: 'NXDOMAIN' },
        FirewallDomainListId: idOf(all),
      }),
    ]);
  });

  test('count in the whole network, also when the firewall is down', () => {
    const [association] = resourcesOf(
      variant,
      'AWS::Route53Resolver::FirewallRuleGroupAssociation',
    );
    expect(association?.Properties).toMatchObject({
      ...{ VpcId: companyNetwork.vpcId, MutationProtection: 'ENABLED' },
      FirewallRuleGroupId: { 'Fn::GetAtt': [group?.id, 'Id'] },
    });
    const [config] = resourcesOf(variant, 'AWS::Route53Resolver::FirewallConfig');
    expect(config?.Properties).toEqual({
      ...{ ResourceId: companyNetwork.vpcId, FirewallFailOpen: 'DISABLED' },
    });
  });

  test('have beside them what the functions call of AWS', () => {
    // What Lambda sends or does itself, outside of the network.
    const ofLambda = ['logs', 'xray', 'ec2'];
    const roles = resourcesOf(variant, 'AWS::IAM::Role');
    const functions = functionsIn(variant);
    const called = reaching.flatMap((path) => {
      const made = functions.get(path);
      const role = roles.find(
        ({ id, part }) => part === made?.part && id === made?.Properties.Role['Fn::GetAtt'][0],
      );
      return role?.Properties.Policies[0].PolicyDocument.Statement.flatMap(
        ({ Effect, Action }: Json) => (Effect === 'Allow' ? [Action].flat() : []),
      );
    });
    const services = [...new Set(called.map((action: string) => action.split(':')[0]))];
    expect(names.filter((name) => name.endsWith('.AWS::URLSuffix'))).toEqual(
      expect.arrayContaining(
        services
          .filter((one) => !ofLambda.includes(String(one)))
          .map((one) => `${one}.AWS::Region.AWS::URLSuffix`),
      ),
    );
  });
});
