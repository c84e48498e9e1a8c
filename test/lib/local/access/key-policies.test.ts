import { describe, expect, test } from 'vitest';
import {
  DEFAULT_KEY_POLICY,
  decide,
  type ResourceStatement,
} from '../../../../lib/local/access/key-policies.ts';

const key = 'arn:aws:kms:us-east-1:000000000000:key/1';
const role = 'arn:aws:iam::000000000000:role/billhook/sandbox/vault/opener';
const may = { Effect: 'Allow', Action: 'kms:*', Resource: '*' };
const mayNot = { Effect: 'Deny', Action: 'kms:Decrypt', Resource: '*' };
const direct: ResourceStatement = { ...may, Principal: { AWS: role } };
const denied: ResourceStatement = {
  ...mayNot,
  Principal: '*',
  Condition: {
    ArnNotLike: { 'aws:PrincipalArn': ['arn:aws:iam::000000000000:role/billhook/sandbox/vault/*'] },
  },
};

const ask = (resourcePolicy: readonly ResourceStatement[]) => ({
  action: 'kms:Decrypt',
  resource: key,
  resourcePolicy,
});

describe('a key’s policy', () => {
  test.each<[string, object[], string, readonly ResourceStatement[], string]>([
    ['leaves it to the account', [may], role, DEFAULT_KEY_POLICY, 'allowed'],
    ['allows nobody by leaving it to the account', [], role, DEFAULT_KEY_POLICY, 'not-allowed'],
    ['of nothing refuses even who may do everything', [may], role, [], 'not-allowed'],
    ['allows a role by its name', [], role, [direct], 'allowed'],
    ['allows another role nothing by that', [], `${role}2`, [direct], 'not-allowed'],
    ['loses to a denial of the role’s own', [may, mayNot], role, [direct], 'denied'],
    [
      'denies who is not under the path',
      [may],
      'arn:aws:iam::000000000000:role/Admin',
      [...DEFAULT_KEY_POLICY, denied],
      'denied',
    ],
    ['denies who is nobody’s role', [may], '', [...DEFAULT_KEY_POLICY, denied], 'denied'],
    ['lets pass who is under the path', [may], role, [...DEFAULT_KEY_POLICY, denied], 'allowed'],
    [
      'for a service is for nobody else',
      [may],
      role,
      [{ ...may, Principal: { Service: 'logs.amazonaws.com' } }],
      'not-allowed',
    ],
    [
      'for another account is not for ours',
      [may],
      role,
      [{ ...may, Principal: { AWS: 'arn:aws:iam::111111111111:root' } }],
      'not-allowed',
    ],
  ])('%s', (_sentence, statements, roleArn, policy, expected) => {
    expect(decide(statements, roleArn, ask(policy))).toBe(expected);
  });
});
