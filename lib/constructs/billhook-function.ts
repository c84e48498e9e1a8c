/** A function as its declaration says, whoever calls it: the gateway, a workflow, a queue. */
import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  Architecture,
  Code,
  type IFunction,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { BuiltFunction } from '../build/built-functions.ts';
import { functionFolder } from '../build/function-folder.ts';
import type { Concurrency } from '../stacks/concurrency.ts';
import { rolePath, type Stage } from '../stacks/stage.ts';
import { type AlarmTargets, addAlarm } from './alarm-entry.ts';
import {
  type CompanySettings,
  joinNetwork,
  networkStatements,
  privateEnvironment,
} from './company-network.ts';
import { encryptedLogGroup } from './encrypted-log-group.ts';
import { sendsToItself, sourceStatements } from './event-grants.ts';
import { type Granted, grantsOf } from './grants.ts';
import { roleNameOf } from './key-users.ts';
import { layersOf } from './layers.ts';

/** What every function is surrounded by. */
export type Surroundings = {
  readonly stage: Stage;
  readonly granted: Granted;
  readonly logKey: IKey;
  readonly alarms: AlarmTargets;
  /** Where `lib/build/build.ts` put functions and layers. */
  readonly builtFolder: string;
  readonly concurrency: Concurrency;
  readonly companies: CompanySettings;
};

export const DEFAULT_TIMEOUT_SECONDS = 10;
const DEFAULT_MEMORY_MEBIBYTES = 512;
const ALARM_PERIOD_MINUTES = 5;

const unattended: ReadonlySet<string> = new Set(['schedule', 'stream']);

export class BillhookFunction extends Construct {
  readonly function: LambdaFunction;
  readonly timeoutSeconds: number;

  /** @param more what its role allows beside what it declares. */
  constructor(
    scope: Construct,
    built: BuiltFunction,
    surroundings: Surroundings,
    more: readonly PolicyStatement[] = [],
  ) {
    super(scope, built.name);
    const { declaration } = built;
    const { stage, granted, logKey, builtFolder } = surroundings;
    const grants = grantsOf(declaration.uses, granted);
    const sources = sourceStatements(declaration, granted);
    const { uses } = declaration;
    const { companies } = surroundings;
    const network = networkStatements(uses, companies);
    const statements = [...grants.statements, ...sources, ...network, ...more];
    const logGroup = encryptedLogGroup(this, 'Logs', { stage, logKey });
    this.timeoutSeconds = declaration.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
    this.function = new LambdaFunction(this, 'Function', {
      description: declaration.summary,
      code: Code.fromAsset(functionFolder(built, stage, builtFolder), { exclude: ['*.map'] }),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      layers: layersOf(this, builtFolder),
      timeout: Duration.seconds(this.timeoutSeconds),
      memorySize: declaration.memoryMebibytes ?? DEFAULT_MEMORY_MEBIBYTES,
      reservedConcurrentExecutions: surroundings.concurrency.reservedOf(built.path),
      // What no request calls would be traced once a second, at its own price: a log line tells as much.
      tracing: unattended.has(built.group) ? Tracing.PASS_THROUGH : Tracing.ACTIVE,
      // Lambda would stop what goes on by a message of its own after 16 of them.
      recursiveLoop: sendsToItself(declaration) ? RecursiveLoop.ALLOW : undefined,
      logGroup,
      // Nothing may add to a role behind the declaration's back.
      role: roleOf(this, logGroup, statements, {
        roleName: roleNameOf(Stack.of(this), stage, built.path),
        path: rolePath(stage),
      }).withoutPolicyUpdates(),
      environment: {
        STAGE: stage,
        POWERTOOLS_SERVICE_NAME: built.path,
        POWERTOOLS_LOG_LEVEL: 'INFO',
        ...grants.environment,
        ...privateEnvironment(uses, companies),
      },
    });
    joinNetwork(this.function, uses, companies);
    alarmOnErrors(this, this.function, `${built.path} fails. ${declaration.impact}`, surroundings);
  }
}

export function alarmOnErrors(
  scope: Construct,
  made: IFunction,
  description: string,
  { alarms }: Pick<Surroundings, 'alarms'>,
): void {
  const metric = made.metricErrors({ period: Duration.minutes(ALARM_PERIOD_MINUTES) });
  const once = { threshold: 1, periods: 1 };
  addAlarm(
    scope,
    { id: 'Errors', guide: 'a-function-fails', description, metric, ...once },
    alarms,
  );
}

function roleOf(
  scope: Construct,
  logs: LogGroup,
  statements: readonly PolicyStatement[],
  named: { readonly roleName: string; readonly path: string },
): Role {
  const own = [
    new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logs.logGroupArn],
    }),
    new PolicyStatement({
      actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
      // X-Ray has no resources that these two could be limited to.
      resources: ['*'],
    }),
  ];
  return new Role(scope, 'Role', {
    ...named,
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { declared: new PolicyDocument({ statements: [...own, ...statements] }) },
  });
}
