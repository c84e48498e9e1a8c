/**
 * The checks of the synthesis, AWS Solutions and PCI DSS: a finding that is not acknowledged here,
 * with the reason why it is no fault, fails it.
 */
import { type App, Stack, Token, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, PCIDSS321Checks } from 'cdk-nag';
import type { Acknowledgement } from './acknowledgement.ts';
import { moduleHostAcknowledgements } from './nag-module-host.ts';
import { type Stage, stackName, stageNames } from './stage.ts';

/** The finding about a folder of a bucket in another stack, as the rule writes it. */
function companyLogosOf(stage: Stage, region: string): string {
  const output = 'PublishOutputFnGetAttAssetsBucket252B3DF7Arn6DBDAFC8';
  const bucket = `{"StackName":"${stackName(stage, 'module-host')}","Region":${region},"OutputName":"${output}"}`;
  return `AwsSolutions-IAM5[Resource::{"Fn::GetStackOutput":${bucket}}/assets/company-logos/*]`;
}

export const acknowledgements: readonly Acknowledgement[] = [
  {
    rules: ['AwsSolutions-IAM5[Resource::*]'],
    where: /^(?!api\/|data\/|monitor\/)[^/]+\/[^/]+\/Role$/,
    reason:
      'Traces, the delivery of a state machine’s logs and the list of streams have no resources to ' +
      'name. A test lists these actions, and finds any other that is granted on all resources.',
  },
  {
    rules: [
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:kms:<AWS::Region>:<AWS::AccountId>:key/*]',
    ],
    where: /^[^/]+\/[^/]+\/Role$/,
    reason:
      'Partners create the keys that they encrypt bodies with, so the keys have no names when the ' +
      'role is created. Each statement covers only keys with our tags and of one kind. A test ' +
      'lists these actions with their conditions.',
  },
  {
    rules: stageNames.flatMap((stage) =>
      ['{"Ref":"AWS::Region"}', '"<AWS::Region>"'].map((region) => companyLogosOf(stage, region)),
    ),
    where: /^operator\/fetchLogos\/Role$/,
    reason:
      'Logos are named by their content, so their names are not known when the role is created. It ' +
      'covers the one folder of the modules’ host that has no other files, and only adds to it.',
  },
  {
    rules: ['PCI.DSS.321-IAMNoInlinePolicy'],
    where: /\/Role$|^browser\/Network\/Flows\/IAMRole/,
    reason:
      'Each policy is derived from the declaration of one function or workflow, fits only that ' +
      'role, and is deleted with it.',
  },
  {
    rules: ['PCI.DSS.321-LambdaInsideVPC'],
    where: /\/Function$/,
    reason:
      'There is nothing inside a VPC to reach, but for connectors that the stage’s settings name: who ' +
      'reaches those is in it. The functions call AWS services, each call authorized by the ' +
      'function’s own role, and nothing can connect to a function.',
  },
  {
    rules: ['PCI.DSS.321-VPCNoUnrestrictedRouteToIGW'],
    where: /^browser\/Network\//,
    reason:
      'The way out of the browser’s worker ends at a NAT gateway, which lets nothing in. Which hosts a ' +
      'session reaches is limited by a proxy in the worker, to those of its company.',
  },
  {
    rules: ['PCI.DSS.321-VPCDefaultSecurityGroupClosed'],
    where: /^browser\/Network$/,
    reason:
      'Nothing is in the default group: the worker, which alone is in this network, has one of its own ' +
      'that lets nothing in. Closing it would take a function that may change security groups.',
  },
  {
    rules: ['AwsSolutions-APIG2'],
    where: /^api\/Api$/,
    reason:
      'Every function validates requests with the schemas of its contract and returns the field ' +
      'that is wrong. A body may arrive encrypted, so the gateway cannot read it.',
  },
  {
    rules: ['AwsSolutions-COG4'],
    where: /^api\/Api\/Default\//,
    reason:
      'Callers are partners’ servers with API keys and clients with access tokens that Billhook ' +
      'issues: our own authorizer checks both, and there is no user pool.',
  },
  {
    rules: ['AwsSolutions-APIG4'],
    where: /^api\/Api\/Default\/(.+\/)?ANY$/,
    reason: 'Returns 404 or 405 for a method and path that no operation has, and accesses no data.',
  },
  {
    rules: ['AwsSolutions-APIG4'],
    where: /^api\/Api\/Default\/.+\/OPTIONS$/,
    reason:
      'Answers browsers, before a page of another origin calls, what it may send. A preflight ' +
      'carries no credential, and the gateway answers each with the same fixed headers.',
  },
  {
    rules: ['AwsSolutions-APIG4'],
    where: /^api\/Api\/Default\/client\/access-token\/POST$/,
    reason:
      'The credential is the SSO token in the body, which the function verifies. Its caller is a ' +
      'page of a hosted module, which must never have a partner’s API key.',
  },
  {
    rules: ['AwsSolutions-APIG4'],
    where: /^api\/Api\/Default\/module\/session\/POST$/,
    reason:
      'The same: the credential is the SSO or access token in the body, which the function verifies.',
  },
  {
    rules: ['AwsSolutions-APIG4'],
    where: /^api\/Api\/Default\/module\/(look\/\{partnerId\}|font\/\{fontId\})\/GET$/,
    reason:
      'Colors, texts and fonts of a partner’s pages, which everyone who opens one of them sees.',
  },
  {
    rules: ['AwsSolutions-APIG4'],
    where: /^api\/Api\/Default\/page\/\{module\}\/GET$/,
    reason:
      'A page of a hosted module, the same for everyone except for which origins may frame it. Its ' +
      'script uses a token to prove to the API which user it is for.',
  },
  {
    rules: ['AwsSolutions-APIG4'],
    where: /^api\/Api\/Default\/\.well-known\/jwks\.json\/GET$/,
    reason: 'Publishes public keys that anyone can verify tokens with, and accesses no data.',
  },
  {
    rules: ['AwsSolutions-APIG4'],
    where: /^api\/Api\/Default\/\.well-known\/billhook-connector-keys\/GET$/,
    reason: 'The same: public keys by which connectors know this deployment.',
  },
  {
    rules: ['AwsSolutions-APIG4'],
    where: /^api\/Api\/Default\/connector\/operations\/\{operation\}\/POST$/,
    reason:
      'Connectors have no API key. Each request carries a signature, which the function verifies with ' +
      'the keys that were pinned for the connector. What it says is not believed.',
  },
  {
    rules: ['PCI.DSS.321-APIGWCacheEnabledAndEncrypted'],
    where: /^api\/Api\/DeploymentStage\.v1$/,
    reason:
      'Responses contain the bills of one client and are never cached: a cache would give them to ' +
      'another caller, and show a bill as due that has been paid.',
  },
  {
    rules: ['PCI.DSS.321-APIGWSSLEnabled'],
    where: /^api\/Api\/DeploymentStage\.v1$/,
    reason:
      'A client certificate proves the gateway to an HTTP server behind it. There is none: the ' +
      'gateway calls Lambda functions, which permit this API only.',
  },
  {
    rules: [
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
    ],
    where: /^api\/Api\/CloudWatchRole$/,
    reason:
      'One setting per region and account for all of its APIs, created for this AWS policy, which ' +
      'lets the gateway write logs and nothing else.',
  },
  {
    rules: ['AwsSolutions-DDB3', 'PCI.DSS.321-DynamoDBPITREnabled'],
    where: /^data\/PassingTable$/,
    reason:
      'Codes of cards and answers to companies, which must not come back once they are deleted. ' +
      'What is lost with the table is asked of the user again.',
  },
  {
    rules: ['AwsSolutions-SMG4'],
    where: /^data\/Pepper$/,
    reason:
      'Stored hashes name the version of the pepper that they were made with, and each version is ' +
      'needed until its keys have been used again: replacing the secret would lock partners out.',
  },
  {
    rules: ['AwsSolutions-SMG4'],
    where: /^data\/FirstPartner$/,
    reason:
      'It gives the operator the first key and is not read by any request: another value in it ' +
      'would not change the key, which is replaced by creating a new one.',
  },
  {
    rules: ['AwsSolutions-SMG4'],
    where: /^api\/EdgeSecret\d+$/,
    reason:
      'Firewall and modules’ host take it in one after the other, each by a deployment: the next ' +
      'number in the settings makes another, and the one before counts until both have it.',
  },
  {
    rules: ['PCI.DSS.321-SecretsManagerUsingKMSKey'],
    where: /^(data\/(Pepper|FirstPartner)|api\/EdgeSecret\d+)$/,
    reason:
      'Encrypted with the account’s own key for secrets. Only roles that name a secret can read ' +
      'it; a customer-managed key would have to be granted to the same roles, and would restrict ' +
      'nothing further.',
  },
  {
    rules: ['AwsSolutions-SQS3'],
    where: /^stream\/(RuleFailures|StreamFailures)$/,
    reason:
      'Contains what a rule could not put into its queue, or what a function that follows the ' +
      'stream could not handle: it is itself the last stop, and an alarm watches it.',
  },
  ...moduleHostAcknowledgements,
];

export function checkBestPractices(app: App): void {
  for (const construct of app.node.findAll()) {
    for (const { rules, where, reason } of acknowledgements) {
      if (!where.test(construct.node.path)) continue;
      const ids = rules.flatMap((rule) => inPlace(rule, Stack.of(construct)));
      Validations.of(construct).acknowledge(...ids.map((id) => ({ id, reason })));
    }
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new PCIDSS321Checks(app));
}

/** Findings name region and account once they are known, and the partition in some places. */
function inPlace(rule: string, { partition, region, account }: Stack): string[] {
  const known = (name: string, value: string) => (Token.isUnresolved(value) ? name : value);
  const placed = rule
    .replace('<AWS::Region>', known('<AWS::Region>', region))
    .replace('<AWS::AccountId>', known('<AWS::AccountId>', account));
  const named = placed.replace('<AWS::Partition>', known('<AWS::Partition>', partition));
  return [...new Set([placed, named])];
}
