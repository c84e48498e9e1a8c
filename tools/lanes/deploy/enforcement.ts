/** Proves that the emulator enforces policies: a call that no policy allows must be refused. */
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { type Stage, stackName } from '../../../lib/stacks/stage.ts';
import { asRoot, findResource, type Target } from './deployment.ts';
import { deployFailure } from './failure.ts';
import { ACCOUNT, type Denial, type Emulator } from './server.ts';

const SESSION = 'test-deploy';

/** May read a bill by its id, and nobody may scan. */
const ROLE = { type: 'AWS::IAM::Role', prefix: 'getBillRole' } as const;

/**
 * Switches enforcement on, and tries it.
 * @throws DeployFailure when the call succeeds, or its rejection is not among the denials.
 */
export async function enforcePolicies(
  emulator: Emulator,
  stage: Stage,
  { tableName }: Target,
): Promise<void> {
  const name = await findResource(emulator, stackName(stage, 'bill'), ROLE);
  const RoleArn = `arn:aws:iam::${ACCOUNT}:role/${name}`;
  // Once policies are enforced, only Lambda may assume the role.
  const assume = new AssumeRoleCommand({ RoleArn, RoleSessionName: SESSION });
  const { Credentials } = await new STSClient(asRoot(emulator)).send(assume);
  await emulator.enforce();
  const tables = new DynamoDBClient({
    ...asRoot(emulator),
    credentials: {
      accessKeyId: Credentials?.AccessKeyId ?? '',
      secretAccessKey: Credentials?.SecretAccessKey ?? '',
      sessionToken: Credentials?.SessionToken,
    },
  });
  const refused = await tables.send(new ScanCommand({ TableName: tableName })).then(
    () => false,
    (error: Error) => error.name === 'AccessDeniedException',
  );
  if (!refused) throw deployFailure('IAM is not enforced: a scan that no policy allows was run.');
  if (!emulator.denials().some(isTrial)) {
    throw deployFailure('The emulator did not report a call that it rejected.');
  }
}

/** Whether a denial is the one that proves enforcement. */
export function isTrial({ principal, action }: Denial): boolean {
  return principal.endsWith(`/${SESSION}`) && action === 'dynamodb:Scan';
}
