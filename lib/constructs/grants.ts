/**
 * What a declaration's `uses` comes to: exact IAM statements and the variables that name what they
 * allow. One table entry a kind of use, so that a grant and its variable cannot drift apart.
 */
import type {
  EncryptionKeyUse,
  TableAction,
  Uses,
  WorkflowName,
} from '@billhook/core/api/operation';
import { needsClientKey, type SealedKind, sealedKinds } from '@billhook/core/base/sealed';
import { ENCRYPTION_KEY_TAGS, ENCRYPTION_KEY_USE } from '@billhook/core/partner/encryption-key';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Allowance } from './allowance.ts';
import { eventAllowances, type GrantedEvents } from './event-grants.ts';
import { type GrantedRings, keyRingAllowances } from './key-ring-grants.ts';

/** The ARNs that functions are granted access to. */
export type Granted = GrantedEvents & {
  readonly stage: string;
  /** Every key of the account: encryption and token keys are made later, and told by their tags. */
  readonly anyKeyArn: string;
  readonly tableName: string;
  /** The stage's setting holds all payments back (decision: a-brake-outside-the-table). */
  readonly paymentsPaused?: boolean;
  /** The table without recovery. */
  readonly passingTableName: string;
  readonly passingTableArn: string;
  /** The key that all tables are encrypted with, and the region in which DynamoDB uses it. */
  readonly tableKeyArn: string;
  readonly region: string;
  readonly tableArn: string;
  readonly indexArns: readonly string[];
  readonly vaultKeyArn: string;
  /** The table of clients' keys, and the list of who was erased. */
  readonly clientKeys: { readonly name: string; readonly arn: string };
  readonly erasures: { readonly name: string; readonly arn: string };
  readonly fingerprintKeyArn: string;
  /** The first key that signs tokens. */
  readonly tokenKeyArn: string;
  /** The first keys for connectors: one signs requests to them, the other opens what they return. */
  readonly connectorSigningKeyArn: string;
  readonly connectorEncryptionKeyArn: string;
  /** Where the modules' host serves logos of companies from, where there is such a host. */
  readonly companyLogos?: CompanyLogos;
  readonly pepperSecretArn: string;
  readonly firstPartnerSecretArn: string;
  /** Those that exist where the function is made: a task cannot start its own workflow. */
  readonly machineArns: Readonly<Partial<Record<WorkflowName, string>>>;
};

type GrantedKeys = GrantedRings &
  Pick<Granted, 'region' | 'tableKeyArn' | 'vaultKeyArn' | 'fingerprintKeyArn'>;

/** A folder of a bucket, and what the addresses of its files begin with. */
export type CompanyLogos = {
  readonly bucketName: string;
  /** Of its files: with `*` at the end. */
  readonly filesArn: string;
  readonly url: string;
};

export type Grants = {
  readonly statements: readonly PolicyStatement[];
  readonly environment: Readonly<Record<string, string>>;
};

const tableActions: Record<TableAction, string> = {
  get: 'dynamodb:GetItem',
  'get-many': 'dynamodb:BatchGetItem',
  query: 'dynamodb:Query',
  'query-index': 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
  check: 'dynamodb:ConditionCheckItem',
};

/** What DynamoDB asks for of the caller. */
const tableKeyActions = {
  read: ['kms:Decrypt', 'kms:DescribeKey'],
  write: [
    'kms:Encrypt',
    'kms:GenerateDataKey',
    'kms:GenerateDataKeyWithoutPlaintext',
    'kms:ReEncryptFrom',
    'kms:ReEncryptTo',
  ],
} as const;

const vaultActions = { seal: 'kms:GenerateDataKey', open: 'kms:Decrypt' } as const;

const workflowVariables: Record<WorkflowName, string> = {
  'link-account': 'LINK_ACCOUNT_ARN',
  'pay-bill': 'PAY_BILL_ARN',
  'swap-card': 'SWAP_CARD_ARN',
  'advance-clock': 'ADVANCE_CLOCK_ARN',
};

/** @throws Error when a function starts, signals or beats a workflow that its own stack cannot name. */
export function grantsOf(uses: Uses, granted: Granted): Grants {
  const allowances = [
    ...tableAllowances(uses, granted),
    ...keyAllowances(uses, granted),
    ...clientKeyAllowances(uses, granted),
    ...erasureAllowances(uses, granted),
    ...encryptionKeyAllowances(uses, granted),
    ...secretAllowances(uses, granted),
    ...logoAllowances(uses, granted),
    ...eventAllowances(uses, granted),
    ...(uses.starts ?? []).map((name) => startAllowance(name, granted)),
    ...(uses.signals ?? []).map((name) => signalAllowance(name, granted)),
    ...(uses.beats ?? []).map((name) => beatAllowance(name, granted)),
  ];
  return {
    statements: allowances.map(
      ({ actions, resources, conditions }) =>
        new PolicyStatement({ actions: [...actions], resources: [...resources], conditions }),
    ),
    environment: Object.assign({}, ...allowances.map((one) => one.environment)),
  };
}

