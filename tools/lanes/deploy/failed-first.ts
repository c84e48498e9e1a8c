/**
 * A first deployment that fails half-way: nothing may be left that is in the way of the next one, which
 * goes through by what docs/operate/deployments.md says (decision: first-deployment-repeats).
 */
import {
  CloudFormationClient,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DescribeKeyCommand, KMSClient, ListKeysCommand } from '@aws-sdk/client-kms';
import { ListSecretsCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { stackName } from '../../../lib/stacks/stage.ts';
import { type Broken, type Deploying, deployBroken } from './break.ts';
import { asRoot, describeStack } from './deployment.ts';
import { deployFailure } from './failure.ts';
import { logGroups } from './logs.ts';
import type { Emulator } from './server.ts';

/** What is broken, in this order; each time with all before it mended. */
export const brokenFirst = [
  // The keys, secrets and the topic stand, and the tables are not made yet.
  { part: 'data', type: 'AWS::SNS::TopicPolicy' },
  // The data and all functions stand, and so do the logs of the API, which have given names.
  { part: 'api', type: 'AWS::ApiGateway::Stage' },
] as const;

/** @throws DeployFailure when it does not fail, or leaves something behind. */
export async function failFirst(deploying: Deploying, broken: Broken): Promise<void> {
  await deployBroken(deploying, { ...broken, status: 'ROLLBACK_COMPLETE' });
  const { stage, emulator } = deploying;
  const { part } = broken;
  const StackName = stackName(stage, part);
  const left = part === 'data' ? await dataLeft(emulator) : [];
  left.push(...(await logGroups(emulator.url)).filter((name) => name.includes(StackName)));
  if (left.length > 0) throw deployFailure(`${StackName} left behind: ${left.join(', ')}`);
  if (!(await describeStack(emulator, StackName)).kept) return;
  // What an operator types: docs/operate/deployments.md.
  const unprotected = { StackName, EnableTerminationProtection: false };
  const stacks = new CloudFormationClient(asRoot(emulator));
  await stacks.send(new UpdateTerminationProtectionCommand(unprotected));
}

/** The tables, secrets and keys of the account, which had none before; a key takes days to be gone. */
async function dataLeft(emulator: Emulator): Promise<string[]> {
  const { TableNames = [] } = await new DynamoDBClient(asRoot(emulator)).send(
    new ListTablesCommand({}),
  );
  const { SecretList = [] } = await new SecretsManagerClient(asRoot(emulator)).send(
    new ListSecretsCommand({}),
  );
  const keys = new KMSClient(asRoot(emulator));
  const { Keys = [] } = await keys.send(new ListKeysCommand({}));
  const described = await Promise.all(
    Keys.map(({ KeyId = '' }) => keys.send(new DescribeKeyCommand({ KeyId }))),
  );
  const usable = described.flatMap(({ KeyMetadata: key }) =>
    key?.KeyState === 'Enabled' && key.Description?.startsWith('Billhook') ? [key.KeyId ?? ''] : [],
  );
  return [...TableNames, ...SecretList.map(({ Name = '' }) => Name), ...usable];
}
