/** The real `cdk` command line, and what the stacks then say of themselves. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CloudFormationClient,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { StageSettings } from '../../../lib/settings/stage-settings.ts';
import { type Stage, stackName } from '../../../lib/stacks/stage.ts';
import { runChild } from './children.ts';
import { deployFailure } from './failure.ts';
import { ACCOUNT, type Emulator, REGION, ROOT_KEY } from './server.ts';

export const ROOT = join(import.meta.dirname, '../../..');
const CDK = join(ROOT, 'node_modules/aws-cdk/bin/cdk');

/** What `cdk` is run with: the emulator, and where its output goes. */
export type Cdk = {
  readonly emulator: Pick<Emulator, 'environment'>;
  /** This run's files. */
  readonly folder: string;
  readonly logFile: string;
};

/** Where the deployed API is, and who may call it. */
export type Target = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly partnerId: string;
  readonly tableName: string;
};

/** @throws DeployFailure with the end of what it printed. */
async function runCdk(
  { emulator, folder, logFile }: Cdk,
  given: readonly string[],
  cwd = folder,
): Promise<void> {
  const env = {
    ...emulator.environment,
    CI: '1',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    CDK_DISABLE_VERSION_CHECK: '1',
  };
  const options = { cwd, env, logFile };
  const code = await runChild(process.execPath, [CDK, ...given, '--no-notices'], options);
  if (code === 0) return;
  const how = code === null ? 'was stopped, or took too long' : 'failed';
  throw deployFailure(`cdk ${given[0]} ${how}.`, logFile);
}

export const bootstrap = (cdk: Cdk) => runCdk(cdk, ['bootstrap', `aws://${ACCOUNT}/${REGION}`]);

/** What is synthesized, and with what `-c` says beside the stage. */
export type Synthesis = {
  readonly stage: Stage;
  readonly assembly: string;
  /** The checkout, whose cdk.json says how the app is built and made; this one when left out. */
  readonly root?: string;
  readonly context?: readonly string[];
  /** What is set beside what every run does. */
  readonly settings?: StageSettings;
};

export function synthesize(cdk: Cdk, options: Synthesis): Promise<void> {
  const { stage, assembly, root = ROOT, context = [], settings = {} } = options;
  const said = [`stage=${stage}`, `settings=${settingsIn(cdk, root, settings)}`, ...context];
  const given = said.flatMap((one) => ['--context', one]);
  return runCdk(cdk, ['synth', '--quiet', ...given, '--output', assembly], root);
}

/** The stage of a run has no names of its own, and nobody reads its alarms. Each release has its settings. */
function settingsIn({ folder }: Cdk, root: string, more: StageSettings): string {
  const named = JSON.parse(readFileSync(join(root, 'stages/production.example.json'), 'utf8'));
  const nothing = Object.fromEntries(Object.keys(named).map((name) => [name, null]));
  const file = join(folder, 'settings.json');
  writeFileSync(file, JSON.stringify({ ...nothing, alarmEmail: 'nobody@example.com', ...more }));
  return file;
}

export const deploy = (cdk: Cdk, assembly: string) =>
  runCdk(cdk, [
    ...['deploy', '--app', assembly, '--all', '--require-approval', 'never'],
    // One stack at a time: the emulator is one process.
    ...['--progress', 'events', '--concurrency', '1'],
  ]);

/** How clients of the AWS SDK reach the emulator, as the account's root. */
export function asRoot({ url }: Emulator) {
  return { endpoint: url, region: REGION, credentials: ROOT_KEY };
}

/** @throws DeployFailure when the stacks lack an output. */
export async function findTarget(emulator: Emulator, stage: Stage): Promise<Target> {
  const stacks = new CloudFormationClient(asRoot(emulator));
  const outputOf = async (part: string, key: string) => {
    const StackName = stackName(stage, part);
    const { Stacks } = await stacks.send(new DescribeStacksCommand({ StackName }));
    const output = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === key);
    if (!output?.OutputValue) throw deployFailure(`${StackName} has no output ${key}.`);
    return output.OutputValue;
  };
  const SecretId = await outputOf('data', 'FirstPartnerSecretArn');
  const secrets = new SecretsManagerClient(asRoot(emulator));
  const { SecretString = '{}' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  const { apiKey, partnerId } = JSON.parse(SecretString) as Partial<Target>;
  if (!apiKey || !partnerId) throw deployFailure('The first partner has not been seeded.');
  const apiId = new URL(await outputOf('api', 'ApiUrl')).hostname.split('.')[0];
  return {
    // By path and not by host name: no name has to be resolved.
    baseUrl: `${emulator.url}/restapis/${apiId}/v1/_user_request_`,
    apiKey,
    partnerId,
    tableName: await outputOf('data', 'TableName'),
  };
}

/** How a stack is: `ROLLBACK_COMPLETE`; and whether it is protected from deletion. */
export async function describeStack(emulator: Emulator, StackName: string) {
  const stacks = new CloudFormationClient(asRoot(emulator));
  const { Stacks } = await stacks.send(new DescribeStacksCommand({ StackName }));
  return { status: Stacks?.[0]?.StackStatus, kept: Stacks?.[0]?.EnableTerminationProtection };
}

/**
 * @param prefix how the resource's logical id begins.
 * @returns its physical name. @throws DeployFailure when there is none.
 */
export async function findResource(
  emulator: Emulator,
  StackName: string,
  { type, prefix }: { readonly type: string; readonly prefix: string },
): Promise<string> {
  const stacks = new CloudFormationClient(asRoot(emulator));
  const { StackResources = [] } = await stacks.send(
    new DescribeStackResourcesCommand({ StackName }),
  );
  const found = StackResources.find(
    ({ ResourceType, LogicalResourceId }) =>
      ResourceType === type && LogicalResourceId?.startsWith(prefix),
  );
  if (found?.PhysicalResourceId) return found.PhysicalResourceId;
  throw deployFailure(`${StackName} has no ${type} ${prefix}.`);
}
