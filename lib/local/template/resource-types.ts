import { createHash } from 'node:crypto';
import { ACCOUNT_ID, REGION } from './intrinsics.ts';

/** What a reference to a resource leads to: `Ref`, and `Fn::GetAtt` by attribute. */
export type Identity = {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
};

/** What an identity is made from. `text` reads a resolved property, when it is a text. */
export type Naming = {
  readonly stackName: string;
  readonly logicalId: string;
  readonly text: (property: string) => string | undefined;
};

type Identify = (naming: Naming) => Identity;

/** Types that are run here, and how a reference to them is written. */
export const RUN_TYPES: Readonly<Record<string, Identify>> = {
  'AWS::ApiGateway::Authorizer': (n) => identity(shortId(n), { AuthorizerId: shortId(n) }),
  'AWS::ApiGateway::GatewayResponse': (n) => identity(shortId(n)),
  'AWS::ApiGateway::Method': (n) => identity(shortId(n)),
  'AWS::ApiGateway::Resource': (n) => identity(shortId(n), { ResourceId: shortId(n) }),
  'AWS::ApiGateway::RestApi': (n) =>
    identity(shortId(n), { RestApiId: shortId(n), RootResourceId: `${shortId(n)}root` }),
  'AWS::ApiGateway::Stage': (n) => identity(n.text('StageName') ?? n.logicalId),
  'AWS::CloudFront::CachePolicy': (n) => identity(uuid(n), { Id: uuid(n) }),
  'AWS::CloudFront::Distribution': (n) => {
    const id = `E${digest(n, 13).toUpperCase()}`;
    return identity(id, { Id: id, DomainName: `d${digest(n, 13)}.cloudfront.net` });
  },
  'AWS::CloudFront::Function': (n) => {
    const functionArn = arn('cloudfront', `function/${nameOf(n, 'Name')}`);
    return identity(functionArn, { Arn: functionArn, FunctionARN: functionArn });
  },
  'AWS::CloudFront::OriginAccessControl': (n) => identity(shortId(n), { Id: shortId(n) }),
  'AWS::CloudFront::ResponseHeadersPolicy': (n) => identity(uuid(n), { Id: uuid(n) }),
  'AWS::DynamoDB::Table': (n) => table(n),
  'AWS::DynamoDB::GlobalTable': (n) => table(n),
  'AWS::Events::EventBus': (n) =>
    named(n, 'Name', (name) => arn('events', `event-bus/${name}`), { Name: nameOf(n, 'Name') }),
  'AWS::Events::Rule': (n) => {
    const bus = n.text('EventBusName');
    return named(n, 'Name', (name) => arn('events', `rule/${bus ? `${bus}/` : ''}${name}`));
  },
  'AWS::IAM::ManagedPolicy': (n) => {
    const policyArn = `arn:aws:iam::${ACCOUNT_ID}:policy/${nameOf(n, 'ManagedPolicyName')}`;
    return identity(policyArn, { PolicyArn: policyArn });
  },
  'AWS::IAM::Policy': (n) => identity(nameOf(n, 'PolicyName')),
  'AWS::IAM::Role': (n) =>
    named(
      n,
      'RoleName',
      (name) => `arn:aws:iam::${ACCOUNT_ID}:role${n.text('Path') ?? '/'}${name}`,
      {
        RoleId: `AROA${digest(n, 16).toUpperCase()}`,
      },
    ),
  'AWS::KMS::Alias': (n) => identity(nameOf(n, 'AliasName')),
  'AWS::KMS::Key': (n) => identity(uuid(n), { KeyId: uuid(n), Arn: arn('kms', `key/${uuid(n)}`) }),
  'AWS::Lambda::Alias': (n) => identity(n.text('FunctionName') ?? n.logicalId),
  'AWS::Lambda::EventSourceMapping': (n) => identity(uuid(n), { Id: uuid(n) }),
  'AWS::Lambda::Function': (n) =>
    named(n, 'FunctionName', (name) => arn('lambda', `function:${name}`)),
  'AWS::Lambda::LayerVersion': (n) => {
    const layerArn = arn('lambda', `layer:${nameOf(n, 'LayerName')}:1`);
    return identity(layerArn, { LayerVersionArn: layerArn });
  },
  'AWS::Lambda::Permission': (n) => identity(shortId(n)),
  'AWS::S3::Bucket': (n) => {
    const name = nameOf(n, 'BucketName').toLowerCase();
    const domain = `${name}.s3.${REGION}.amazonaws.com`;
    return identity(name, { Arn: `arn:aws:s3:::${name}`, RegionalDomainName: domain });
  },
  'AWS::S3::BucketPolicy': (n) => identity(shortId(n)),
  'AWS::SecretsManager::Secret': (n) => {
    const secretArn = arn('secretsmanager', `secret:${nameOf(n, 'Name')}-${digest(n, 6)}`);
    return identity(secretArn, { Id: secretArn });
  },
  'AWS::SQS::Queue': (n) => {
    const name = nameOf(n, 'QueueName');
    const url = `https://sqs.${REGION}.amazonaws.com/${ACCOUNT_ID}/${name}`;
    return identity(url, { Arn: arn('sqs', name), QueueName: name, QueueUrl: url });
  },
  'AWS::SQS::QueuePolicy': (n) => identity(shortId(n), { Id: shortId(n) }),
  'AWS::StepFunctions::StateMachine': (n) => {
    const name = nameOf(n, 'StateMachineName');
    const machineArn = arn('states', `stateMachine:${name}`);
    return identity(machineArn, { Arn: machineArn, Name: name });
  },
  // Copies files into a bucket by a function in Python: here they are served from where they are.
  'Custom::CDKBucketDeployment': (n) => identity(shortId(n)),
};

