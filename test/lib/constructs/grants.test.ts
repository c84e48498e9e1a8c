import type { TableAction, Uses } from '@billhook/core/api/operation';
import { needsClientKey, type SealedKind, sealedKinds } from '@billhook/core/base/sealed';
import { describe, expect, test } from 'vitest';
import { grantsOf } from '../../../lib/constructs/grants.ts';
import { evaluate } from '../../../lib/local/access/policies.ts';
import { conditionContext } from '../../../lib/local/kms/conditions.ts';
import type { AnyKey } from '../../../lib/local/kms/keys.ts';
import { granted } from '../../support/granted.ts';

test('A function that uses nothing is granted nothing and told nothing', () => {
  for (const uses of [{}, { table: [], vault: {}, tokenKey: [], starts: [] }]) {
    expect(grantsOf(uses, granted)).toEqual({ statements: [], environment: {} });
  }
});

/** The table's key, which DynamoDB uses in the function's name. */
const readingByTheKey = {
  Effect: 'Allow',
  Action: ['kms:Decrypt', 'kms:DescribeKey'],
  Resource: 'arn:table-key',
  Condition: { StringLike: { 'kms:ViaService': 'dynamodb.us-east-1.*' } },
};

test('Who only reads the table cannot have anything encrypted with its key', () => {
  const actionsFor = (table: TableAction[]) =>
    grantsOf({ table }, granted).statements.at(-1)?.actions;
  expect(actionsFor(['get', 'query', 'check'])).toEqual(readingByTheKey.Action);
  for (const action of ['put', 'update', 'delete'] as const) {
    expect(actionsFor(['get', action])).toContain('kms:GenerateDataKey');
  }
});

test('A query of an index does not allow one of the table', () => {
  const { statements } = grantsOf({ table: ['query-index'] }, granted);
  expect(statements.map((one) => one.toStatementJson())).toEqual([
    { Effect: 'Allow', Action: 'dynamodb:Query', Resource: granted.indexArns },
    readingByTheKey,
  ]);
});

test('Sealing does not allow opening', () => {
  const { statements } = grantsOf({ vault: { seal: ['method'] } }, granted);
  const ofKms = statements.filter(({ resources }) => resources.includes('arn:vault'));
  expect(ofKms.map(({ actions, conditions }) => [actions, conditions])).toEqual([
    [
      ['kms:GenerateDataKey'],
      {
        StringLike: { 'kms:EncryptionContext:recordId': ['pm_*'] },
        Null: { 'kms:EncryptionContext:purpose': 'true' },
      },
    ],
    // Of clients' keys alone, which open nothing by themselves.
    ...['kms:GenerateDataKey', 'kms:Decrypt'].map((action) => [
      [action],
      { StringEquals: { 'kms:EncryptionContext:purpose': ['client'] } },
    ]),
  ]);
});

const contexts: Readonly<Record<SealedKind | 'others', Readonly<Record<string, string>>>> = {
  method: { clientId: 'cl_a', recordId: 'pm_a_b' },
  login: { clientId: 'cl_a', recordId: 'auth_a_b' },
  given: { clientId: 'cl_a', recordId: 'link_a_b' },
  meta: { clientId: 'cl_a', recordId: 'cl_a' },
  headers: { clientId: 'ptn_a', recordId: 'jwks-headers' },
  answer: { clientId: 'cl_a', recordId: 'pm_a_b', purpose: 'answer' },
  webhook: { clientId: 'ptn_a', recordId: 'we_a', purpose: 'webhook' },
  page: { clientId: 'co_a', recordId: 'auth_a', purpose: 'page' },
  client: { clientId: 'cl_a', purpose: 'client' },
  others: { clientId: 'cl_a' },
};

/** What a function may do to what is sealed of each kind, as the local runtime decides it. */
function kindsAllowed(uses: Uses, action: string): string[] {
  const statements = grantsOf(uses, granted).statements.map((one) => one.toStatementJson());
  const key = { spec: 'SYMMETRIC_DEFAULT', usage: 'ENCRYPT_DECRYPT', tags: {} } as AnyKey;
  const isAllowed = (EncryptionContext: object) => {
    const context = conditionContext({ EncryptionContext }, key, '');
    return evaluate(statements, { action, resource: 'arn:vault', context }) === 'allowed';
  };
  return Object.entries(contexts).flatMap(([kind, one]) => (isAllowed(one) ? [kind] : []));
}