function tableAllowances(uses: Uses, granted: Granted): Allowance[] {
  const environment = {
    TABLE_NAME: granted.tableName,
    ...(granted.paymentsPaused && { PAYMENTS_PAUSED: 'yes' }),
  };
  const used = uses.table ?? [];
  const onTable = used.filter((action) => action !== 'query-index');
  const allowances: Allowance[] = [];
  if (onTable.length > 0) {
    const actions = onTable.map((action) => tableActions[action]);
    allowances.push({ actions, resources: [granted.tableArn], environment });
  }
  if (used.includes('query-index')) {
    const actions = [tableActions['query-index']];
    allowances.push({ actions, resources: granted.indexArns, environment });
  }
  return [...allowances, ...passingAllowances(uses, granted)];
}

function passingAllowances(
  { table = [], passing = [] }: Uses,
  { passingTableArn, passingTableName }: Granted,
): Allowance[] {
  const drops = table.includes('put') || table.includes('delete');
  const actions = [...passing, ...(drops ? (['delete'] as const) : [])].map(
    (action) => tableActions[action],
  );
  const environment = { PASSING_TABLE_NAME: passingTableName };
  return actions.length > 0 ? [{ actions, resources: [passingTableArn], environment }] : [];
}

/** DynamoDB uses the table's key in the name of whoever calls it, and so may nobody else for him. */
function tableKeyAllowances(
  { table = [], vault = {}, erases }: Uses,
  { tableKeyArn, region }: GrantedKeys,
): Allowance[] {
  const seals = needsClientKey(vault.seal);
  if (table.length === 0 && !seals && !needsClientKey(vault.open) && !erases) return [];
  const changes = table.some((action) => ['put', 'update', 'delete'].includes(action));
  // Who seals may make a client's key, and who erases deletes it.
  const writes = changes || seals || erases === true;
  return [
    {
      actions: [...tableKeyActions.read, ...(writes ? tableKeyActions.write : [])],
      resources: [tableKeyArn],
      // In China the name ends otherwise.
      conditions: { StringLike: { 'kms:ViaService': `dynamodb.${region}.*` } },
      environment: {},
    },
  ];
}

/** Of all keys that the template makes, and of those that take the place of one. */
export function keyAllowances(uses: Uses, granted: GrantedKeys): Allowance[] {
  const keys: Allowance[] = [
    ...tableKeyAllowances(uses, granted),
    ...vaultAllowances(uses, granted),
    {
      actions: uses.fingerprint ? ['kms:GenerateMac'] : [],
      resources: [granted.fingerprintKeyArn],
      environment: { FINGERPRINT_KEY_ARN: granted.fingerprintKeyArn },
    },
    ...keyRingAllowances(uses, granted),
  ];
  return keys.filter(({ actions }) => actions.length > 0);
}

/** A statement for each of sealing and opening, and for each way in which kinds are told apart. */
function vaultAllowances(uses: Uses, { vaultKeyArn }: GrantedKeys): Allowance[] {
  const on = (use: VaultUse, kinds: readonly SealedKind[]): Allowance[] => {
    const contexts: readonly { readonly recordId?: string; readonly purpose?: string }[] =
      kinds.map((kind) => sealedKinds[kind]);
    const records = contexts.flatMap(({ recordId = [] }) => recordId);
    const purposes = contexts.flatMap(({ purpose = [] }) => purpose);
    const one = {
      actions: [vaultActions[use]],
      resources: [vaultKeyArn],
      environment: { VAULT_KEY_ARN: vaultKeyArn },
    };
    const ofRecords = {
      StringLike: { [RECORD]: records },
      Null: { [PURPOSE]: 'true' },
    };
    return [
      ...(records.length > 0 ? [{ ...one, conditions: ofRecords }] : []),
      ...(purposes.length > 0
        ? [{ ...one, conditions: { StringEquals: { [PURPOSE]: purposes } } }]
        : []),
    ];
  };
  return [...on('seal', kindsOf(uses, 'seal')), ...on('open', kindsOf(uses, 'open'))];
}

const RECORD = 'kms:EncryptionContext:recordId';
const PURPOSE = 'kms:EncryptionContext:purpose';

type VaultUse = keyof typeof vaultActions;

/** Whoever seals something of a client may have to make its key, and opens it as whoever opens does. */
function kindsOf({ vault = {} }: Uses, use: VaultUse): readonly SealedKind[] {
  const kinds = vault[use] ?? [];
  const isOfClients = needsClientKey(vault.seal) || (use === 'open' && needsClientKey(vault.open));
  return isOfClients ? [...kinds, 'client'] : kinds;
}

/** Whoever seals or opens something of a client needs the client's key beside the record's own. */
function clientKeyAllowances({ vault = {} }: Uses, { clientKeys }: Granted): Allowance[] {
  const seals = needsClientKey(vault.seal);
  if (!seals && !needsClientKey(vault.open)) return [];
  const actions = [tableActions.get, ...(seals ? [tableActions.put] : [])];
  const environment = { CLIENT_KEYS_TABLE: clientKeys.name };
  return [{ actions, resources: [clientKeys.arn], environment }];
}

