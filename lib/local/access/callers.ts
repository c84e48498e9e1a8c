import { randomBytes } from 'node:crypto';
import { awsFailure } from '../failures.ts';
import { decide } from './key-policies.ts';
import type { AccessRequest, Decision, Statement } from './policies.ts';
import type { Roles } from './roles.ts';

/** Who makes a call: a function or a state machine, by its role. */
export type Caller = {
  readonly name: string;
  readonly roleArn: string;
  /** Where a function's code calls, and not Lambda in its name. */
  readonly functionArn?: string;
};

/** Credentials as a function's environment carries them. */
export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
};

/** Hands out one access key a caller, and decides what its role may do. */
export type Callers = {
  readonly issue: (caller: Caller) => Credentials;
  readonly find: (accessKeyId: string) => Caller | undefined;
  /** What a role may do, by its own policies. */
  readonly statementsOf: Roles['statementsOf'];
  /** @throws AwsFailure `AccessDeniedException`, worded as AWS does. */
  readonly authorize: (caller: Caller, requests: readonly AccessRequest[]) => void;
};

/** @param operator credentials of whoever runs the service, who may do everything. */
export function createCallers(roles: Roles, operator?: Credentials): Callers {
  const byAccessKey = new Map<string, Caller>();
  if (operator) byAccessKey.set(operator.accessKeyId, OPERATOR);
  return {
    issue: (caller) => {
      const credentials = makeCredentials(caller.name);
      byAccessKey.set(credentials.accessKeyId, caller);
      return credentials;
    },
    find: (accessKeyId) => byAccessKey.get(accessKeyId),
    statementsOf: roles.statementsOf,
    authorize: (caller, requests) => {
      if (caller === OPERATOR) return;
      const refused = refusedOf(caller, roles.statementsOf(caller.roleArn), requests);
      if (!refused) return;
      const { action, resource, decision } = refused;
      const why =
        decision === 'denied'
          ? 'with an explicit deny in an identity-based or resource-based policy'
          : `because no identity-based policy allows the ${action} action`;
      throw awsFailure(
        'AccessDeniedException',
        `User: ${assumedRole(caller)} is not authorized to perform: ${action} on resource: ${resource} ${why}`,
      );
    },
  };
}

/** The first thing that a caller asks for and may not have. */
export function refusedOf(
  { roleArn, functionArn }: Caller,
  statements: readonly Statement[],
  requests: readonly AccessRequest[],
): (AccessRequest & { readonly decision: Decision }) | undefined {
  const source = functionArn && { 'lambda:sourcefunctionarn': [functionArn] };
  for (const request of requests) {
    const asked = { ...request, context: { ...request.context, ...source } };
    const decision = decide(statements, roleArn, asked);
    if (decision !== 'allowed') return { ...request, decision };
  }
  return undefined;
}

const OPERATOR: Caller = { name: 'operator', roleArn: '' };

/** Whether the caller is whoever runs the service, and no function. */
export function isOperator(caller: Caller): boolean {
  return caller === OPERATOR;
}

/** @param name of who gets them: it begins the session token, so that a meter knows who calls. */
export function makeCredentials(name: string): Credentials {
  return {
    accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(20).toString('hex'),
    sessionToken: `${name}.${randomBytes(20).toString('hex')}`,
  };
}

function assumedRole(caller: Caller): string {
  const role = caller.roleArn.slice(caller.roleArn.lastIndexOf('/') + 1);
  return `${caller.roleArn.replace(':iam:', ':sts:').replace(/:role\/.*$/, '')}:assumed-role/${role}/${caller.name}`;
}
