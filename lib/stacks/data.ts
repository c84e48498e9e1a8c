/**
 * What must outlive every deployment: the table, keys, secrets and the topic that operators
 * subscribe to by hand. Logical ids are pinned: a changed one would make a new, empty table.
 */
import { keyRings } from '@billhook/core/key-rings/rings';
import { type CfnElement, CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct, IConstruct } from 'constructs';
import type { AlarmTargets } from '../constructs/alarm-entry.ts';
import type { GrantedEvents } from '../constructs/event-grants.ts';
import type { Granted } from '../constructs/grants.ts';
import { denyOthers, type KeySettings } from '../constructs/key-users.ts';
import { madeLast, RETAINED } from '../constructs/retained.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import { type GuardedKey, guardedKeys } from './stage.ts';

/** Characters of the secret that API keys are hashed with: 380 bits. */
const PEPPER_LENGTH = 64;

/** After so many days nothing that was sealed of an erased client opens, whatever is restored. */
const DAYS_OF_CLIENT_KEYS = 7;

const ROTATED = { enableKeyRotation: true };
const SIGNING = { keySpec: KeySpec.ECC_NIST_P256, keyUsage: KeyUsage.SIGN_VERIFY };

/** The first of each ring: those after it are made by the rotation, which no deployment undoes. */
const guardedKinds = {
  TableKey: { description: 'Encrypts the table', ...ROTATED },
  VaultKey: { description: 'Wraps the data keys of sealed fields', ...ROTATED },
  FingerprintKey: {
    description: 'Creates fingerprints of logins',
    ...{ keySpec: KeySpec.HMAC_256, keyUsage: KeyUsage.GENERATE_VERIFY_MAC },
  },
  TokenKey: { description: keyRings.token.description, ...SIGNING },
  ConnectorSigningKey: { description: keyRings.connectorSigning.description, ...SIGNING },
  ConnectorEncryptionKey: {
    description: keyRings.connectorEncryption.description,
    ...{ keySpec: KeySpec.ECC_NIST_P256, keyUsage: KeyUsage.KEY_AGREEMENT },
  },
} as const satisfies Record<GuardedKey, object>;

const indexNames = ['byPartner', 'byDue'] as const;

export type DataStackProps = StackProps &
  Pick<
    StageSettings,
    'alarmEmail' | 'paymentsPaused' | 'privateConnectors' | 'restoredTable' | 'runbookUrl'
  > & { readonly keys: KeySettings };

export class DataStack extends Stack {
  /** Its own, or a restored one that takes its place. */
  readonly table: ITable;
  readonly logKey: Key;
  /** Of the keys whose users are named. */
  readonly guardedKeyArns: readonly string[];
  readonly alarms: AlarmTargets;
  readonly granted: Omit<Granted, 'machineArns' | 'stage' | keyof GrantedEvents>;
  /** Follows the table's changes. */
  readonly tableStreamArn: string;