test.each(Object.keys(sealedKinds) as SealedKind[])('%s is opened and sealed by itself', (kind) => {
  const own = needsClientKey([kind]) ? [kind, 'client'] : [kind];
  expect(kindsAllowed({ vault: { open: [kind] } }, 'kms:Decrypt')).toEqual(own);
  expect(kindsAllowed({ vault: { open: [kind] } }, 'kms:GenerateDataKey')).toEqual([]);
  expect(kindsAllowed({ vault: { seal: [kind] } }, 'kms:GenerateDataKey')).toEqual(own);
  const opens = needsClientKey([kind]) ? ['client'] : [];
  expect(kindsAllowed({ vault: { seal: [kind] } }, 'kms:Decrypt')).toEqual(opens);
});

test('Sending to one queue does not allow sending to the other, nor publishing', () => {
  const { statements, environment } = grantsOf({ sends: ['endpoints'] }, granted);
  expect(statements.map((one) => one.toStatementJson())).toEqual([
    { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: 'arn:endpoints' },
  ]);
  expect(environment).toEqual({ ENDPOINTS_QUEUE_URL: 'https://endpoints' });
});

test('Publishing names the bus', () => {
  const { statements, environment } = grantsOf({ publishes: true }, granted);
  expect(statements.map((one) => one.toStatementJson())).toEqual([
    { Effect: 'Allow', Action: 'events:PutEvents', Resource: 'arn:bus' },
  ]);
  expect(environment).toEqual({ EVENT_BUS_NAME: 'bus' });
});

test('Verifying a token does not allow signing one', () => {
  const { statements } = grantsOf({ tokenKey: ['verify'] }, granted);
  expect(statements.map(({ actions }) => actions)).toEqual([
    ['kms:GetPublicKey'],
    ['kms:GetPublicKey'],
  ]);
});

describe('Of the keys that sign tokens', () => {
  const made = { 'billhook:use': 'token-signing', 'billhook:stage': 'sandbox' };
  const replaced = { 'billhook:replaced': 'yes' };
  const decide = (
    use: 'sign' | 'verify' | 'rotate',
    operation: string,
    { resource = 'arn:key/*', tags = {}, spec = 'ECC_NIST_P256', request = {} },
  ) => {
    const statements = grantsOf({ tokenKey: [use] }, granted).statements.map((one) =>
      one.toStatementJson(),
    );
    const key = { spec, usage: 'SIGN_VERIFY', tags } as AnyKey;
    const asked = Object.entries(request).map(([name, value]) => [
      `aws:requesttag/${name}`,
      [String(value)],
    ]);
    const context = {
      ...conditionContext({}, key, ''),
      ...Object.fromEntries(asked),
      'aws:tagkeys': Object.keys(request),
    };
    return evaluate(statements, { action: `kms:${operation}`, resource, context });
  };
  const ofTemplate = 'arn:token';

  test.each([
    ['the first', { resource: ofTemplate }, 'allowed'],
    ['one that was made', { tags: made }, 'allowed'],
    ['the first, once it was replaced', { resource: ofTemplate, tags: replaced }, 'not-allowed'],
    ['one that was made and replaced', { tags: { ...made, ...replaced } }, 'not-allowed'],
    ['another stage’s', { tags: { ...made, 'billhook:stage': 'production' } }, 'not-allowed'],
    ['one of another use', { tags: { ...made, 'billhook:use': 'a' } }, 'not-allowed'],
    ['one of another kind', { tags: made, spec: 'RSA_2048' }, 'not-allowed'],
    ['one without tags', {}, 'not-allowed'],
  ])('signing with %s is as it should be', (_what, key, decision) => {
    expect(decide('sign', 'Sign', key)).toBe(decision);
    // What was replaced is still verified.
    const verified = decision === 'allowed' || /replaced/.test(_what);
    expect(decide('verify', 'GetPublicKey', key)).toBe(verified ? 'allowed' : 'not-allowed');
    expect(decide('verify', 'Sign', key)).toBe('not-allowed');
  });

  test.each([
    ['signs with none', 'Sign', { tags: made }, 'not-allowed'],
    ['marks one as replaced', 'TagResource', { tags: made, request: replaced }, 'allowed'],
    ['marks the first', 'TagResource', { resource: ofTemplate, request: replaced }, 'allowed'],
    ['gives none to another', 'TagResource', { tags: made, request: made }, 'not-allowed'],
    [
      'adds no other tag',
      'TagResource',
      { tags: made, request: { ...replaced, a: 'b' } },
      'not-allowed',
    ],
    ['disables one', 'DisableKey', { tags: made }, 'allowed'],
    ['disables the first', 'DisableKey', { resource: ofTemplate }, 'allowed'],
    ['disables no other', 'DisableKey', { tags: {} }, 'not-allowed'],
    ['deletes one', 'ScheduleKeyDeletion', { tags: made }, 'allowed'],
    ['does not delete the first', 'ScheduleKeyDeletion', { resource: ofTemplate }, 'not-allowed'],
    ['deletes no other', 'ScheduleKeyDeletion', { tags: {} }, 'not-allowed'],
  ] as const)('the rotation %s', (_what, operation, key, decision) => {
    expect(decide('rotate', operation, key)).toBe(decision);
  });
});

