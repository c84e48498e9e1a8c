/** A Standard state machine that may call its own tasks and nothing else. */
import { Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import {
  DefinitionBody,
  LogLevel,
  StateMachine as Machine,
  StateMachineType,
} from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { type Stage, stackName } from '../stacks/stage.ts';
import type { StateMachine } from '../workflows/asl.ts';
import { encryptedLogGroup } from './encrypted-log-group.ts';
import { stackMark } from './stack-mark.ts';

export type WorkflowOptions = {
  readonly stage: Stage;
  readonly definition: StateMachine;
  /** The tasks that it calls. */
  readonly tasks: readonly IFunction[];
  /** The queues by which it hands on the others. */
  readonly queues: readonly IQueue[];
  readonly logKey: IKey;
};

export class Workflow extends Construct {
  readonly machine: Machine;

  constructor(scope: Construct, name: string, options: WorkflowOptions) {
    super(scope, name);
    const { stage, definition, logKey } = options;
    const logs = encryptedLogGroup(this, 'Logs', {
      stage,
      logKey,
      // Under another name, each machine would add itself to a policy that has room for a few only.
      name: `/aws/vendedlogs/states/${stackName(stage, name)}-${stackMark(this)}`,
    });
    this.machine = new Machine(this, 'Machine', {
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromString(Stack.of(this).toJsonString(definition)),
      comment: definition.Comment,
      role: roleOf(this, options).withoutPolicyUpdates(),
      tracingEnabled: true,
      // Every step, without what went in and came out of it.
      logs: { destination: logs, level: LogLevel.ALL, includeExecutionData: false },
    });
  }
}

/** What delivering logs and traces needs; none of it can be limited to a resource. */
const deliveryActions = [
  'logs:CreateLogDelivery',
  'logs:GetLogDelivery',
  'logs:UpdateLogDelivery',
  'logs:DeleteLogDelivery',
  'logs:ListLogDeliveries',
  'logs:PutResourcePolicy',
  'logs:DescribeResourcePolicies',
  'logs:DescribeLogGroups',
  'xray:PutTraceSegments',
  'xray:PutTelemetryRecords',
  'xray:GetSamplingRules',
  'xray:GetSamplingTargets',
];

function roleOf(scope: Construct, { tasks, queues }: WorkflowOptions): Role {
  const statements = [
    ...allowed(
      'lambda:InvokeFunction',
      tasks.map(({ functionArn }) => functionArn),
    ),
    ...allowed(
      'sqs:SendMessage',
      queues.map(({ queueArn }) => queueArn),
    ),
    new PolicyStatement({ actions: deliveryActions, resources: ['*'] }),
  ];
  return new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('states.amazonaws.com'),
    inlinePolicies: { declared: new PolicyDocument({ statements }) },
  });
}

function allowed(action: string, resources: readonly string[]): PolicyStatement[] {
  if (resources.length === 0) return [];
  return [new PolicyStatement({ actions: [action], resources: [...resources] })];
}
