/** What AWS says of a deployed stage, as far as its own stacks lead there. */
import type {
  CloudFormationClient,
  Output,
  Stack,
  StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { KMSClient } from '@aws-sdk/client-kms';
import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { SNSClient } from '@aws-sdk/client-sns';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { STSClient } from '@aws-sdk/client-sts';
import { type Stage, stackName } from '../../stacks/stage.ts';

/** Tests pass their own, which answer as AWS does. */
export type DoctorClients = {
  readonly cloudFormation: Pick<CloudFormationClient, 'send'>;
  readonly dynamo: Pick<DynamoDBClient, 'send'>;
  readonly eventBridge: Pick<EventBridgeClient, 'send'>;
  readonly kms: Pick<KMSClient, 'send'>;
  readonly lambda: Pick<LambdaClient, 'send'>;
  readonly sns: Pick<SNSClient, 'send'>;
  readonly sqs: Pick<SQSClient, 'send'>;
  readonly sts: Pick<STSClient, 'send'> & {
    readonly config: Pick<STSClient['config'], 'region' | 'systemClockOffset'>;
  };
};

export async function openDoctorClients(): Promise<DoctorClients> {
  const [cloudFormation, dynamo, events, kms, lambda, sns, sqs, sts] = await Promise.all([
    import('@aws-sdk/client-cloudformation'),
    import('@aws-sdk/client-dynamodb'),
    import('@aws-sdk/client-eventbridge'),
    import('@aws-sdk/client-kms'),
    import('@aws-sdk/client-lambda'),
    import('@aws-sdk/client-sns'),
    import('@aws-sdk/client-sqs'),
    import('@aws-sdk/client-sts'),
  ]);
  return {
    cloudFormation: new cloudFormation.CloudFormationClient({}),
    dynamo: new dynamo.DynamoDBClient({}),
    eventBridge: new events.EventBridgeClient({}),
    kms: new kms.KMSClient({}),
    lambda: new lambda.LambdaClient({}),
    sns: new sns.SNSClient({}),
    sqs: new sqs.SQSClient({}),
    sts: new sts.STSClient({}),
  };
}

export type Deployment = {
  readonly stage: Stage;
  /** Of the stage, by their parts: `data`. */
  readonly stacks: ReadonlyMap<string, Stack>;
  readonly output: (part: string, name: string) => string | undefined;
  readonly resources: (part: string, type: string) => ReturnType<typeof stackResources>;
};

export async function findDeployment(
  { cloudFormation }: Pick<DoctorClients, 'cloudFormation'>,
  stage: Stage,
): Promise<Deployment> {
  const { DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  const stacks = new Map<string, Stack>();
  let NextToken: string | undefined;
  do {
    const page = await cloudFormation.send(new DescribeStacksCommand({ NextToken }));
    for (const stack of page.Stacks ?? []) stacks.set(stack.StackName ?? '', stack);
    NextToken = page.NextToken;
  } while (NextToken);
  const prefix = stackName(stage, '');
  const own = [...stacks].filter(([name]) => name.startsWith(prefix));
  return {
    stage,
    stacks: new Map(own.map(([name, stack]) => [name.slice(prefix.length), stack])),
    output: (part, name) => {
      const stack = stacks.get(part === BOOTSTRAP ? part : stackName(stage, part));
      return stack?.Outputs?.find(({ OutputKey }: Output) => OutputKey === name)?.OutputValue;
    },
    resources: (part, type) => stackResources(cloudFormation, stackName(stage, part), type),
  };
}

/** The physical ids of a stack's resources of a type, by their logical ids. */
export async function stackResources(
  cloudFormation: DoctorClients['cloudFormation'],
  StackName: string,
  type: string,
): Promise<ReadonlyMap<string, string>> {
  const { ListStackResourcesCommand } = await import('@aws-sdk/client-cloudformation');
  const found: StackResourceSummary[] = [];
  let NextToken: string | undefined;
  do {
    const page = await cloudFormation.send(new ListStackResourcesCommand({ StackName, NextToken }));
    found.push(...(page.StackResourceSummaries ?? []));
    NextToken = page.NextToken;
  } while (NextToken);
  const typed = found.filter(({ ResourceType }) => ResourceType === type);
  return new Map(typed.map((one) => [one.LogicalResourceId ?? '', one.PhysicalResourceId ?? '']));
}

/** The stack that `cdk bootstrap` makes. */
export const BOOTSTRAP = 'CDKToolkit';
