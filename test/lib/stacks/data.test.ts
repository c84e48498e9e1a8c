import { describe, expect, test } from 'vitest';
import { stages } from '../../../lib/stacks/stage.ts';
import { type Json, resourcesOf, stackOf, synthesize } from './synthesis.ts';
import { ownDomains, restoredTable } from './variants.ts';

/** A changed logical id would make a new, empty resource beside the one that holds the data. */
const pinned = {
  Table: 'AWS::DynamoDB::Table',
  ClientKeys: 'AWS::DynamoDB::Table',
  Erasures: 'AWS::DynamoDB::Table',
  PassingTable: 'AWS::DynamoDB::Table',
  TableKey: 'AWS::KMS::Key',
  VaultKey: 'AWS::KMS::Key',
  FingerprintKey: 'AWS::KMS::Key',
  TokenKey: 'AWS::KMS::Key',
  ConnectorSigningKey: 'AWS::KMS::Key',
  ConnectorEncryptionKey: 'AWS::KMS::Key',
  LogKey: 'AWS::KMS::Key',
  AlarmKey: 'AWS::KMS::Key',
  Pepper: 'AWS::SecretsManager::Secret',
  FirstPartner: 'AWS::SecretsManager::Secret',
  Alarms: 'AWS::SNS::Topic',
  DaytimeAlarms: 'AWS::SNS::Topic',
};

describe.each(stages)('The data of %s', (stage) => {
  const { resources, outputs } = stackOf(stage, 'data');

  test('names what the command line of the operator needs', () => {
    const names = [
      ...['TableName', 'PepperSecretArn', 'VaultKeyArn', 'TokenKeyArn'],
      ...['ConnectorSigningKeyArn', 'ConnectorEncryptionKeyArn'],
    ];
    expect(Object.keys(outputs)).toEqual(expect.arrayContaining(names));
    expect(outputs.TokenKeyArn).toEqual({ Value: { 'Fn::GetAtt': ['TokenKey', 'Arn'] } });
    expect(outputs.VaultKeyArn).toEqual({ Value: { 'Fn::GetAtt': ['VaultKey', 'Arn'] } });
  });

  test('keeps its logical ids', () => {
    const found = Object.entries(resources)
      .filter(([, { Type }]) => Object.values(pinned).includes(Type))
      .map(([id, { Type }]) => [id, Type]);
    expect(Object.fromEntries(found)).toEqual(pinned);
  });

  test('outlives its stack', () => {
    for (const id of Object.keys(pinned)) {
      expect(resources[id], id).toMatchObject({
        // Kept, but for a stack whose first deployment fails: see first-deployment.test.ts.
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
      });
    }
  });

  test('stands in one table, which cannot be deleted and can be set back to any moment', () => {
    expect(resources.Table?.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      SSESpecification: {
        SSEEnabled: true,
        SSEType: 'KMS',
        KMSMasterKeyId: { 'Fn::GetAtt': ['TableKey', 'Arn'] },
      },
      StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    });
  });

  test('keeps clients’ keys for seven days after they are deleted, and no longer', () => {
    expect(resources.ClientKeys?.Properties).toMatchObject({
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: {
        PointInTimeRecoveryEnabled: true,
        RecoveryPeriodInDays: 7,
      },
    });
    expect(resources.ClientKeys?.Properties).not.toHaveProperty('StreamSpecification');
  });

  test('lists who was erased in a table that is restored by itself', () => {
    expect(resources.Erasures?.Properties).toMatchObject({
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  });

  test.each(['Table', 'PassingTable', 'ClientKeys', 'Erasures'])(
    'encrypts %s with a key of its own, not with one of AWS',
    (id) => {
      expect(resources[id]?.Properties.SSESpecification).toEqual({
        SSEEnabled: true,
        SSEType: 'KMS',
        KMSMasterKeyId: { 'Fn::GetAtt': ['TableKey', 'Arn'] },
      });
    },
  );

  test('keeps codes and answers in a table that nobody can set back', () => {
    const { Properties } = resources.PassingTable ?? {};
    expect(Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false },
      SSESpecification: { KMSMasterKeyId: { 'Fn::GetAtt': ['TableKey', 'Arn'] } },
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    });
    // A follower would have another copy.
    expect(Properties).not.toHaveProperty('StreamSpecification');
  });

  test('has the two indexes that lists and sweeps query', () => {
    const indexes = resources.Table?.Properties.GlobalSecondaryIndexes.map((index: Json) => [
      index.IndexName,
      index.KeySchema.map((key: Json) => key.AttributeName),
      index.Projection,
    ]);
    expect(indexes).toEqual([
      ['byPartner', ['partnerShard', 'sk'], { ProjectionType: 'ALL' }],
      [
        'byDue',
        ['dueShard', 'dueAt'],
        { ProjectionType: 'INCLUDE', NonKeyAttributes: ['dueKind'] },
      ],
    ]);
  });

  test('is guarded by keys of the kinds that the code uses', () => {
    expect(resources.VaultKey?.Properties.EnableKeyRotation).toBe(true);
    expect(resources.FingerprintKey?.Properties).toMatchObject({
      KeySpec: 'HMAC_256',
      KeyUsage: 'GENERATE_VERIFY_MAC',
    });
    for (const id of ['TokenKey', 'ConnectorSigningKey']) {
      expect(resources[id]?.Properties, id).toMatchObject({
        KeySpec: 'ECC_NIST_P256',
        KeyUsage: 'SIGN_VERIFY',
      });
    }
    expect(resources.ConnectorEncryptionKey?.Properties).toMatchObject({
      KeySpec: 'ECC_NIST_P256',
      KeyUsage: 'KEY_AGREEMENT',
    });
  });

  test('makes a pepper of its own, with a version', () => {
    expect(resources.Pepper?.Properties.GenerateSecretString).toEqual({
      SecretStringTemplate: '{"version":1}',
      GenerateStringKey: 'pepper',
      PasswordLength: 64,
      ExcludePunctuation: true,
    });
  });
});

