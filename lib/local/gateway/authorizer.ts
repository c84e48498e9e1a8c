import { evaluate, type Statement } from '../access/policies.ts';
import type { Functions } from '../lambda/lambda.ts';
import {
  createAuthorizerEvent,
  type GatewayRequest,
  headerOf,
  type Match,
  methodArn,
} from './event.ts';
import type { ResponseType } from './responses.ts';
import type { Api, ApiAuthorizer } from './routes.ts';

/** Allowed with what the function gets to see, or refused with the gateway's answer. */
export type Authorization =
  | { readonly allowed: true; readonly context: Record<string, string> }
  | {
      readonly allowed: false;
      readonly type: ResponseType;
      readonly context: Record<string, string>;
      readonly message?: string;
    };

const EXPLICIT_DENIAL = 'User is not authorized to access this resource with an explicit deny';

/** Calls a REQUEST authorizer and evaluates the policy that it answers. Nothing is cached. */
export async function authorize(
  functions: Functions,
  api: Api,
  authorizer: ApiAuthorizer,
  match: Match,
  request: GatewayRequest,
): Promise<Authorization> {
  const missing = authorizer.identityHeaders.some((name) => !headerOf(request, name));
  if (missing) return { allowed: false, type: 'UNAUTHORIZED', context: {} };
  const startedAt = Date.now();
  const event = createAuthorizerEvent(api, match, request);
  const { payload, functionError } = await functions.invoke(authorizer.functionArn, event);
  if (functionError !== undefined) {
    const { errorMessage } = JSON.parse(payload) as { errorMessage?: string };
    const type = errorMessage === 'Unauthorized' ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE';
    return { allowed: false, type, context: {} };
  }
  const answer = readAnswer(payload);
  if (!answer) return { allowed: false, type: 'AUTHORIZER_CONFIGURATION_ERROR', context: {} };
  const decision = evaluate(answer.statements, {
    action: 'execute-api:Invoke',
    resource: methodArn(api, request),
  });
  const context = { ...answer.context, principalId: answer.principalId };
  if (decision === 'allowed') {
    return {
      allowed: true,
      context: { ...context, integrationLatency: String(Date.now() - startedAt) },
    };
  }
  const message = decision === 'denied' ? EXPLICIT_DENIAL : undefined;
  return { allowed: false, type: 'ACCESS_DENIED', context, message };
}

function readAnswer(payload: string) {
  const answer = JSON.parse(payload) as {
    principalId?: unknown;
    policyDocument?: { Statement?: Statement | Statement[] };
    context?: Record<string, unknown>;
  } | null;
  if (typeof answer?.principalId !== 'string' || !answer.policyDocument?.Statement)
    return undefined;
  const context: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.context ?? {})) {
    // AWS takes texts, numbers and booleans only, and hands all on as texts.
    if (value === null || typeof value === 'object') return undefined;
    context[name] = String(value);
  }
  return {
    principalId: answer.principalId,
    statements: [answer.policyDocument.Statement].flat(),
    context,
  };
}
