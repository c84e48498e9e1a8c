/**
 * The browser's worker: a function that is fed by queues, and may call its broker and nothing else. Its
 * role is no part of the declarations that other functions have: it reads no table, opens no key and
 * knows no secret (decision: workers-hold-little).
 */
import { AssetHashType, Duration, Size } from 'aws-cdk-lib';
import type { IVpc } from 'aws-cdk-lib/aws-ec2';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  EventSourceMapping,
  type IFunction,
  Function as LambdaFunction,
  LayerVersion,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { browserLayerFolder, browserLayerHash, workerFolder } from '../build/browser-folders.ts';
import { alarmOnErrors, type Surroundings } from './billhook-function.ts';
import { joiningStatements } from './company-network.ts';
import { encryptedLogGroup } from './encrypted-log-group.ts';
import { readingStatements } from './event-grants.ts';

/** The most that Lambda has: a user's code may take 12 minutes. */
export const WORKER_TIMEOUT_SECONDS = 900;
const MEMORY_MEBIBYTES = 2_048;
/** Chromium unpacked, and the profile of one session. */
const TEMPORARY_MEBIBYTES = 1_024;
/** Sessions at a time. With the user there, and without: each waits for its own kind alone. */
const MOST_SESSIONS = { attended: 20, unattended: 10 } as const;

const IMPACT =
  'Sessions at companies that a browser reaches end amid their work: links fail, and payments may be unknown.';

export type BrowserWorkerProps = {
  readonly surroundings: Surroundings;
  readonly broker: IFunction;
  /** Where it goes out by an address that stays. */
  readonly vpc?: IVpc;
};

export class BrowserWorker extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, { surroundings, broker, vpc }: BrowserWorkerProps) {
    super(scope, id);
    const { stage, logKey, builtFolder, concurrency, granted } = surroundings;
    const logGroup = encryptedLogGroup(this, 'Logs', { stage, logKey });
    const queues = Object.keys(MOST_SESSIONS) as (keyof typeof MOST_SESSIONS)[];
    const arnOf = (name: (typeof queues)[number]) => granted.queues[name].arn;
    const statements = [
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
      ...readingStatements(...queues.map(arnOf)),
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: [broker.functionArn],
      }),
      ...(vpc ? joiningStatements() : []),
    ];
    const layer = new LayerVersion(this, 'Chromium', {
      code: Code.fromAsset(browserLayerFolder(builtFolder), {
        // By its versions: what it is made of is large, and never ours.
        assetHashType: AssetHashType.CUSTOM,
        assetHash: browserLayerHash(builtFolder),
      }),
      compatibleRuntimes: [Runtime.NODEJS_24_X],
      compatibleArchitectures: [Architecture.X86_64],
    });
    this.function = new LambdaFunction(this, 'Function', {
      description: 'Sign in at companies’ websites as the user, read bills and pay them.',
      code: Code.fromAsset(workerFolder(builtFolder, stage), { exclude: ['*.map'] }),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      // The only one that its Chromium is built for.
      architecture: Architecture.X86_64,
      layers: [layer],
      timeout: Duration.seconds(WORKER_TIMEOUT_SECONDS),
      memorySize: MEMORY_MEBIBYTES,
      ephemeralStorageSize: Size.mebibytes(TEMPORARY_MEBIBYTES),
      logGroup,
      role: new Role(this, 'Role', {
        assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
        inlinePolicies: { declared: new PolicyDocument({ statements }) },
      }).withoutPolicyUpdates(),
      environment: { STAGE: stage, BROKER_ARN: broker.functionArn },
      ...(vpc && { vpc }),
    });
    for (const name of queues) {
      new EventSourceMapping(this, `${name}-source`, {
        target: this.function,
        eventSourceArn: arnOf(name),
        reportBatchItemFailures: true,
        // One user's session a process.
        batchSize: 1,
        maxConcurrency: concurrency.mostOf(`browser/${name}`, MOST_SESSIONS[name]),
      });
    }
    alarmOnErrors(this, this.function, `The browser’s worker fails. ${IMPACT}`, surroundings);
  }
}
