import { ACCOUNT_ID } from '../template/intrinsics.ts';
import { type AccessRequest, type Decision, evaluate, type Statement } from './policies.ts';

/** A statement of a policy that a resource carries: it says whom it is about. */
export type ResourceStatement = Statement & { readonly Principal?: unknown };

/** The account as a whole: what it is allowed, its roles' own policies may hand on. */
const ACCOUNT_ROOT = `arn:aws:iam::${ACCOUNT_ID}:root`;

/** The policy of a key that was made without one: the account decides by its roles' policies. */
export const DEFAULT_KEY_POLICY: readonly ResourceStatement[] = [
  { Effect: 'Allow', Principal: { AWS: ACCOUNT_ROOT }, Action: 'kms:*', Resource: '*' },
];

/**
 * Whether a role may do something, by its own policies and by that of the resource, if it carries one.
 * A denial in either wins. A key's policy allows the role itself, or leaves it to the account, and then
 * to the role's own policies: without either, even a role that may do everything is refused.
 */
export function decide(
  statements: readonly Statement[],
  roleArn: string,
  request: AccessRequest,
): Decision {
  const context = {
    ...request.context,
    'aws:principalarn': [roleArn],
    'aws:principalisawsservice': ['false'],
  };
  const asked = { ...request, context };
  const own = evaluate(statements, asked);
  const { resourcePolicy } = request;
  if (!resourcePolicy || own === 'denied') return own;
  const about = (wanted: (principal: string) => boolean) =>
    evaluate(
      resourcePolicy.filter((statement) => principalsOf(statement).some(wanted)),
      asked,
    );
  const isRole = (principal: string) => principal === '*' || principal === roleArn;
  const isAccount = (principal: string) => [ACCOUNT_ROOT, ACCOUNT_ID].includes(principal);
  const all = about((principal) => isRole(principal) || isAccount(principal));
  if (all !== 'allowed') return all;
  return about(isRole) === 'allowed' ? 'allowed' : own;
}

/** Whoever is a service is nobody here: services of AWS make no calls to the endpoint. */
function principalsOf({ Principal }: ResourceStatement): readonly string[] {
  if (Principal === '*') return ['*'];
  const { AWS = [] } = (Principal ?? {}) as { readonly AWS?: string | readonly string[] };
  return [AWS].flat();
}
