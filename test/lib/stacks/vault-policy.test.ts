/**
 * The attack: somebody in the account whose own policies allow everything reads the cards. Each call is
 * decided by the templates' policies as the local runtime decides it.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealedKinds } from '@billhook/core/base/sealed';
import { describe, expect, test } from 'vitest';
import { functionsOf } from '../../../lib/build/built-functions.ts';
import { decide } from '../../../lib/local/access/key-policies.ts';
import { collectRoles } from '../../../lib/local/access/roles.ts';
import { createKms } from '../../../lib/local/kms/kms.ts';
import { openState } from '../../../lib/local/state.ts';
import { createModel } from '../../../lib/local/template/model.ts';
import { type Stage, stages } from '../../../lib/stacks/stage.ts';
import { readRolesMove } from '../../../lib/stacks/vault-settings.ts';
import { type Json, synthesize } from './synthesis.ts';
import { breakGlassRole, type VariantName } from './variants.ts';

const everything = [{ Effect: 'Allow', Action: '*', Resource: '*' }];
const roleNamed = (path: string, account = '000000000000') =>
  `arn:aws:iam::${account}:role/${path}`;

/** What would show a card, or make it readable by another key. */
const opening = [
  'Decrypt',
  'GenerateDataKey',
  'GenerateDataKeyWithoutPlaintext',
  'GenerateDataKeyPair',
  'GenerateDataKeyPairWithoutPlaintext',
  'ReEncryptFrom',
  'ReEncryptTo',
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

/** The templates of a variant, as the local runtime reads them. */
function open(variant: VariantName) {
  const model = createModel(
    synthesize(variant).map(({ name, resources, outputs, conditions }) => ({
      name,
      template: { Resources: resources, Outputs: outputs, Conditions: conditions },
      assets: new Map(),
    })),
  );
  const kms = createKms(model, openState(mkdtempSync(join(tmpdir(), 'billhook-vault-policy-'))));
  const vaultKey = model.resources.find(({ logicalId }) => logicalId === 'VaultKey');
  const policyOf = () => {
    const [request] = kms.access('Decrypt', { KeyId: vaultKey?.arn });
    return request?.resourcePolicy ?? [];
  };
  const request = (operation: string) => ({
    action: `kms:${operation}`,
    resource: vaultKey?.arn ?? '',
    context: {},
    resourcePolicy: policyOf(),
  });
  return {
    model,
    byAdmin: (roleArn: string, operation: string) =>
      decide(everything, roleArn, request(operation)),
    byRole: (roleArn: string, operation: string, sealed: Readonly<Record<string, string>>) =>
      decide(collectRoles(model).statementsOf(roleArn), roleArn, {
        ...request(operation),
        context: Object.fromEntries(
          Object.entries(sealed).map(([name, value]) => [
            `kms:encryptioncontext:${name.toLowerCase()}`,
            [value],
          ]),
        ),
      }),
  };
}

const outsiders = (stage: Stage) => [
  roleNamed('Admin'),
  roleNamed('billhook-vault'),
  roleNamed(`billhook/${stage}/vaults/a`),
  roleNamed(`billhook/${stage}/vault`),
  roleNamed(`team/billhook/${stage}/vault/a`),
  roleNamed(`billhook/${stage === 'sandbox' ? 'production' : 'sandbox'}/vault/a`),
  roleNamed(`billhook/${stage}/vault/a`, '111111111111'),
  'arn:aws:iam::000000000000:root',
  `arn:aws:iam::000000000000:user/billhook/${stage}/vault/a`,
  '',
];

describe.each(stages)('The vault’s key of %s', (stage) => {
  const { model, byAdmin, byRole } = open(stage);

  test.each(outsiders(stage))('opens nothing to %s, whatever its policies allow', (outsider) => {
    for (const operation of opening) {
      expect(byAdmin(outsider, operation), operation).toBe('denied');
    }
  });

  test('is administered by the account, so that nobody is locked out', () => {
    for (const outsider of [roleNamed('Admin'), 'arn:aws:iam::000000000000:root']) {
      for (const operation of administering) {
        expect(byAdmin(outsider, operation), operation).toBe('allowed');
      }
    }
  });

  test('is used by the roles of functions that declare it, all under its path, and by no other', () => {
    const functions = model.ofType('AWS::Lambda::Function').map((one) => one.properties());
    for (const { path, declaration } of functionsOf(stage)) {
      const found = functions.find(
        ({ Environment }) => (Environment as Json)?.Variables.POWERTOOLS_SERVICE_NAME === path,
      );
      const roleArn = String(found?.Role);
      const { vault } = declaration.uses;
      expect(roleArn.includes(`:role/billhook/${stage}/vault/`), path).toBe(vault !== undefined);
    }
  });

  test('shows each kind to the roles that need it, and to no other', () => {
    const functions = model.ofType('AWS::Lambda::Function').map((one) => one.properties());
    const rows = functions.map(({ Environment, Role }) => {
      const path = String((Environment as Json)?.Variables?.POWERTOOLS_SERVICE_NAME);
      const opens = Object.entries(sealedKinds).filter(
        ([kind, context]) =>
          kind !== 'answer' && byRole(String(Role), 'Decrypt', context) === 'allowed',
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

describe('A break-glass role', () => {
  const { byAdmin } = open('production with a break-glass role');

  test('may open the vault as its own policies allow, and nobody else may', () => {
    for (const operation of opening) {
      expect(byAdmin(breakGlassRole, operation)).toBe('allowed');
      for (const outsider of outsiders('production')) {
        expect(byAdmin(outsider, operation), outsider).toBe('denied');
      }
    }
  });
});

test('While the roles move, the account decides as before; and only where it says so', () => {
  const { byAdmin } = open('production while roles move');
  expect(byAdmin(roleNamed('billhook-production-auth-old'), 'Decrypt')).toBe('allowed');
  expect(readRolesMove()).toBe(false);
  expect(() => readRolesMove('yes')).toThrow(/true or false/);
});
