/** What the stacks are synthesized for: once a run, for all tests that look at templates. */
import { type KeyRoles, nothingSet } from '../../../lib/settings/stage-settings.ts';
import type { Stage } from '../../../lib/stacks/stage.ts';

export type Variant = {
  readonly stage: Stage;
  /** Known to `cdk deploy`; a template for any place where they are left out. */
  readonly region?: string;
  readonly account?: string;
  /** What the stage's file says; nothing is set when left out. */
  readonly settings?: object;
  /** Beside that of `cdk.json`. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** As if there were files of companies. */
  readonly hasBrowser?: boolean;
};

const account = '123456789012';

/** Names of the operator's own, for the host of the modules and for the API; and where alarms go. */
export const ownDomains = {
  modules: {
    domain: 'pay.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/abc-123',
  },
  api: {
    domain: 'api.example.com',
    certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/def-456',
  },
  alarmEmail: 'on-call@example.com',
  runbookUrl: 'https://wiki.bank.example/billhook/alarms',
};

/** Calls that a stage keeps free, and the most that reach companies at a time. */
export const reserving = { companies: 6, authorizer: 50, payments: 5 };

/** Who may use the vault's key in an emergency, and each of the others. */
export const breakGlassRole = 'arn:aws:iam::000000000000:role/ops/on-call';
export const keyRoles: KeyRoles = {
  TableKey: ['arn:aws:iam::000000000000:role/operator', 'arn:aws:iam::000000000000:role/backup'],
  FingerprintKey: ['arn:aws:iam::000000000000:role/ops/fingerprints'],
  TokenKey: ['arn:aws:iam::000000000000:role/ops/tokens'],
  ConnectorSigningKey: ['arn:aws:iam::000000000000:role/ops/signing'],
  ConnectorEncryptionKey: ['arn:aws:iam::000000000000:role/ops/agreement'],
};

/** A connector inside the operator's own network. */
export const privateConnectors = {
  hosts: { 'connector.bank.internal': ['10.1.2.0/24'] },
  network: { subnetIds: ['subnet-0123456789abcdef0'], securityGroupIds: ['sg-0123456789abcdef0'] },
};

/** The same network, from which functions reach companies of a list alone. */
export const companyNetwork = {
  ...privateConnectors.network,
  vpcId: 'vpc-0123456789abcdef0',
  hosts: ['api.bank.example', '*.gas.example'],
};

/** A table that was restored beside the stage's own, which runs on it. */
export const restoredTable = {
  name: 'billhook-restored',
  streamArn: `arn:aws:dynamodb:eu-west-1:${account}:table/billhook-restored/stream/2026-11-28T00:00:00.000`,
};

/** What a bank asks of each deployment. */
export const ofABank = {
  ...nothingSet,
  account,
  ...{ alarmEmail: ownDomains.alarmEmail, budget: 500 },
  tags: { 'cost-center': '4711', owner: 'Payments' },
  permissionsBoundary: `arn:aws:iam::${account}:policy/bank/boundary`,
  api: {
    ...ownDomains.api,
    only: true,
    clientCertificates: { bundle: 's3://bank-trust/partners/clients.pem', version: 'v7' },
  },
};

export const variants = {
  sandbox: { stage: 'sandbox' },
  production: { stage: 'production' },
  staging: { stage: 'staging' },
  'production of a bank': { stage: 'production', region: 'eu-west-1', settings: ofABank },
  'sandbox in eu-west-1': { stage: 'sandbox', region: 'eu-west-1' },
  'production in eu-west-1': { stage: 'production', region: 'eu-west-1' },
  'sandbox in us-east-1': { stage: 'sandbox', region: 'us-east-1', account },
  'production in us-east-1': { stage: 'production', region: 'us-east-1', account },
  'sandbox in cn-north-1': { stage: 'sandbox', region: 'cn-north-1', account },
  'production in cn-north-1': { stage: 'production', region: 'cn-north-1', account },
  'production with a domain': { stage: 'production', settings: { ...nothingSet, ...ownDomains } },
  'sandbox with a domain': { stage: 'sandbox', settings: { ...nothingSet, ...ownDomains } },
  'production with reservations': {
    stage: 'production',
    settings: { ...nothingSet, concurrency: reserving, requestsPerSecond: 5_000 },
  },
  'production with roles for its keys': {
    stage: 'production',
    settings: { ...nothingSet, breakGlassRole, keyRoles },
  },
  'production with private connectors': {
    stage: 'production',
    settings: { ...nothingSet, privateConnectors },
  },
  'production with a list of hosts': {
    stage: 'production',
    settings: {
      ...nothingSet,
      companyNetwork,
      privateConnectors: { hosts: privateConnectors.hosts },
    },
  },
  'production with a browser': {
    stage: 'production',
    hasBrowser: true,
    settings: { ...nothingSet, fixedBrowserAddress: true },
  },
  'production with another secret of its host': {
    stage: 'production',
    settings: { ...nothingSet, edgeSecret: 3 },
  },
  'production on a restored table': {
    stage: 'production',
    settings: { ...nothingSet, restoredTable, paymentsPaused: true },
  },
  'production while roles of 0.1.0 move': {
    stage: 'production',
    context: { rolesMoveFrom: '0.1.0' },
  },
  'production while roles of 0.1.1 move': {
    stage: 'production',
    context: { rolesMoveFrom: '0.1.1' },
  },
} as const satisfies Readonly<Record<string, Variant>>;

export type VariantName = keyof typeof variants;

/** Where a variant's stacks are put, and what went wrong instead. */
export const filesOf = (name: VariantName) => {
  const file = name.replaceAll(' ', '-');
  return { stacks: `${file}.json`, failure: `${file}.failure` };
};
