/**
 * Who may use the vault's key: the roles of functions that declare it, which lie under a path of their
 * own, and nobody else of the account, whatever its policies say (decision: vault-roles).
 */
import type { Uses } from '@billhook/core/api/operation';
import type { Stack } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type Stage, vaultPath } from '../stacks/stage.ts';

/** Whether a function works with what the vault's key seals. */
export function usesVault({ vault }: Uses): boolean {
  return vault !== undefined;
}

/**
 * What the key's policy denies. The key's administration stays with the account: whoever may change
 * policies can change this one, so nobody is locked out, and CloudTrail has it.
 */
export function denyOutsideVault(
  stack: Stack,
  stage: Stage,
  breakGlassRole: string | undefined,
): PolicyStatement {
  const roles = stack.formatArn({
    service: 'iam',
    region: '',
    resource: 'role',
    resourceName: `${vaultPath(stage).slice(1)}*`,
  });
  return new PolicyStatement({
    sid: 'OnlyRolesOfTheVault',
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: ['kms:Decrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
    resources: ['*'],
    // Of a role's session this is the role itself. Without a role, as for the root user, it denies too.
    conditions: {
      ArnNotLike: { 'aws:PrincipalArn': breakGlassRole ? [roles, breakGlassRole] : [roles] },
    },
  });
}
