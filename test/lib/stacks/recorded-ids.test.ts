import { describe, expect, test } from 'vitest';
import {
  isExplained,
  logicalIdsOf,
  lostResources,
  type RecordedStack,
  recordAnew,
} from './logical-ids.ts';

const table = {
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'dueShard', AttributeType: 'S' },
    ],
    GlobalSecondaryIndexes: [
      { IndexName: 'byDue', KeySchema: [{ AttributeName: 'dueShard', KeyType: 'HASH' }] },
    ],
    BillingMode: 'PAY_PER_REQUEST',
  },
};

const secret = {
  Type: 'AWS::SecretsManager::Secret',
  Properties: { GenerateSecretString: { PasswordLength: 64 } },
};

const role = { Type: 'AWS::IAM::Role', Properties: { RoleName: 'one' } };

type Resources = RecordedStack['resources'];
const idsOf = (resources: Resources) => logicalIdsOf([{ name: 'data', resources }]);
const before = idsOf({ Table: table, Pepper: secret, Role: role });
const withTable = (properties: object) => ({
  ...{ Table: { ...table, Properties: { ...table.Properties, ...properties } } },
  ...{ Pepper: secret, Role: role },
});

const indexes = table.Properties.GlobalSecondaryIndexes;
const attributes = table.Properties.AttributeDefinitions;

describe('nothing is lost by', () => {
  test.each<[string, Resources]>([
    ['nothing', withTable({})],
    ['another resource', { ...withTable({}), Other: role }],
    ['a property that is changed in place', withTable({ BillingMode: 'PROVISIONED' })],
    [
      'another index with its attribute',
      withTable({
        GlobalSecondaryIndexes: [...indexes, { IndexName: 'byDay', KeySchema: [] }],
        AttributeDefinitions: [...attributes, { AttributeName: 'day', AttributeType: 'S' }],
      }),
    ],
    [
      'another name of what can be made again',
      { ...withTable({}), Role: { ...role, Properties: { RoleName: 'two' } } },
    ],
  ])('%s', (_, resources) => {
    expect(lostResources(before, idsOf(resources))).toEqual([]);
  });

  test('a deployment of the API with another hash', () => {
    const deployment = { Type: 'AWS::ApiGateway::Deployment' };
    expect(
      lostResources(idsOf({ Deployment1: deployment }), idsOf({ Deployment2: deployment })),
    ).toEqual([]);
  });
});

describe('a resource is lost by', () => {
  test.each<[string, string, 'removed' | 'replaced', Resources]>([
    ['its removal', 'Role', 'removed', { Table: table, Pepper: secret }],
    ['another type', 'Role', 'replaced', { ...withTable({}), Role: { Type: 'AWS::SQS::Queue' } }],
    ['a name of its own', 'Table', 'replaced', withTable({ TableName: 'bills' })],
    [
      'another key',
      'Table',
      'replaced',
      withTable({ KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] }),
    ],
    [
      'another type of its key',
      'Table',
      'replaced',
      withTable({
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'N' }, attributes[1]],
      }),
    ],
    ['an index less', 'Table', 'replaced', withTable({ GlobalSecondaryIndexes: [] })],
    [
      'a value that is generated anew',
      'Pepper',
      'replaced',
      {
        ...withTable({}),
        Pepper: { ...secret, Properties: { GenerateSecretString: { PasswordLength: 32 } } },
      },
    ],
  ])('%s (%s)', (_, id, how, resources) => {
    expect(lostResources(before, idsOf(resources))).toMatchObject([{ stack: 'data', id, how }]);
  });

  test('the removal of its stack', () => {
    expect(lostResources(before, {}).map(({ id }) => id)).toEqual(['Pepper', 'Role', 'Table']);
  });
});

describe('what is lost', () => {
  const after = idsOf({ Table: table, Pepper: secret });
  const line = {
    ...{ on: '2026-11-22', stack: 'data', id: 'Role', was: 'AWS::IAM::Role' },
    reason: 'Nothing takes the role on any more.',
  };

  test('is explained by the line of just this loss', () => {
    const [lost] = lostResources(before, after);
    if (!lost) throw new Error('Nothing is lost');
    expect(isExplained(lost, [line])).toBe(true);
    expect(isExplained(lost, [])).toBe(false);
    expect(isExplained(lost, [{ ...line, stack: 'api' }])).toBe(false);
    expect(isExplained(lost, [{ ...line, id: 'Table' }])).toBe(false);
    expect(isExplained(lost, [{ ...line, was: 'AWS::SQS::Queue' }])).toBe(false);
  });

  test('stays in the record until it is explained', () => {
    expect(recordAnew(before, after, [])).toEqual(before);
    expect(recordAnew(before, {}, [])).toEqual(before);
    expect(recordAnew(before, after, [line])).toEqual(after);
  });

  test('does not keep what is new out of the record', () => {
    const { data } = recordAnew(before, idsOf({ Table: table, Pepper: secret, Other: role }), []);
    expect(Object.keys(data ?? {})).toEqual(['Other', 'Pepper', 'Role', 'Table']);
  });

  test('keeps its first identity in the record until it is explained', () => {
    const replaced = idsOf(withTable({ TableName: 'bills' }));
    expect(recordAnew(before, replaced, [])).toEqual(before);
    const was = before.data?.Table;
    if (!was) throw new Error('No table');
    const explained = [{ ...line, id: 'Table', was }];
    expect(recordAnew(before, replaced, explained)).toEqual(replaced);
  });
});
