import type { GatewayRequest } from './event.ts';
import { headerOf } from './event.ts';
import type { Api, GatewayResponseSettings } from './routes.ts';

/** A response as it goes over the wire. */
export type HttpResponse = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | Buffer;
};

type TypeFacts = {
  readonly status: number;
  readonly message: string | null;
  readonly errorType: string;
};

/** Every kind of answer that the gateway itself gives, with AWS's own status and words. */
const RESPONSE_TYPES = {
  ACCESS_DENIED: {
    status: 403,
    message: 'User is not authorized to access this resource',
    errorType: 'AccessDeniedException',
  },
  AUTHORIZER_CONFIGURATION_ERROR: {
    status: 500,
    message: null,
    errorType: 'AuthorizerConfigurationException',
  },
  AUTHORIZER_FAILURE: { status: 500, message: null, errorType: 'AuthorizerFailureException' },
  // The answers below without a type of their own in AWS follow DEFAULT_4XX or DEFAULT_5XX.
  HEADERS_TOO_LARGE: {
    status: 431,
    message: 'Request Header Fields Too Large',
    errorType: 'RequestTooLargeException',
  },
  INVALID_SIGNATURE: {
    status: 403,
    message: 'Authorization header requires existence of a valid key=value pair',
    errorType: 'IncompleteSignatureException',
  },
  INTEGRATION_FAILURE: {
    status: 504,
    message: 'Network error communicating with endpoint',
    errorType: 'InternalServerErrorException',
  },
  INTEGRATION_TIMEOUT: {
    status: 504,
    message: 'Endpoint request timed out',
    errorType: 'InternalServerErrorException',
  },
  MALFORMED_RESPONSE: {
    status: 502,
    message: 'Internal server error',
    errorType: 'InternalServerErrorException',
  },
  MISSING_AUTHENTICATION_TOKEN: {
    status: 403,
    message: 'Missing Authentication Token',
    errorType: 'MissingAuthenticationTokenException',
  },
  REQUEST_TOO_LARGE: {
    status: 413,
    message: 'Request Too Long',
    errorType: 'RequestTooLargeException',
  },
  THROTTLED: { status: 429, message: 'Too Many Requests', errorType: 'TooManyRequestsException' },
  UNAUTHORIZED: { status: 401, message: 'Unauthorized', errorType: 'UnauthorizedException' },
} as const satisfies Record<string, TypeFacts>;

export type ResponseType = keyof typeof RESPONSE_TYPES;

type Variables = Readonly<Record<string, unknown>>;

/**
 * Makes the gateway's own answer: the template's response of this type, else of
 * DEFAULT_4XX or DEFAULT_5XX, else AWS's.
 * @param context what `$context` holds beside the error: the request context.
 */
export function createGatewayResponse(
  api: Api,
  type: ResponseType,
  request: GatewayRequest,
  context: Variables,
  message: string | null = RESPONSE_TYPES[type].message,
): HttpResponse {
  const facts: TypeFacts = RESPONSE_TYPES[type];
  const fallback = facts.status >= 500 ? 'DEFAULT_5XX' : 'DEFAULT_4XX';
  // AWS does not let one shape the 413: facts.md.
  const settings =
    type === 'REQUEST_TOO_LARGE'
      ? undefined
      : (api.gatewayResponses.get(type) ?? api.gatewayResponses.get(fallback));
  const variables = {
    ...context,
    error: {
      message: message ?? '',
      messageString: JSON.stringify(message),
      responseType: type,
    },
  };
  const template = chooseTemplate(settings, headerOf(request, 'accept'));
  return {
    status: settings?.statusCode ?? facts.status,
    headers: [
      ['content-type', template.mediaType],
      ['x-amzn-requestid', request.requestId],
      ['x-amz-apigw-id', request.extendedRequestId],
      ['x-amzn-errortype', facts.errorType],
      ...mapHeaders(settings, variables, request),
    ],
    body: fillTemplate(template.text, variables),
  };
}

/** The same problem with another text. */
export function withDetail(response: HttpResponse, detail: string): HttpResponse {
  const problem = JSON.parse(String(response.body));
  return { ...response, body: JSON.stringify({ ...problem, detail, message: detail }) };
}

function chooseTemplate(settings: GatewayResponseSettings | undefined, accept: string | undefined) {
  const templates = settings?.templates ?? {};
  const wanted = (accept ?? '').split(',').map((part) => part.split(';')[0]?.trim() ?? '');
  const mediaType = wanted.find((type) => Object.hasOwn(templates, type)) ?? 'application/json';
  return { mediaType, text: templates[mediaType] ?? '{"message":$context.error.messageString}' };
}

/** Replaces `$context.…`; there is no further template language in gateway responses. */
function fillTemplate(text: string, variables: Variables): string {
  return text.replace(
    /\$context\.([A-Za-z0-9_]+(?:\.[A-Za-z0-9_-]+)*)|\$\{context\.([\w.-]+)\}/g,
    (_all, a, b) => readVariable(variables, a ?? b),
  );
}

function readVariable(variables: Variables, path: string): string {
  let value: unknown = variables;
  for (const part of path.split('.')) {
    value = value !== null && typeof value === 'object' ? (value as Variables)[part] : undefined;
  }
  return value === undefined || value === null ? '' : String(value);
}

/** `gatewayresponse.header.x`: a `'literal'`, `context.…` or `method.request.header.…`. */
function mapHeaders(
  settings: GatewayResponseSettings | undefined,
  variables: Variables,
  request: GatewayRequest,
): readonly (readonly [string, string])[] {
  return Object.entries(settings?.parameters ?? {}).flatMap(([target, source]) => {
    const name = target.replace('gatewayresponse.header.', '');
    const value = mapValue(source, variables, request);
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
}

function mapValue(
  source: string,
  variables: Variables,
  request: GatewayRequest,
): string | undefined {
  if (source.startsWith("'")) return source.slice(1, -1);
  if (source.startsWith('context.'))
    return readVariable(variables, source.slice('context.'.length));
  const [, header] = /^method\.request\.header\.(.+)$/.exec(source) ?? [];
  return header === undefined ? undefined : headerOf(request, header.toLowerCase());
}
