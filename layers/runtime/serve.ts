/**
 * The pipeline of an operation: from the gateway's event to a checked request, from the handler's
 * answer or failure to the one response shape. Everything that goes wrong becomes HTTP here.
 */
import { type Failure, fail, isFailure } from '@billhook/core/errors';
import type {
  Answer,
  Body,
  DeclaredError,
  Operation,
  PathParameters,
  Query,
} from '@billhook/core/operation';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { logFailure, logInfo } from './logger.ts';
import { rateHeaders, rateWaitOf } from './rate-limit-headers.ts';
import { readBody, readQuery } from './request-body.ts';
import { requestIdOf, responseOf } from './response.ts';

/** Who calls, as the authorizer found out. */
export type RequestCaller = {
  readonly kind: 'partner';
  readonly partnerId: string;
  /** The API key that the request came with. */
  readonly keyId: string;
};

export type OperationRequest<O extends Operation> = {
  readonly caller: RequestCaller;
  readonly path: PathParameters<O>;
  readonly query: Query<O>;
  readonly body: Body<O>;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

type Handle<O extends Operation> = (
  request: OperationRequest<O>,
) => Promise<Answer<O> | Failure<DeclaredError<O> | 'invalid_request'>>;

/** The Lambda handler of an operation. */
export function serve<O extends Operation>(
  operation: O,
  handle: Handle<O>,
): (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult> {
  return async (event) => {
    const started = Date.now();
    const requestId = requestIdOf(event);
    const caller = callerOf(event);
    const outcome = await answerTo(operation, handle, event, caller);
    const response = responseOf(event, outcome, requestId, rateHeaders(event));
    logInfo('Request answered', {
      requestId,
      operation: `${operation.method} ${operation.path}`,
      caller: caller?.kind,
      partnerId: caller?.partnerId,
      status: response.statusCode,
      code: isFailure(outcome) ? outcome.failure : undefined,
      milliseconds: Date.now() - started,
    });
    return response;
  };
}

async function answerTo<O extends Operation>(
  operation: O,
  handle: Handle<O>,
  event: APIGatewayProxyEvent,
  caller: RequestCaller | undefined,
): Promise<unknown> {
  try {
    if (!caller) return fail('api_key_invalid');
    if (rateWaitOf(event) !== undefined) return fail('too_many_requests');
    if (!operation.callers.includes(caller.kind)) return fail('forbidden');
    const now = Date.now();
    const { partnerId } = caller;
    const body = await readBody(operation, event, async (payload) => {
      // Imported when the first encrypted body comes: no other request pays for KMS.
      const { decryptBody } = await import('./decrypt-body.ts');
      return decryptBody({ partnerId, payload, now });
    });
    if (isFailure(body)) return body;
    const query = readQuery(operation, event);
    if (isFailure(query)) return query;
    return await handle({
      caller,
      path: pathOf(event) as PathParameters<O>,
      query: query.value as Query<O>,
      body: body.value as Body<O>,
      now,
    });
  } catch (error) {
    logFailure('Request failed', error, { requestId: requestIdOf(event) });
    return fail(isOutage(error) ? 'service_unavailable' : 'internal_error');
  }
}

/** Fails closed: without the authorizer's word there is no caller. */
function callerOf(event: APIGatewayProxyEvent): RequestCaller | undefined {
  const { kind, partnerId, keyId } = event.requestContext.authorizer ?? {};
  return kind === 'partner' && isGiven(partnerId) && isGiven(keyId)
    ? { kind, partnerId, keyId }
    : undefined;
}

function isGiven(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The gateway hands on path parameters as they were sent. */
function pathOf(event: APIGatewayProxyEvent): Record<string, string> {
  const entries = Object.entries(event.pathParameters ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, decoded(value ?? '')]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const outages = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionCanceledException',
  'TransactionInProgressException',
  'InternalServerError',
  'KMSInternalException',
  'KeyUnavailableException',
  'DependencyTimeoutException',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'TimeoutError',
]);

/** Another service is short of capacity or away: the same request may go through in a moment. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, $retryable } = error as { code?: string; $retryable?: unknown };
  return outages.has(error.name) || $retryable !== undefined || code === 'ECONNREFUSED';
}
