/**
 * What the gateway returns by itself, in the one error format
 * (decisions: one-error-shape, request-id-on-every-response). A gateway response knows plain
 * variables only: no loops, no conditions.
 */
import {
  CHALLENGE,
  type ErrorCode,
  errors,
  fail,
  problemOf,
  UNAUTHORIZED,
} from '@billhook/core/base/errors';
import { crossOriginHeaders } from '@billhook/core/partner/cross-origin';
import { GatewayResponse, type IRestApi, ResponseType } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';

/** A caller can set the other request id by a header, but not this one. */
const REQUEST_ID = 'context.extendedRequestId';

type Entry = { readonly code: ErrorCode; readonly detail?: string };

/** Each response type but ACCESS_DENIED. Without these, the gateway uses its own format. */
const gatewayErrors = {
  DEFAULT_4XX: { code: 'invalid_request', detail: 'The request is not valid.' },
  DEFAULT_5XX: { code: 'internal_error' },
  API_CONFIGURATION_ERROR: { code: 'internal_error' },
  AUTHORIZER_CONFIGURATION_ERROR: { code: 'internal_error' },
  AUTHORIZER_FAILURE: { code: 'service_unavailable' },
  INTEGRATION_FAILURE: { code: 'service_unavailable' },
  INTEGRATION_TIMEOUT: { code: 'service_unavailable' },
  BAD_REQUEST_BODY: { code: 'invalid_request', detail: 'The body is not valid.' },
  BAD_REQUEST_PARAMETERS: { code: 'invalid_request', detail: 'A parameter is not valid.' },
  REQUEST_TOO_LARGE: { code: 'body_too_large' },
  UNSUPPORTED_MEDIA_TYPE: { code: 'unsupported_media_type' },
  THROTTLED: { code: 'too_many_requests' },
  QUOTA_EXCEEDED: { code: 'too_many_requests' },
  UNAUTHORIZED: { code: 'api_key_invalid' },
  INVALID_API_KEY: { code: 'api_key_invalid' },
  WAF_FILTERED: { code: 'forbidden', detail: 'The request was blocked by the firewall.' },
  RESOURCE_NOT_FOUND: { code: 'route_not_found' },
  // No operation takes AWS credentials. The gateway looks for some, and complains of those that it
  // finds, only where it knows no route.
  MISSING_AUTHENTICATION_TOKEN: { code: 'route_not_found' },
  INVALID_SIGNATURE: { code: 'route_not_found' },
  EXPIRED_TOKEN: { code: 'route_not_found' },
} as const satisfies Record<string, Entry>;

/** Codes after which the same request may go through: as the functions return them. */
const retryAfterSeconds: Partial<Record<ErrorCode, number>> = {
  too_many_requests: 1,
  service_unavailable: 1,
};

/** What the authorizer's context says of a request that it denied. */
const denial = {
  code: '$context.authorizer.code',
  title: '$context.authorizer.title',
  detail: '$context.authorizer.detail',
};

export function addGatewayResponses(scope: Construct, restApi: IRestApi): void {
  for (const [type, { code, ...more }] of Object.entries<Entry>(gatewayErrors)) {
    new GatewayResponse(scope, `response-${type}`, {
      restApi,
      type: ResponseType.of(type),
      statusCode: String(errors[code].status),
      responseHeaders: headersOf(code),
      templates: {
        'application/json': JSON.stringify(problemOf(fail(code, more), `$${REQUEST_ID}`)),
      },
    });
  }
  new GatewayResponse(scope, 'response-ACCESS_DENIED', {
    restApi,
    type: ResponseType.ACCESS_DENIED,
    statusCode: String(UNAUTHORIZED),
    responseHeaders: headersOf('api_key_invalid'),
    templates: { 'application/json': deniedTemplate() },
  });
}

/** The same members in the same order as any other error's, its texts the authorizer's. */
function deniedTemplate(): string {
  return JSON.stringify({
    ...problemOf(fail('api_key_invalid'), `$${REQUEST_ID}`),
    type: `urn:billhook:error:${denial.code}`,
    title: denial.title,
    status: UNAUTHORIZED,
    detail: denial.detail,
    code: denial.code,
    message: denial.detail,
  });
}

/** Values in single quotes are sent unchanged; others name a variable, without `$`. */
function headersOf(code: ErrorCode): Record<string, string> {
  const seconds = retryAfterSeconds[code];
  return {
    'request-id': REQUEST_ID,
    'cache-control': "'no-store'",
    'x-content-type-options': "'nosniff'",
    'strict-transport-security': "'max-age=63072000; includeSubDomains'",
    ...Object.fromEntries(
      Object.entries(crossOriginHeaders).map(([name, value]) => [name, `'${value}'`]),
    ),
    ...(errors[code].status === UNAUTHORIZED && { 'www-authenticate': `'${CHALLENGE}'` }),
    ...(seconds !== undefined && { 'retry-after': `'${seconds}'` }),
  };
}
