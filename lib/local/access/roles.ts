import type { Model, Resource } from '../template/model.ts';
import type { Statement } from './policies.ts';

/** Finds the statements of a role by its ARN; a role that isn't in the templates has none. */
export type Roles = { readonly statementsOf: (roleArn: string) => readonly Statement[] };

type PolicyDocument = { readonly Statement?: Statement | readonly Statement[] };
type InlinePolicy = { readonly PolicyDocument?: PolicyDocument };

/**
 * Collects each role's statements: inline policies, `AWS::IAM::Policy` and the managed
 * policies of the templates. A managed policy of AWS's own grants nothing here (they only
 * let functions write logs), so that every other grant must stand in the template.
 */
export function collectRoles(model: Model): Roles {
  const byRole = new Map<string, readonly Statement[]>();
  return {
    statementsOf: (roleArn) => {
      const known = byRole.get(roleArn);
      if (known) return known;
      const role = model.ofType('AWS::IAM::Role').find((resource) => resource.arn === roleArn);
      const statements = role ? collectStatements(model, role) : [];
      byRole.set(roleArn, statements);
      return statements;
    },
  };
}

function collectStatements(model: Model, role: Resource): readonly Statement[] {
  const properties = role.properties();
  const inline = (properties.Policies ?? []) as InlinePolicy[];
  const managedArns = (properties.ManagedPolicyArns ?? []) as string[];
  const attached = model
    .ofType('AWS::IAM::Policy')
    .map((policy) => policy.properties())
    .filter((policy) => ((policy.Roles ?? []) as string[]).includes(role.ref));
  const managed = model
    .ofType('AWS::IAM::ManagedPolicy')
    .map((policy) => ({ arn: policy.ref, properties: policy.properties() }))
    .filter(
      (policy) =>
        managedArns.includes(policy.arn) ||
        ((policy.properties.Roles ?? []) as string[]).includes(role.ref),
    )
    .map((policy) => policy.properties);
  return [...inline, ...(attached as InlinePolicy[]), ...(managed as InlinePolicy[])].flatMap(
    (policy) => (policy.PolicyDocument?.Statement ?? []) as Statement | Statement[],
  );
}
