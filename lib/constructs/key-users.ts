/**
 * Who may use each key of a stage: the functions whose declarations come to it, and the roles that the
 * operator names. Each key's policy denies it to everybody else of the account, whatever their own
 * policies say (decision: keys-name-their-users).
 */
import { DefaultStackSynthesizer, Fn, type Stack } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { functionsOf } from '../build/built-functions.ts';
import type { KeyRoles } from '../settings/stage-settings.ts';
import type { FormerRoles } from '../stacks/roles-move.ts';
import { type GuardedKey, guardedKeys, rolePath, type Stage, stackName } from '../stacks/stage.ts';
import { keyAllowances } from './grants.ts';

/**
 * What shows what a key protects, or does what only its owner can do. A grant would hand it on. A key's
 * administration stays with the account: whoever may change policies can change this one, so that a
 * mistake locks nobody out, and CloudTrail has it.
 */
const USING = [
  'kms:CreateGrant',
  'kms:Decrypt',
  'kms:DeriveSharedSecret',
  'kms:GenerateDataKey*',
  'kms:GenerateMac',
  'kms:ReEncrypt*',
  'kms:Sign',
  'kms:VerifyMac',
];

export type KeySettings = {
  readonly stage: Stage;
  /** The roles that the operator names, beside the functions. */
  readonly keyRoles: KeyRoles;
  /** Whose functions' roles still have other names. */
  readonly movesFrom?: FormerRoles;
};

/** The name of a function's role: known before the role is made, and another in each region of an account. */
export function roleNameOf(stack: Stack, stage: Stage, path: string): string {
  return stackName(stage, `${stack.region}-${path.slice(path.indexOf('/') + 1)}`);
}

/** The denial in a key's policy; none while it would refuse the roles of the release before. */
export function denyOthers(
  stack: Stack,
  key: GuardedKey,
  { stage, keyRoles, movesFrom }: KeySettings,
): PolicyStatement | undefined {
  const rolesUnder = (name: string) =>
    stack.formatArn({
      ...{ service: 'iam', region: '', resource: 'role' },
      resourceName: `${rolePath(stage).slice(1)}${name}`,
    });
  // Of the keys of 0.1.1 only the vault's admitted none but certain roles, by their path; 0.1.0 had no such key.
  if (movesFrom === '0.1.0' || (movesFrom && key !== 'VaultKey')) return undefined;
  const users = usersOf(stage)[key].map((path) => rolesUnder(roleNameOf(stack, stage, path)));
  const former = movesFrom ? [rolesUnder('vault/*')] : [];
  const named = keyRoles[key] ?? [];
  const deploys = key === 'TableKey' ? [deployingRole(stack)] : [];
  return new PolicyStatement({
    sid: 'OnlyItsUsers',
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: USING,
    resources: ['*'],
    conditions: {
      // Of a role's session this is the role itself. Without a role, as for the root user, it denies too.
      ArnNotLike: { 'aws:PrincipalArn': [...users, ...former, ...deploys, ...named] },
      ...(key === 'TableKey' && tableConditions(stack, stage, keyRoles)),
    },
  });
}

/**
 * DynamoDB itself opens tables for their indexes, streams, expiry and backups, by the grants that it gets
 * when a table is made. A sandbox that names no operator leaves to the account who asks DynamoDB.
 */
function tableConditions({ region }: Stack, stage: Stage, { TableKey }: KeyRoles): object {
  return {
    Bool: { 'aws:PrincipalIsAWSService': 'false' },
    ...(stage === 'sandbox' &&
      TableKey === undefined && {
        StringNotLike: { 'kms:ViaService': `dynamodb.${region}.*` },
      }),
  };
}

/** What CloudFormation deploys with, and it alone can be: whoever makes a table has to be let at its key. */
export function deployingRole({ synthesizer }: Stack): string {
  if (!(synthesizer instanceof DefaultStackSynthesizer)) throw new Error('No role deploys');
  return Fn.sub(synthesizer.cloudFormationExecutionRoleArn);
}

/** What the declarations come to: the functions, by their paths, whose roles allow using each key. */
function usersOf(stage: Stage): Readonly<Record<GuardedKey, readonly string[]>> {
  const using = new RegExp(`^(${USING.join('|').replaceAll('*', '.*')})$`);
  const uses = functionsOf(stage).flatMap(({ path, declaration }) =>
    keyAllowances(declaration.uses, { ...named, stage })
      .filter(({ actions }) => actions.some((action) => using.test(action)))
      .flatMap(({ resources }) => resources.map((key) => [key, path] as const)),
  );
  const pathsOf = (key: GuardedKey) => [
    ...new Set(uses.filter(([one]) => one === key).map(([, path]) => path)),
  ];
  return Object.fromEntries(guardedKeys.map((key) => [key, pathsOf(key)])) as Record<
    GuardedKey,
    string[]
  >;
}

/** Keys by their logical ids, in the place of the ARNs that grants are otherwise made of. */
const named = {
  region: '',
  anyKeyArn: '',
  vaultKeyArn: 'VaultKey',
  tableKeyArn: 'TableKey',
  fingerprintKeyArn: 'FingerprintKey',
  tokenKeyArn: 'TokenKey',
  connectorSigningKeyArn: 'ConnectorSigningKey',
  connectorEncryptionKeyArn: 'ConnectorEncryptionKey',
} as const;
