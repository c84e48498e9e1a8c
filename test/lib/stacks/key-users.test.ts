/**
 * The attack: a role of the account whose own policies allow everything reads cards, signs tokens or opens
 * the table. Each call is decided by the templates' policies as the local runtime decides it.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealedKinds } from '@billhook/core/base/sealed';
import { describe, expect, test } from 'vitest';
import { functionsOf } from '../../../lib/build/built-functions.ts';
import { decide } from '../../../lib/local/access/key-policies.ts';
import { evaluate } from '../../../lib/local/access/policies.ts';
import { collectRoles } from '../../../lib/local/access/roles.ts';
import { createKms } from '../../../lib/local/kms/kms.ts';
import { openState } from '../../../lib/local/state.ts';
import { createModel } from '../../../lib/local/template/model.ts';
import { readRolesMove } from '../../../lib/stacks/roles-move.ts';
import { type GuardedKey, guardedKeys, type Stage, stages } from '../../../lib/stacks/stage.ts';
import { type Json, synthesize } from './synthesis.ts';
import { breakGlassRole, keyRoles, type VariantName } from './variants.ts';

const everything = [{ Effect: 'Allow', Action: '*', Resource: '*' }];
const roleNamed = (path: string, account = '000000000000') =>
  `arn:aws:iam::${account}:role/${path}`;

/** What shows what a key protects, or does what only its owner can do. */
const using = [
  'Decrypt',
  'GenerateDataKey',
  'GenerateDataKeyWithoutPlaintext',
  'GenerateDataKeyPair',
  'GenerateDataKeyPairWithoutPlaintext',
  'ReEncryptFrom',
  'ReEncryptTo',
  'Sign',
  'DeriveSharedSecret',
  'GenerateMac',
  'VerifyMac',
  'CreateGrant',
];
const administering = [
  'PutKeyPolicy',
  'GetKeyPolicy',
  'DescribeKey',
  'EnableKeyRotation',
  'TagResource',
  'ScheduleKeyDeletion',
  'CancelKeyDeletion',
];
const throughDynamo = { 'kms:viaservice': ['dynamodb.us-east-1.amazonaws.com'] };

/** The templates of a variant, as the local runtime reads them. */
function open(variant: VariantName) {
  const model = createModel(
    synthesize(variant).map(({ name, resources, outputs, conditions }) => ({
      name,
      template: { Resources: resources, Outputs: outputs, Conditions: conditions },
      assets: new Map(),
    })),
  );
  const kms = createKms(model, openState(mkdtempSync(join(tmpdir(), 'billhook-key-users-'))));
  const keyArn = (key: GuardedKey) =>
    model.resources.find(({ logicalId }) => logicalId === key)?.arn ?? '';
  type Context = Readonly<Record<string, readonly string[]>>;
  const request = (key: GuardedKey, operation: string, context: Context) => ({
    ...{ action: `kms:${operation}`, resource: keyArn(key), context },
    resourcePolicy: kms.access('Decrypt', { KeyId: keyArn(key) })[0]?.resourcePolicy ?? [],
  });
  const roles = collectRoles(model);
  const functions = model.ofType('AWS::Lambda::Function').map((one) => one.properties());
  return {
    byAdmin: (key: GuardedKey, roleArn: string, operation: string, context: Context = {}) =>
      decide(everything, roleArn, request(key, operation, context)),
    byRole: (roleArn: string, operation: string, sealed: Readonly<Record<string, string>>) =>
      decide(
        roles.statementsOf(roleArn),
        roleArn,
        request(
          'VaultKey',
          operation,
          Object.fromEntries(
            Object.entries(sealed).map(([name, value]) => [
              `kms:encryptioncontext:${name.toLowerCase()}`,
              [value],
            ]),
          ),
        ),
      ),
    /** Each function with its role. */
    roleOf: Object.fromEntries(
      functions.map(({ Environment, Role }) => [
        String((Environment as Json)?.Variables?.POWERTOOLS_SERVICE_NAME),
        String(Role),
      ]),
    ),
    /** The roles that a key's policy lets use it. */
    admittedTo: (key: GuardedKey) => {
      const { resourcePolicy } = request(key, 'Decrypt', {});
      const denial = resourcePolicy.find(({ Effect }) => Effect === 'Deny') as Json;
      return denial?.Condition.ArnNotLike['aws:PrincipalArn'] as string[];
    },
    /** Whether the policy refuses a call, by itself. */
    denies: (key: GuardedKey, operation: string, context: Context) => {
      const { resourcePolicy, ...asked } = request(key, operation, context);
      return evaluate(resourcePolicy, asked) === 'denied';
    },
    /** The roles whose own policies let them use it. */
    allowedOn: (key: GuardedKey) =>
      model
        .ofType('AWS::IAM::Role')
        .filter(({ arn }) =>
          roles
            .statementsOf(arn)
            .some(
              ({ Action, Resource }) =>
                [Resource].flat().includes(keyArn(key)) &&
                [Action].flat().some((action) => using.includes(String(action).slice(4))),
            ),
        )
        .map(({ arn }) => arn),
  };
}

