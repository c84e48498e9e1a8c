/**
 * The functions that meet companies in the operator's own network: to reach connectors inside it
 * (decision: private-connectors), or to reach no other hosts than those of a list.
 */
import type { Uses } from '@billhook/core/api/operation';
import { Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import {
  CfnFirewallConfig,
  CfnFirewallDomainList,
  CfnFirewallRuleGroup,
  CfnFirewallRuleGroupAssociation,
} from 'aws-cdk-lib/aws-route53resolver';
import { Construct } from 'constructs';
import type { CompanyNetwork, StageSettings } from '../settings/stage-settings.ts';
import { forLambdaAlone } from './event-grants.ts';

/** What the settings say of where companies are reached. */
export type CompanySettings = Pick<StageSettings, 'privateConnectors' | 'companyNetwork'>;

/** Whether it sends requests to companies and their connectors. */
function meetsCompanies({ connectorKeys = [] }: Uses): boolean {
  return connectorKeys.includes('use');
}

export function privateEnvironment(
  uses: Uses,
  { privateConnectors }: CompanySettings,
): Readonly<Record<string, string>> {
  if (!privateConnectors || !meetsCompanies(uses)) return {};
  return { PRIVATE_CONNECTORS: JSON.stringify(privateConnectors.hosts) };
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

/** The settings say one at most. */
function networkOf(uses: Uses, { companyNetwork, privateConnectors }: CompanySettings) {
  return meetsCompanies(uses) ? (companyNetwork ?? privateConnectors?.network) : undefined;
}

export function networkStatements(uses: Uses, settings: CompanySettings): PolicyStatement[] {
  return networkOf(uses, settings) ? joiningStatements() : [];
}

/** The ids alone are known: nothing is looked up in the account. */
export function joinNetwork(made: LambdaFunction, uses: Uses, settings: CompanySettings): void {
  const network = networkOf(uses, settings);
  if (!network) return;
  const { subnetIds, securityGroupIds } = network;
  (made.node.defaultChild as CfnFunction).vpcConfig = {
    subnetIds: [...subnetIds],
    securityGroupIds: [...securityGroupIds],
  };
}

/** What these functions call of AWS, by the names of endpoints. Lambda itself sends their logs and traces. */
const services = ['dynamodb', 'events', 'kms', 'sqs', 'states'];

/** The resolver of the network answers for the hosts of the list and those of AWS, and for no others. */
export class WayOut extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { vpcId, hosts }: CompanyNetwork,
    { privateConnectors }: CompanySettings,
  ) {
    super(scope, id);
    const { region, account, urlSuffix } = Stack.of(this);
    const ofAws = [...services.map((one) => `${one}.${region}`), `${account}.ddb.${region}`];
    const allowed = new CfnFirewallDomainList(this, 'Hosts', {
      domains: [
        ...hosts,
        ...Object.keys(privateConnectors?.hosts ?? {}),
        ...ofAws.map((name) => `${name}.${urlSuffix}`),
      ],
    });
    const all = new CfnFirewallDomainList(this, 'All', { domains: ['*'] });
    const rules = new CfnFirewallRuleGroup(this, 'Rules', {
      firewallRules: [
        {
          ...{ priority: 1, action: 'ALLOW', firewallDomainListId: allowed.attrId },
          // What a name of the list stands for is its owner's to say: a host of a CDN, often.
          firewallDomainRedirectionAction: 'TRUST_REDIRECTION_DOMAIN',
        },
        {
          ...{ priority: 2, action: 'BLOCK', firewallDomainListId: all.attrId },
          blockResponse: 'NXDOMAIN',
        },
      ],
    });
    new CfnFirewallRuleGroupAssociation(this, 'Association', {
      ...{ vpcId, firewallRuleGroupId: rules.attrId, priority: 200 },
      // Nobody takes it away by hand without taking this away first.
      mutationProtection: 'ENABLED',
    });
    // Where the firewall doesn't answer, nothing is resolved.
    new CfnFirewallConfig(this, 'Closed', { resourceId: vpcId, firewallFailOpen: 'DISABLED' });
  }
}
