/**
 * Reaches a service: the one that runs on this machine, or a deployed stack with the operator's own
 * AWS credentials. Both are told to the runtime as a stack tells its functions: by the environment.
 */
import { userInfo } from 'node:os';
import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import type { STSClient } from '@aws-sdk/client-sts';
import type { Actor } from '@billhook/core/partner/audit';
import { readOperatorAccess } from '../local/access/operator-access.ts';
import { isLocalFailure } from '../local/failures.ts';
import { REGION } from '../local/template/intrinsics.ts';
import { type Stage, stackName } from '../stacks/stage.ts';
import { refusal } from './command-group.ts';

export type Place = { readonly stateDir: string } | { readonly stage: Stage };

/** What says who the operator is and what was deployed. Tests pass their own. */
type Clients = {
  readonly sts?: Pick<STSClient, 'send'>;
  readonly cloudFormation?: Pick<CloudFormationClient, 'send'>;
};

type Outputs = Readonly<Record<string, string>>;

/** The variables that the runtime reads, by the data stack's output that has their value. */
const variables = {
  TABLE_NAME: 'TableName',
  PASSING_TABLE_NAME: 'PassingTableName',
  PEPPER_SECRET_ARN: 'PepperSecretArn',
  VAULT_KEY_ARN: 'VaultKeyArn',
  TOKEN_KEY_ARN: 'TokenKeyArn',
  CONNECTOR_SIGNING_KEY_ARN: 'ConnectorSigningKeyArn',
  CONNECTOR_ENCRYPTION_KEY_ARN: 'ConnectorEncryptionKeyArn',
  CLIENT_KEYS_TABLE: 'ClientKeysTableName',
  ERASURES_TABLE: 'ErasuresTableName',
  PRIVATE_CONNECTORS: 'PrivateConnectors',
  PAYMENTS_PAUSED: 'PaymentsPaused',
  /** The stage's own, where it runs on a restored one. */
  OWN_TABLE_NAME: 'OwnTableName',
} as const;

/** The functions of the stack `operator`, which commands that need them alone ask for. */
const operatorFunctions = {
  CHECK_CONNECTOR_ARN: 'CheckConnectorArn',
  FETCH_LOGOS_ARN: 'FetchLogosArn',
  OPEN_PAGES_ARN: 'OpenPagesArn',
  READ_SETTLEMENTS_ARN: 'ReadSettlementsArn',
} as const;

/** Prints where the service is, and returns who the operator is. */
export async function connect(
  place: Place,
  clients: Clients = {},
): Promise<{ actor: Actor; stage: string }> {
  // The runtime's logs would appear between the lines of a report.
  process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';
  const { actor, stage, outputs } =
    'stage' in place ? await connectToStage(place.stage, clients) : connectToLocal(place.stateDir);
  for (const [variable, output] of Object.entries(variables)) {
    const value = outputs[output];
    // A stack of an older version lacks some: a stolen key is revoked there all the same.
    if (value) process.env[variable] = value;
    else delete process.env[variable];
  }
  // On this machine, the outputs of all stacks are in one place.
  for (const [variable, output] of Object.entries(operatorFunctions)) {
    process.env[variable] = outputs[output] ?? '';
  }
  if (!process.env.TABLE_NAME) throw refusal('The stacks have no output TableName: deploy first.');
  process.env.STAGE = stage;
  return { actor, stage };
}

function connectToLocal(stateDir: string) {
  const { endpointUrl, credentials, outputs } = readAccess(stateDir);
  for (const name of Object.keys(process.env)) {
    // Whatever the operator's shell says of AWS must not lead elsewhere.
    if (name.startsWith('AWS_')) delete process.env[name];
  }
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: endpointUrl,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken,
    // As the service itself has it.
    BILLHOOK_ALLOW_LOCAL_ADDRESSES: 'yes',
  });
  const actor: Actor = { kind: 'operator', id: `local:${userName()}` };
  return { actor, stage: 'sandbox', outputs };
}

function readAccess(stateDir: string) {
  try {
    return readOperatorAccess(stateDir);
  } catch (error) {
    throw isLocalFailure(error) ? refusal(error.message) : error;
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return String(process.getuid?.() ?? 'unknown');
  }
}

async function connectToStage(stage: Stage, clients: Clients) {
  // Whatever the shell says: partners of a deployed stack have public addresses only.
  delete process.env.BILLHOOK_ALLOW_LOCAL_ADDRESSES;
  const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
  const { sts = new STSClient({}) } = clients;
  const [{ Arn }, outputs] = await Promise.all([
    sts.send(new GetCallerIdentityCommand({})),
    outputsOf(stackName(stage, 'data'), clients),
  ]);
  if (!Arn) throw refusal('AWS returned no identity for your credentials.');
  const actor: Actor = { kind: 'operator', id: Arn };
  return { actor, stage, outputs };
}

async function outputsOf(StackName: string, clients: Clients): Promise<Outputs> {
  const { CloudFormationClient, DescribeStacksCommand } = await import(
    '@aws-sdk/client-cloudformation'
  );
  const { cloudFormation = new CloudFormationClient({}) } = clients;
  const { Stacks } = await cloudFormation.send(new DescribeStacksCommand({ StackName }));
  return Object.fromEntries(
    (Stacks?.[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [
      OutputKey,
      OutputValue,
    ]),
  );
}

/**
 * The function that looks at connectors, of the service that was connected to.
 * @throws Refused where an older version is deployed.
 */
export async function findConnectorChecker(stage: string, clients: Clients = {}): Promise<string> {
  return mustFind('CHECK_CONNECTOR_ARN', stage, clients);
}

/** The one that reads what connectors report. @throws Refused where an older version is deployed. */
export async function findSettlementReader(stage: string): Promise<string> {
  return mustFind('READ_SETTLEMENTS_ARN', stage, {});
}

async function mustFind(
  variable: keyof typeof operatorFunctions,
  stage: string,
  clients: Clients,
): Promise<string> {
  const arn = await findFunction(variable, stage, clients);
  if (arn) return arn;
  const name = stackName(stage as Stage, 'operator');
  throw refusal(`The stack ${name} has no output ${operatorFunctions[variable]}: deploy first.`);
}

/** The one that fetches logos; nothing where an older version is deployed, or no host for the modules. */
export async function findLogoFetcher(
  stage: string,
  clients: Clients = {},
): Promise<string | undefined> {
  return findFunction('FETCH_LOGOS_ARN', stage, clients);
}

/** The one that opens pages that nobody knew; nothing where an older version is deployed. */
export async function findPageOpener(
  stage: string,
  clients: Clients = {},
): Promise<string | undefined> {
  return findFunction('OPEN_PAGES_ARN', stage, clients);
}

async function findFunction(
  variable: keyof typeof operatorFunctions,
  stage: string,
  clients: Clients,
): Promise<string | undefined> {
  const known = process.env[variable];
  if (known) return known;
  const name = stackName(stage as Stage, 'operator');
  const found = await outputsOf(name, clients).catch(() => undefined);
  return found?.[operatorFunctions[variable]];
}