  constructor(scope: Construct, id: string, props: DataStackProps) {
    super(scope, id, props);
    const keys = this.makeGuardedKeys(props.keys);
    const tableKey = keys.TableKey;
    this.guardedKeyArns = guardedKeys.map((name) => keys[name].keyArn);
    const ownTable = this.makeTable(tableKey);
    this.table = this.adoptTable(props) ?? ownTable;
    const passingTable = this.makePassingTable(tableKey);
    this.tableStreamArn = streamOf(this.table);
    this.logKey = this.makeLogKey();
    this.alarms = { topics: this.makeAlarmTopics(props), runbookUrl: props.runbookUrl };
    const pepper = this.makeSecret('Pepper', 'The pepper that API keys are hashed with', {
      template: { version: 1 },
      generated: 'pepper',
    });
    const firstPartner = this.makeSecret('FirstPartner', "The first partner's id and API key", {
      template: { partnerId: '', apiKey: '' },
      // Of no use: a template needs one generated value. The seed function replaces it all.
      generated: 'unused',
    });
    const clientKeys = this.makeApartTable('ClientKeys', tableKey, DAYS_OF_CLIENT_KEYS);
    const erasures = this.makeApartTable('Erasures', tableKey);
    madeLast(this, [erasures, clientKeys, passingTable, ownTable]);
    this.granted = {
      tableName: this.table.tableName,
      tableArn: this.table.tableArn,
      paymentsPaused: props.paymentsPaused,
      passingTableName: passingTable.tableName,
      passingTableArn: passingTable.tableArn,
      indexArns: indexNames.map((name) => `${this.table.tableArn}/index/${name}`),
      anyKeyArn: this.formatArn({ service: 'kms', resource: 'key', resourceName: '*' }),
      region: this.region,
      tableKeyArn: tableKey.keyArn,
      vaultKeyArn: keys.VaultKey.keyArn,
      clientKeys: { name: clientKeys.tableName, arn: clientKeys.tableArn },
      erasures: { name: erasures.tableName, arn: erasures.tableArn },
      fingerprintKeyArn: keys.FingerprintKey.keyArn,
      tokenKeyArn: keys.TokenKey.keyArn,
      connectorSigningKeyArn: keys.ConnectorSigningKey.keyArn,
      connectorEncryptionKeyArn: keys.ConnectorEncryptionKey.keyArn,
      pepperSecretArn: pepper.secretArn,
      firstPartnerSecretArn: firstPartner.secretArn,
    };
    new CfnOutput(this, 'TableName', { value: this.table.tableName });
    if (props.restoredTable) new CfnOutput(this, 'OwnTableName', { value: ownTable.tableName });
    if (props.paymentsPaused) new CfnOutput(this, 'PaymentsPaused', { value: 'yes' });
    new CfnOutput(this, 'PassingTableName', { value: passingTable.tableName });
    new CfnOutput(this, 'PepperSecretArn', { value: pepper.secretArn });
    new CfnOutput(this, 'VaultKeyArn', { value: keys.VaultKey.keyArn });
    new CfnOutput(this, 'TokenKeyArn', { value: keys.TokenKey.keyArn });
    new CfnOutput(this, 'ConnectorSigningKeyArn', { value: keys.ConnectorSigningKey.keyArn });
    new CfnOutput(this, 'ConnectorEncryptionKeyArn', { value: keys.ConnectorEncryptionKey.keyArn });
    new CfnOutput(this, 'ClientKeysTableName', { value: clientKeys.tableName });
    new CfnOutput(this, 'ErasuresTableName', { value: erasures.tableName });
    new CfnOutput(this, 'FirstPartnerSecretArn', { value: firstPartner.secretArn });
    const { urgent, daytime } = this.alarms.topics;
    new CfnOutput(this, 'AlarmTopicArn', { value: urgent.topicArn });
    new CfnOutput(this, 'DaytimeAlarmTopicArn', { value: daytime.topicArn });
    // The operator's command line reaches connectors where the functions do.
    const { privateConnectors } = props;
    if (privateConnectors) {
      new CfnOutput(this, 'PrivateConnectors', { value: JSON.stringify(privateConnectors.hosts) });
    }
  }

  /** Known by its name: nothing of it is in a template (decision: a-restored-table-is-adopted). */
  private adoptTable({ restoredTable }: DataStackProps): ITable | undefined {
    if (!restoredTable) return undefined;
    const { name: tableName, streamArn: tableStreamArn } = restoredTable;
    return Table.fromTableAttributes(this, 'RestoredTable', { tableName, tableStreamArn });
  }

  private makeTable(encryptionKey: Key): Table {
    const table = new Table(this, 'Table', {
      ...lasting(encryptionKey),
      sortKey,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: 'expiresAt',
      // Says where something was written; followers read what it is from the table.
      stream: StreamViewType.KEYS_ONLY,
    });
    table.addGlobalSecondaryIndex({
      indexName: 'byPartner',
      partitionKey: { name: 'partnerShard', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      projectionType: ProjectionType.ALL,
    });
    table.addGlobalSecondaryIndex({
      indexName: 'byDue',
      partitionKey: { name: 'dueShard', type: AttributeType.STRING },
      sortKey: { name: 'dueAt', type: AttributeType.STRING },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ['dueKind'],
    });
    return pinned(table, 'Table');
  }

  /**
   * A small table that is not restored with the others: the keys of clients, and the list of who was
   * erased (decision: a-key-a-client).
   */
  private makeApartTable(name: string, encryptionKey: Key, recoveryPeriodInDays?: number): Table {
    const table = new Table(this, name, {
      ...lasting(encryptionKey),
      ...(recoveryPeriodInDays === undefined && { sortKey }),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays },
    });
    return pinned(table, name);
  }