/** Who makes a role under the path of the functions' has another name than theirs. */
const outsiders = (stage: Stage) => [
  roleNamed('Admin'),
  roleNamed(`billhook-${stage}-us-east-1-submit-payment`),
  roleNamed(`billhook/${stage}/a`),
  roleNamed(`billhook/${stage}/vault/a`),
  roleNamed(`billhook/${stage}/*`),
  roleNamed(`team/billhook/${stage}/billhook-${stage}-us-east-1-submit-payment`),
  roleNamed(`billhook/${stage}/billhook-${stage}-us-east-1-submit-payment`, '111111111111'),
  'arn:aws:iam::000000000000:root',
  `arn:aws:iam::000000000000:user/billhook/${stage}/billhook-${stage}-us-east-1-submit-payment`,
  '',
];
const CLOUDFORMATION = 'cdk-hnb659fds-cfn-exec-role-000000000000-us-east-1';

describe.each(stages)('The keys of %s', (stage) => {
  const { byAdmin, byRole, roleOf, admittedTo, allowedOn } = open(stage);

  test.each(guardedKeys)('%s does nothing for others, whatever their policies allow', (key) => {
    for (const outsider of outsiders(stage)) {
      for (const operation of using) {
        expect(byAdmin(key, outsider, operation), `${outsider} ${operation}`).toBe('denied');
      }
    }
  });

  test.each(guardedKeys)(
    '%s is administered by the account, so that a mistake is mended',
    (key) => {
      for (const outsider of [roleNamed('Admin'), 'arn:aws:iam::000000000000:root']) {
        for (const operation of administering) {
          expect(byAdmin(key, outsider, operation), operation).toBe('allowed');
        }
      }
    },
  );

  test.each(guardedKeys)(
    '%s admits by name the functions whose roles use it, and no others',
    (key) => {
      const deploys = key === 'TableKey' ? [roleNamed(CLOUDFORMATION)] : [];
      const admitted = admittedTo(key);
      expect(admitted.join()).not.toContain('*');
      expect(admitted.toSorted()).toEqual([...allowedOn(key), ...deploys].toSorted());
    },
  );

  test('have functions that no two roles are named alike for', () => {
    const declared = functionsOf(stage).map(({ path }) => roleOf[path]);
    expect(new Set(declared).size).toBe(declared.length);
    for (const role of declared) {
      expect(role).toMatch(
        new RegExp(`:role/billhook/${stage}/billhook-${stage}-us-east-1-[a-z-]+$`),
      );
      // The longest name of a region has five letters more than this one.
      expect(role?.split('/').at(-1)?.length).toBeLessThanOrEqual(64 - 5);
    }
  });

  test('shows each kind to the roles that need it, and to no other', () => {
    const rows = Object.entries(roleOf).map(([path, role]) => {
      const opens = Object.entries(sealedKinds).filter(
        ([kind, context]) => kind !== 'answer' && byRole(role, 'Decrypt', context) === 'allowed',
      );
      return [path, opens.map(([kind]) => kind).join(' ')] as const;
    });
    const sandboxOnly = stage === 'sandbox' ? ['workflow/advance-clock'] : [];
    expect(pathsThatOpen(rows, 'method')).toEqual(
      [
        'payment/set-card-code',
        'workflow/submit-payment',
        'workflow/submit-swap',
        ...sandboxOnly,
      ].sort(),
    );
    expect(pathsThatOpen(rows, 'headers')).toEqual([
      'partner/refresh-signing',
      'partner/update-signing',
      'schedule/refresh-jwks',
    ]);
    expect(pathsThatOpen(rows, 'login')).toEqual(
      [
        ...['log-in', 'read-bills', 'submit-payment', 'ask-payment', 'submit-swap'].map(
          (name) => `workflow/${name}`,
        ),
        'stream/read-accounts',
        ...(stage === 'sandbox' ? ['schedule/follow-test-clocks', 'workflow/advance-clock'] : []),
      ].sort(),
    );
    expect(pathsThatOpen(rows, 'meta')).toEqual([]);
    expect(pathsThatOpen(rows, 'webhook')).toHaveLength(1);
    expect(pathsThatOpen(rows, 'page')).toHaveLength(1);
  });
});

