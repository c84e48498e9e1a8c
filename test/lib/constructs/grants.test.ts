import { expect, test } from 'vitest';
import { grantsOf } from '../../../lib/constructs/grants.ts';

const granted = {
  stage: 'sandbox',
  anyKeyArn: 'arn:key/*',
  tableName: 'table',
  tableArn: 'arn:table',
  indexArns: ['arn:table/index/a', 'arn:table/index/b'],
  vaultKeyArn: 'arn:vault',
  fingerprintKeyArn: 'arn:fingerprint',
  tokenKeyArn: 'arn:token',
  pepperSecretArn: 'arn:pepper',
  firstPartnerSecretArn: 'arn:first-partner',
  machineArns: { 'pay-bill': 'arn:pay-bill' },
};

test('A function that uses nothing is granted nothing and told nothing', () => {
  for (const uses of [{}, { table: [], vault: [], tokenKey: [], starts: [] }]) {
    expect(grantsOf(uses, granted)).toEqual({ statements: [], environment: {} });
  }
});

test('A query of an index does not allow one of the table', () => {
  const { statements } = grantsOf({ table: ['query-index'] }, granted);
  expect(statements.map((one) => one.toStatementJson())).toEqual([
    { Effect: 'Allow', Action: 'dynamodb:Query', Resource: granted.indexArns },
  ]);
});

test('Sealing does not allow opening', () => {
  const { statements } = grantsOf({ vault: ['seal'] }, granted);
  expect(statements.map(({ actions }) => actions)).toEqual([['kms:GenerateDataKey']]);
});

test('Verifying a token does not allow signing one', () => {
  const { statements } = grantsOf({ tokenKey: ['verify'] }, granted);
  expect(statements.map(({ actions }) => actions)).toEqual([['kms:GetPublicKey']]);
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