  /** Of what must not come back once it is deleted (decision: passing-table). */
  private makePassingTable(encryptionKey: Key): Table {
    const table = new Table(this, 'PassingTable', {
      ...lasting(encryptionKey),
      sortKey,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: false },
      timeToLiveAttribute: 'expiresAt',
    });
    return pinned(table, 'PassingTable');
  }

  private makeKey(
    name: string,
    description: string,
    props: Partial<ConstructorParameters<typeof Key>[2]>,
  ): Key {
    const key = new Key(this, name, {
      description: `Billhook: ${description}`,
      removalPolicy: RETAINED,
      ...props,
    });
    return pinned(key, name);
  }

  private makeGuardedKeys(settings: KeySettings): Readonly<Record<GuardedKey, Key>> {
    const made = guardedKeys.map((name) => {
      const { description, ...kind } = guardedKinds[name];
      const key = this.makeKey(name, description, kind);
      const denial = denyOthers(this, name, settings);
      if (denial) key.addToResourcePolicy(denial);
      return [name, key] as const;
    });
    return Object.fromEntries(made) as Record<GuardedKey, Key>;
  }

  private makeLogKey(): Key {
    const key = this.makeKey('LogKey', 'Encrypts logs', { enableKeyRotation: true });
    const groups = this.formatArn({ service: 'logs', resource: 'log-group:*' });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal(`logs.${this.region}.amazonaws.com`)],
        actions: [
          'kms:Encrypt',
          'kms:Decrypt',
          'kms:ReEncrypt*',
          'kms:GenerateDataKey*',
          'kms:DescribeKey',
        ],
        resources: ['*'],
        conditions: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': groups } },
      }),
    );
    return key;
  }

  private makeAlarmTopics({ alarmEmail }: DataStackProps) {
    const key = this.makeKey('AlarmKey', 'Encrypts alarms', { enableKeyRotation: true });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    // Who subscribed before there were two hears the urgent ones.
    return {
      urgent: this.makeAlarmTopic('Alarms', key, alarmEmail),
      daytime: this.makeAlarmTopic('DaytimeAlarms', key, alarmEmail),
    };
  }

  private makeAlarmTopic(name: string, masterKey: Key, alarmEmail: string | undefined): Topic {
    const topic = new Topic(this, name, { masterKey, enforceSSL: true });
    topic.applyRemovalPolicy(RETAINED);
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
    return pinned(topic, name);
  }

  private makeSecret(
    name: string,
    description: string,
    { template, generated }: { template: object; generated: string },
  ): Secret {
    const secret = new Secret(this, name, {
      description: `Billhook: ${description}`,
      generateSecretString: {
        secretStringTemplate: JSON.stringify(template),
        generateStringKey: generated,
        passwordLength: PEPPER_LENGTH,
        excludePunctuation: true,
      },
      removalPolicy: RETAINED,
    });
    return pinned(secret, name);
  }
}

function streamOf({ tableStreamArn }: ITable): string {
  if (!tableStreamArn) throw new Error('The table has no stream');
  return tableStreamArn;
}

function pinned<T extends IConstruct>(construct: T, logicalId: string): T {
  const resource = construct.node.defaultChild as CfnElement;
  resource.overrideLogicalId(logicalId);
  return construct;
}

const sortKey = { name: 'sk', type: AttributeType.STRING };

/** A table that no mistake deletes. What is secret is sealed with the vault's key before it gets there. */
function lasting(encryptionKey: Key) {
  return {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    encryption: TableEncryption.CUSTOMER_MANAGED,
    encryptionKey,
    deletionProtection: true,
    removalPolicy: RETAINED,
  };
}