test('A workflow that is made later cannot be started', () => {
  expect(() => grantsOf({ starts: ['link-account'] }, granted)).toThrow(/link-account/);
  expect(grantsOf({ starts: ['pay-bill'] }, granted).environment).toEqual({
    PAY_BILL_ARN: 'arn:pay-bill',
  });
});

test('Signalling a workflow does not allow starting it, and takes no variable', () => {
  const { statements, environment } = grantsOf({ signals: ['pay-bill'] }, granted);
  expect(statements.map((one) => one.toStatementJson())).toEqual([
    { Effect: 'Allow', Action: 'states:SendTaskSuccess', Resource: 'arn:pay-bill' },
  ]);
  expect(environment).toEqual({});
  expect(() => grantsOf({ signals: ['link-account'] }, granted)).toThrow(/link-account/);
});

test('Telling a workflow that its worker is there allows neither starting nor ending its wait', () => {
  const { statements, environment } = grantsOf({ beats: ['pay-bill'] }, granted);
  expect(statements.map((one) => one.toStatementJson())).toEqual([
    { Effect: 'Allow', Action: 'states:SendTaskHeartbeat', Resource: 'arn:pay-bill' },
  ]);
  expect(environment).toEqual({});
  expect(() => grantsOf({ beats: ['link-account'] }, granted)).toThrow(/link-account/);
});

describe('Of the keys for connectors', () => {
  const signing = 'arn:connector-signing';
  const encryption = 'arn:connector-encryption';
  const tagsOf = (use: string) => ({ 'billhook:use': use, 'billhook:stage': 'sandbox' });
  const decide = (
    use: 'use' | 'list' | 'rotate',
    operation: string,
    { resource = 'arn:key/*', tags = {}, usage = 'SIGN_VERIFY' },
  ) => {
    const statements = grantsOf({ connectorKeys: [use] }, granted).statements.map((one) =>
      one.toStatementJson(),
    );
    const key = { spec: 'ECC_NIST_P256', usage, tags } as AnyKey;
    const context = conditionContext({}, key, '');
    return evaluate(statements, { action: `kms:${operation}`, resource, context });
  };
  const agreeing = { tags: tagsOf('connector-encryption'), usage: 'KEY_AGREEMENT' };
  const replaced = { 'billhook:replaced': 'yes' };

  test.each([
    ['signs with the first', 'Sign', { resource: signing }, 'allowed'],
    ['signs with one that was made', 'Sign', { tags: tagsOf('connector-signing') }, 'allowed'],
    ['signs with none replaced', 'Sign', { resource: signing, tags: replaced }, 'not-allowed'],
    ['signs no token', 'Sign', { resource: 'arn:token' }, 'not-allowed'],
    ['signs no token with one made', 'Sign', { tags: tagsOf('token-signing') }, 'not-allowed'],
    ['agrees with the first', 'DeriveSharedSecret', { resource: encryption }, 'allowed'],
    ['agrees with one that was made', 'DeriveSharedSecret', agreeing, 'allowed'],
    [
      'agrees with one that was replaced',
      'DeriveSharedSecret',
      { ...agreeing, tags: { ...agreeing.tags, ...replaced } },
      'allowed',
    ],
    ['agrees with no key that signs', 'DeriveSharedSecret', { resource: signing }, 'not-allowed'],
    ['makes none', 'CreateKey', { resource: '*', ...agreeing }, 'not-allowed'],
  ])('who reaches companies %s', (_what, operation, key, decision) => {
    expect(decide('use', operation, key)).toBe(decision);
  });

  test.each(['list', 'rotate'] as const)('who may %s them uses none', (use) => {
    for (const resource of [signing, encryption])
      for (const operation of ['Sign', 'DeriveSharedSecret'])
        expect(decide(use, operation, { resource }), `${operation} ${resource}`).toBe(
          'not-allowed',
        );
    expect(decide(use, 'GetPublicKey', { tags: tagsOf('connector-signing') })).toBe('allowed');
  });

  test.each(['sign', 'verify', 'rotate'] as const)(
    'nothing is allowed to who may %s tokens',
    (use) => {
      const statements = grantsOf({ tokenKey: [use] }, granted).statements.map((one) =>
        one.toStatementJson(),
      );
      const text = JSON.stringify(statements);
      expect(text).not.toMatch(/connector|DeriveSharedSecret/);
    },
  );
});