function erasureAllowances({ erases }: Uses, { clientKeys, erasures }: Granted): Allowance[] {
  if (!erases) return [];
  return [
    {
      actions: [tableActions.delete],
      resources: [clientKeys.arn],
      environment: { CLIENT_KEYS_TABLE: clientKeys.name },
    },
    {
      actions: [tableActions.put],
      resources: [erasures.arn],
      environment: { ERASURES_TABLE: erasures.name },
    },
  ];
}

/**
 * Keys that partners make have no names to grant: what may be done with a key is decided by its tags,
 * and by its kind as well, so that a tag put on one of our own keys would open nothing.
 */
function encryptionKeyAllowances(uses: Uses, granted: Granted): Allowance[] {
  const { stage, anyKeyArn } = granted;
  const kind = { 'kms:KeySpec': 'RSA_2048', 'kms:KeyUsage': 'ENCRYPT_DECRYPT' };
  const requested = tagConditions('aws:RequestTag', stage);
  const owned = { ...tagConditions('aws:ResourceTag', stage), ...kind };
  const algorithms = ['RSAES_OAEP_SHA_1', 'RSAES_OAEP_SHA_256'];
  const on = (action: string, resource: string, equals: object): Allowance => ({
    actions: [action],
    resources: [resource],
    environment: {},
    conditions: { StringEquals: { ...equals } },
  });
  const allowances: Record<EncryptionKeyUse, readonly Allowance[]> = {
    create: [
      on('kms:CreateKey', '*', { ...requested, ...kind }),
      // Tags given at the making of a key are authorized before there is a key to name.
      // A key that has such tags already, of another stage perhaps, keeps them.
      untagged(on('kms:TagResource', '*', requested)),
      // IAM takes minutes to learn of a new key's tags. A public half is no secret.
      on('kms:GetPublicKey', anyKeyArn, kind),
    ],
    decrypt: [on('kms:Decrypt', anyKeyArn, { ...owned, 'kms:EncryptionAlgorithm': algorithms })],
    delete: [on('kms:ScheduleKeyDeletion', anyKeyArn, owned)],
    find: [
      { actions: ['kms:ListKeys'], resources: ['*'], environment: {} },
      on('kms:ListResourceTags', anyKeyArn, owned),
    ],
  };
  return (uses.encryptionKeys ?? []).flatMap((use) => allowances[use]);
}

/** Only on keys without our tags. */
function untagged(allowance: Allowance): Allowance {
  const { use, stage } = ENCRYPTION_KEY_TAGS;
  const Null = { [`aws:ResourceTag/${use}`]: 'true', [`aws:ResourceTag/${stage}`]: 'true' };
  return { ...allowance, conditions: { ...allowance.conditions, Null } };
}

function tagConditions(condition: string, stage: string): Record<string, string> {
  return {
    [`${condition}/${ENCRYPTION_KEY_TAGS.use}`]: ENCRYPTION_KEY_USE,
    [`${condition}/${ENCRYPTION_KEY_TAGS.stage}`]: stage,
  };
}

function secretAllowances(uses: Uses, granted: Granted): Allowance[] {
  const secrets: Allowance[] = [
    {
      actions: uses.pepper ? ['secretsmanager:GetSecretValue'] : [],
      resources: [granted.pepperSecretArn],
      environment: { PEPPER_SECRET_ARN: granted.pepperSecretArn },
    },
    {
      actions: uses.firstPartner
        ? ['secretsmanager:GetSecretValue', 'secretsmanager:PutSecretValue']
        : [],
      resources: [granted.firstPartnerSecretArn],
      environment: { FIRST_PARTNER_SECRET_ARN: granted.firstPartnerSecretArn },
    },
  ];
  return secrets.filter(({ actions }) => actions.length > 0);
}

function logoAllowances({ putsLogos }: Uses, { companyLogos }: Granted): Allowance[] {
  if (!putsLogos || !companyLogos) return [];
  const { bucketName, filesArn, url } = companyLogos;
  const environment = { LOGOS_BUCKET: bucketName, LOGOS_URL: url };
  return [{ actions: ['s3:PutObject'], resources: [filesArn], environment }];
}

function startAllowance(name: WorkflowName, granted: Granted): Allowance {
  const arn = machineArn(name, granted);
  return {
    actions: ['states:StartExecution'],
    resources: [arn],
    environment: { [workflowVariables[name]]: arn },
  };
}

/** A task token says by itself which execution it is of: no variable is needed. */
function signalAllowance(name: WorkflowName, granted: Granted): Allowance {
  const resources = [machineArn(name, granted)];
  return { actions: ['states:SendTaskSuccess'], resources, environment: {} };
}

function beatAllowance(name: WorkflowName, granted: Granted): Allowance {
  const resources = [machineArn(name, granted)];
  return { actions: ['states:SendTaskHeartbeat'], resources, environment: {} };
}

function machineArn(name: WorkflowName, granted: Granted): string {
  const arn = granted.machineArns[name];
  if (!arn) throw new Error(`${name} was created after a function that uses it, or on its own`);
  return arn;
}