/** The functions that open a kind, by name. */
function pathsThatOpen(rows: readonly (readonly [string, string])[], kind: string): string[] {
  return rows.flatMap(([path, opens]) => (opens.split(' ').includes(kind) ? [path] : [])).sort();
}

describe('The table’s key', () => {
  const sandbox = open('sandbox');
  const production = open('production');

  test('is left to DynamoDB itself, for indexes, streams and backups', () => {
    const service = { 'aws:principalisawsservice': ['true'] };
    const request = { ...throughDynamo, ...service };
    expect(sandbox.admittedTo('TableKey')).toBeDefined();
    expect(production.denies('TableKey', 'Decrypt', request)).toBe(false);
    expect(production.denies('VaultKey', 'Decrypt', request)).toBe(true);
  });

  test('opens tables to an operator whom no setting names in a sandbox alone, and through DynamoDB alone', () => {
    const admin = roleNamed('Admin');
    expect(sandbox.byAdmin('TableKey', admin, 'Decrypt', throughDynamo)).toBe('allowed');
    expect(sandbox.byAdmin('TableKey', admin, 'Decrypt')).toBe('denied');
    expect(production.byAdmin('TableKey', admin, 'Decrypt', throughDynamo)).toBe('denied');
  });
});

describe('A role that the settings name', () => {
  const { byAdmin } = open('production with roles for its keys');

  test.each(guardedKeys)('may use %s as its own policies allow, and no other key', (key) => {
    const own = key === 'VaultKey' ? [breakGlassRole] : (keyRoles[key] ?? []);
    expect(own.length).toBeGreaterThan(0);
    for (const operation of using) {
      for (const role of own) expect(byAdmin(key, role, operation)).toBe('allowed');
      const others = Object.values({ ...keyRoles, VaultKey: [breakGlassRole] }).flat();
      for (const outsider of [...outsiders('production'), ...others]) {
        if (own.includes(outsider)) continue;
        expect(byAdmin(key, outsider, operation), outsider).toBe('denied');
      }
    }
  });
});

describe('While roles move', () => {
  const old = roleNamed('billhook/production/vault/billhook-production-auth-old');

  test('from 0.1.0 the account decides as before, of each key', () => {
    const { byAdmin } = open('production while roles of 0.1.0 move');
    for (const key of guardedKeys) {
      expect(byAdmin(key, roleNamed('billhook-production-auth-old'), 'Decrypt'), key).toBe(
        'allowed',
      );
    }
  });

  test('from 0.1.1 the vault’s key admits its roles under their path too, and the account decides of others', () => {
    const { byAdmin, roleOf } = open('production while roles of 0.1.1 move');
    const moved = roleOf['workflow/submit-payment'] ?? '';
    for (const role of [old, moved]) expect(byAdmin('VaultKey', role, 'Decrypt')).toBe('allowed');
    expect(byAdmin('VaultKey', roleNamed('Admin'), 'Decrypt')).toBe('denied');
    for (const key of guardedKeys.filter((one) => one !== 'VaultKey')) {
      expect(byAdmin(key, roleNamed('billhook-production-auth-old'), 'Decrypt'), key).toBe(
        'allowed',
      );
    }
  });

  test('it is said from which release, and only from one that needs it', () => {
    expect(readRolesMove()).toBeUndefined();
    expect(readRolesMove('0.1.1')).toBe('0.1.1');
    expect(() => readRolesMove('true')).toThrow(/must be 0.1.0 or 0.1.1/);
  });
});
