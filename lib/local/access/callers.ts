import { randomBytes } from 'node:crypto';
import { awsFailure } from '../failures.ts';
import { decide } from './key-policies.ts';
import type { AccessRequest } from './policies.ts';
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
    authorize: (caller, requests) => {
      if (caller === OPERATOR) return;
      const statements = roles.statementsOf(caller.roleArn);
      for (const request of requests) {
        const { functionArn } = caller;
        const source = functionArn && { 'lambda:sourcefunctionarn': [functionArn] };
        const asked = { ...request, context: { ...request.context, ...source } };
        const decision = decide(statements, caller.roleArn, asked);
        if (decision === 'allowed') continue;
        const why =
          decision === 'denied'
            ? 'with an explicit deny in an identity-based or resource-based policy'
            : `because no identity-based policy allows the ${request.action} action`;
        throw awsFailure(
          'AccessDeniedException',
          `User: ${assumedRole(caller)} is not authorized to perform: ${request.action} on resource: ${request.resource} ${why}`,
        );
      }
    },
  };
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
