/** The response of every operation: JSON with the request's id, kept by no cache unless it says so. */
import { randomUUID } from 'node:crypto';
import {
  CHALLENGE,
  type ErrorCode,
  errors,
  type Failure,
  isFailure,
  problemOf,
  UNAUTHORIZED,
} from '@billhook/core/base/errors';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

/** The gateway's extended id: a caller can set the other one. */
export function requestIdOf(event: APIGatewayProxyEvent): string {
  return event.requestContext.extendedRequestId ?? randomUUID();
}

/** @param wanted in small letters. */
export function headerOf(
  event:
    | Pick<APIGatewayProxyEvent, 'headers'>
    | { readonly headers: Readonly<Record<string, string | undefined>> | null },
  wanted: string,
): string | undefined {
  const found = Object.entries(event.headers ?? {}).find(([name]) => name.toLowerCase() === wanted);
  return found?.[1];
}

export function responseOf(
  event: APIGatewayProxyEvent,
  outcome: unknown,
  requestId: string,
  more: {
    readonly cacheSeconds?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly csv?: (answer: never) => string;
  } = {},
): APIGatewayProxyResult {
  const failed = isFailure(outcome);
  const csv = !failed && more.csv && wants(event, 'text/csv') ? more.csv : undefined;
  const statusCode = failed ? errors[outcome.failure].status : 200;
  return {
    statusCode,
    headers: {
      'content-type': contentTypeOf(event, { failed, csv: csv !== undefined }),
      ...bareHeaders(requestId),
      ...(!failed &&
        more.cacheSeconds !== undefined && {
          'cache-control': `public, max-age=${more.cacheSeconds}`,
        }),
      ...(failed &&
        isRetryable(outcome.failure) && { 'retry-after': String(outcome.retryAfterSeconds ?? 1) }),
      // The gateway sends it under another name; those of its own 401 have it (docs/guide/limits.md).
      ...(statusCode === UNAUTHORIZED && { 'www-authenticate': CHALLENGE }),
      ...(failed && outcome.accepts),
      ...nextCursorOf(outcome),
      ...more.headers,
    },
    body: csv
      ? csv(outcome as never)
      : JSON.stringify(failed ? problemOf(outcome, requestId) : outcome),
  };
}

/** Those of every answer, whatever it is. */
export function bareHeaders(requestId: string): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'request-id': requestId,
  };
}

function contentTypeOf(
  event: APIGatewayProxyEvent,
  { failed, csv }: { readonly failed: boolean; readonly csv: boolean },
): string {
  if (csv) return 'text/csv; charset=utf-8';
  return failed && wants(event, 'application/problem+json')
    ? 'application/problem+json'
    : 'application/json';
}

/** A list that goes on says so in a header as well, for clients that know no cursors. */
function nextCursorOf(outcome: unknown): { readonly 'next-cursor'?: string } {
  const { nextCursor } = (outcome ?? {}) as { readonly nextCursor?: unknown };
  return typeof nextCursor === 'string' ? { 'next-cursor': nextCursor } : {};
}

/** The answer of a function that no operation stands behind. */
export function answerFailure(
  event: APIGatewayProxyEvent,
  failure: Failure,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayProxyResult {
  return responseOf(event, failure, requestIdOf(event), { headers });
}

/** Only who names it gets it; with `q=0` it is named as not wanted. */
function wants(event: APIGatewayProxyEvent, wanted: string): boolean {
  return (headerOf(event, 'accept') ?? '').split(',').some((entry) => {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const refused = parameters.some((one) => /^q\s*=\s*0(\.0*)?$/.test(one));
    return type === wanted && !refused;
  });
}

const retryable: ReadonlySet<ErrorCode> = new Set([
  'too_many_requests',
  'service_unavailable',
  'payments_paused',
  'request_in_progress',
] as const);

function isRetryable(code: ErrorCode): boolean {
  return retryable.has(code);
}