/** Types that only matter in AWS, each with the reason for which it is left out here. */
export const LEFT_OUT_TYPES: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::Account': 'lets the gateway write its access log to CloudWatch',
  'AWS::ApiGateway::Deployment': 'a snapshot of the routes, which are read directly',
  'AWS::CDK::Metadata': 'tells AWS which constructs were used',
  'AWS::CloudWatch::Alarm': 'a local service needs no alarms',
  'AWS::CloudWatch::AnomalyDetector': 'belongs to the alarms',
  'AWS::CloudWatch::CompositeAlarm': 'belongs to the alarms',
  'AWS::CloudWatch::Dashboard': 'shows metrics, which are not collected locally',
  'AWS::Lambda::EventInvokeConfig':
    'configures retries of asynchronous calls, which are not retried locally',
  'AWS::Lambda::Version': 'only the current version runs locally',
  'AWS::Logs::Delivery': 'belongs to the log of the modules’ host',
  'AWS::Logs::DeliveryDestination': 'belongs to the log of the modules’ host',
  'AWS::Logs::DeliverySource': 'belongs to the log of the modules’ host',
  'AWS::Logs::LogGroup': 'logs are files in the state folder',
  'AWS::Logs::MetricFilter': 'metrics are not collected locally',
  'AWS::Logs::QueryDefinition': 'a saved query of the AWS console',
  'AWS::Logs::ResourcePolicy': 'lets services write to CloudWatch',
  'AWS::Logs::SubscriptionFilter': 'logs are files in the state folder',
  'AWS::Route53Resolver::FirewallConfig': 'belongs to the way out of functions in a network',
  'AWS::Route53Resolver::FirewallDomainList': 'belongs to the way out of functions in a network',
  'AWS::Route53Resolver::FirewallRuleGroup': 'belongs to the way out of functions in a network',
  'AWS::Route53Resolver::FirewallRuleGroupAssociation':
    'belongs to the way out of functions in a network',
  'AWS::SNS::Subscription': 'tells an operator about alarms',
  'AWS::SNS::Topic': 'tells an operator about alarms',
  'AWS::SNS::TopicPolicy': 'tells an operator about alarms',
  'AWS::WAFv2::LoggingConfiguration': 'belongs to the firewall',
  'AWS::XRay::SamplingRule': 'nothing is traced locally',
  'AWS::WAFv2::WebACL': 'a firewall before the gateway',
  'AWS::WAFv2::WebACLAssociation': 'a firewall before the gateway',
  'Custom::LogRetention': 'logs are files in the state folder',
};

/** `AWS::CloudFormation::CustomResource` or `Custom::*`, run by its own function. */
export function isCustomResource(type: string): boolean {
  if (LEFT_OUT_TYPES[type] || RUN_TYPES[type]) return false;
  return type === 'AWS::CloudFormation::CustomResource' || type.startsWith('Custom::');
}

/** A reference to something left out still needs a text: shaped as an ARN where one is asked for. */
export function identifyLeftOut(n: Naming): Identity {
  const name = `${n.stackName}-${n.logicalId}`;
  return identity(name, {
    Arn: arn('local', name),
    Id: name,
    TopicArn: arn('sns', name),
    TopicName: name,
    Version: '1',
  });
}

/** Names as AWS would: the given name, else the stack's and the logical id. */
function nameOf(n: Naming, property: string): string {
  return n.text(property) ?? `${n.stackName}-${n.logicalId}`;
}

function named(
  n: Naming,
  property: string,
  toArn: (name: string) => string,
  more: Record<string, string> = {},
): Identity {
  const name = nameOf(n, property);
  return identity(name, { Arn: toArn(name), ...more });
}

function table(n: Naming): Identity {
  const name = nameOf(n, 'TableName');
  const tableArn = arn('dynamodb', `table/${name}`);
  return identity(name, { Arn: tableArn, StreamArn: streamArn(tableArn), TableId: uuid(n) });
}

/** The ARN of a table's stream, whatever the table server calls it. */
export function streamArn(tableArn: string): string {
  return `${tableArn}/stream/local`;
}

function identity(ref: string, attributes: Record<string, string> = {}): Identity {
  return { ref, attributes };
}

function arn(service: string, resource: string): string {
  return `arn:aws:${service}:${REGION}:${ACCOUNT_ID}:${resource}`;
}

function digest(n: Naming, length: number): string {
  return createHash('sha256')
    .update(`${n.stackName}/${n.logicalId}`)
    .digest('hex')
    .slice(0, length);
}

function shortId(n: Naming): string {
  return digest(n, 10);
}

/** Key ids stay the same from start to start, because they follow from the logical id. */
function uuid(n: Naming): string {
  const hex = digest(n, 32);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}
