/**
 * The checks of the synthesis, AWS Solutions and PCI DSS: a finding that is not acknowledged here,
 * with the reason why it is no fault, fails it.
 */
import { type App, Stack, Token, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, PCIDSS321Checks } from 'cdk-nag';
import type { Acknowledgement } from './acknowledgement.ts';
import { moduleHostAcknowledgements } from './nag-module-host.ts';

export const acknowledgements: readonly Acknowledgement[] = [
  {
    rules: ['AwsSolutions-IAM5[Resource::*]'],
    where: /^(?!api\/|data\/|monitor\/)[^/]+\/[^/]+\/Role$/,
    reason:
      'Traces, the delivery of a state machine’s logs and the list of streams have no resources to ' +
      'name. A test lists these actions, and finds any other that is granted on everything.',
  },
  {
    rules: [
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:kms:<AWS::Region>:<AWS::AccountId>:key/*]',
    ],
    where: /^[^/]+\/[^/]+\/Role$/,
    reason:
      'Partners make the keys that they encrypt bodies with, so that these have no names when the ' +
      'role is made. Each statement holds for keys with our tags and of one kind only. A test lists ' +
      'these actions with their conditions.',
  },
  {
    rules: ['PCI.DSS.321-IAMNoInlinePolicy'],
    where: /\/Role$/,
    reason:
      'Each policy is derived from the declaration of one function or workflow, fits that one role ' +
      'only, and goes when it goes.',
  },
  {
    rules: ['PCI.DSS.321-LambdaInsideVPC'],
    where: /\/Function$/,
    reason:
      'There is nothing inside a VPC to reach. The functions call AWS services, each call ' +
      'authorized by the function’s own role, and nothing can connect to a function.',
  },
  {
    rules: ['AwsSolutions-APIG2'],
    where: /^api\/Api$/,
    reason:
      'Every function validates by the schemas of its contract, which answer with the field that is ' +
      'wrong. A body may arrive encrypted, so that the gateway could not read it.',
  },
  {
    rules: ['AwsSolutions-COG4'],
    where: /^api\/Api\/Default\//,
    reason:
      'Callers are partners’ servers with API keys and clients with access tokens of ours: our own ' +
      'authorizer checks both, and there is no user pool.',
  },
  {
    rules: ['AwsSolutions-APIG4'],
    where: /^api\/Api\/Default\/(.+\/)?ANY$/,
    reason: 'Answers 404 to a method and path that no operation has, and reaches no data.',
  },
  {
    rules: ['AwsSolutions-APIG4'],
    where: /^api\/Api\/Default\/client\/access-token\/POST$/,
    reason:
      'The credential is the SSO token in the body, which the function verifies. Its caller is a ' +
      'page of a hosted module, where a partner’s API key must never be.',
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
      'Colors, words and fonts of a partner’s pages, which everybody sees who opens one of them.',
  },
  {
    rules: ['AwsSolutions-APIG4'],
    where: /^api\/Api\/Default\/page\/\{module\}\/GET$/,
    reason:
      'A page of a hosted module, the same for everyone but for who may frame it. Whom it is for, ' +
      'its script proves to the API by a token.',
  },
  {
    rules: ['AwsSolutions-APIG4'],
    where: /^api\/Api\/Default\/\.well-known\/jwks\.json\/GET$/,
    reason: 'Publishes public keys, for anyone to verify tokens with, and reaches no data.',
  },
  {
    rules: ['PCI.DSS.321-APIGWCacheEnabledAndEncrypted'],
    where: /^api\/Api\/DeploymentStage\.v1$/,
    reason:
      'Answers hold the bills of one client and are never kept: a cache would hand them to another ' +
      'caller, and show a bill that has been paid as due.',
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
      'One setting a region and account for all of its APIs, made for this policy of AWS, which ' +
      'lets the gateway write logs and nothing else.',
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
      'It hands the operator the first key and is read by no request: another value in it would ' +
      'not change the key, which is replaced by making a new one.',
  },
  {
    rules: ['PCI.DSS.321-SecretsManagerUsingKMSKey'],
    where: /^data\/(Pepper|FirstPartner)$/,
    reason:
      'Encrypted with the account’s own key for secrets. Only roles that name a secret can read it; ' +
      'a key of ours would have to be granted to the same roles, and narrow nothing.',
  },
  {
    rules: ['AwsSolutions-SQS3'],
    where: /^stream\/(RuleFailures|StreamFailures)$/,
    reason:
      'Holds what a rule could not put into its queue, or what a function that follows the stream ' +
      'could not handle: it is the last place itself, and an alarm watches it.',
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