test('Alarms are sent to the address of the settings, and to none without one', () => {
  const type = 'AWS::SNS::Subscription';
  const subscriptions = resourcesOf('production with a domain', type);
  const to = { Protocol: 'email', Endpoint: ownDomains.alarmEmail };
  expect(subscriptions.map(({ Properties }) => Properties)).toEqual(
    ['Alarms', 'DaytimeAlarms'].map((Ref) => ({ ...to, TopicArn: { Ref } })),
  );
  expect(resourcesOf('production', type)).toEqual([]);
});

describe('A stage on a restored table, with its payments paused,', () => {
  const ofFunctions = (name: 'production' | 'production on a restored table') =>
    resourcesOf(name, 'AWS::Lambda::Function').filter(
      ({ Properties }) => Properties.Environment?.Variables.TABLE_NAME,
    );
  const functions = ofFunctions('production on a restored table');

  test('has each function read that table alone, and pay nothing', () => {
    expect(functions).toHaveLength(ofFunctions('production').length);
    for (const { Properties, part, id } of functions)
      expect(Properties.Environment.Variables, `${part} ${id}`).toMatchObject({
        TABLE_NAME: restoredTable.name,
        PAYMENTS_PAUSED: 'yes',
      });
  });

  test('lets no function at its own table, and follows the stream of the restored one', () => {
    const roles = resourcesOf('production on a restored table', 'AWS::IAM::Role');
    expect(JSON.stringify(roles)).toContain(`table/${restoredTable.name}/index/byDue`);
    expect(JSON.stringify(roles)).not.toMatch(/"Table(?:Arn)?"/);
    const streams = resourcesOf(
      'production on a restored table',
      'AWS::Lambda::EventSourceMapping',
    ).filter(({ Properties }) => Properties.DestinationConfig);
    expect(streams.map(({ Properties }) => Properties.EventSourceArn)).toContain(
      restoredTable.streamArn,
    );
  });

  test('keeps its own table, names both, and says that nothing is paid', () => {
    const data = synthesize('production on a restored table').find(({ part }) => part === 'data');
    expect(data?.resources.Table?.Properties).toEqual(
      stackOf('production', 'data').resources.Table?.Properties,
    );
    expect(data?.outputs).toMatchObject({
      TableName: { Value: restoredTable.name },
      OwnTableName: { Value: { Ref: 'Table' } },
      PaymentsPaused: { Value: 'yes' },
    });
    expect(stackOf('production', 'data').outputs).not.toHaveProperty('PaymentsPaused');
  });
});
