import { randomUUID } from 'node:crypto';
import { ACCOUNT_ID } from '../template/intrinsics.ts';
import type { Api, ApiResource } from './routes.ts';

/** A request as it came over the wire; `rawPath` has no stage and no query. */
export type GatewayRequest = {
  readonly requestId: string;
  readonly extendedRequestId: string;
  readonly receivedAt: Date;
  readonly method: string;
  readonly rawPath: string;
  readonly rawQuery: string;
  readonly rawHeaders: readonly (readonly [string, string])[];
  readonly sourceIp: string;
  readonly body: Buffer;
};

export type Match = {
  readonly resource: ApiResource;
  readonly parameters: Record<string, string> | null;
};

/** New ids for a request, in the forms that API Gateway gives them. */
export function createRequestIds(): {
  readonly requestId: string;
  readonly extendedRequestId: string;
} {
  const extended = Buffer.from(randomUUID().replaceAll('-', ''), 'hex')
    .toString('base64')
    .slice(0, 15);
  return {
    requestId: randomUUID(),
    extendedRequestId: `${extended.replaceAll('/', '_').replaceAll('+', '-')}=`,
  };
}

/**
 * Makes the event of a Lambda proxy integration, version 1.0, exactly as a REST API shapes it.
 * @param authorizer what the authorizer answered, as texts; absent on open routes.
 */
export function createProxyEvent(
  api: Api,
  match: Match,
  request: GatewayRequest,
  authorizer?: Readonly<Record<string, string>>,
) {
  const binary = isBinary(api, headerOf(request, 'content-type'));
  return {
    resource: match.resource.path,
    path: `/${request.rawPath.replace(/^\/+/, '')}`,
    httpMethod: request.method,
    ...describeHeaders(request),
    ...describeQuery(request.rawQuery),
    pathParameters: match.parameters,
    stageVariables: api.stageVariables,
    requestContext: createRequestContext(api, match.resource, request, authorizer),
    body: request.body.length === 0 ? null : request.body.toString(binary ? 'base64' : 'utf8'),
    isBase64Encoded: binary && request.body.length > 0,
  };
}

/** The same request as the authorizer sees it: without a body. */
export function createAuthorizerEvent(api: Api, match: Match, request: GatewayRequest) {
  const {
    body: _body,
    isBase64Encoded: _encoded,
    ...event
  } = createProxyEvent(api, match, request);
  return { type: 'REQUEST', methodArn: methodArn(api, request), ...event };
}

/** The ARN against which an authorizer's policy is evaluated. */
export function methodArn(api: Api, request: GatewayRequest): string {
  const path = request.rawPath.replace(/^\/+/, '');
  return `arn:aws:execute-api:us-east-1:${ACCOUNT_ID}:${api.id}/${api.stageName}/${request.method}/${path}`;
}

/** Finds a header whatever its case; the last one wins. */
export function headerOf(request: GatewayRequest, name: string): string | undefined {
  return request.rawHeaders.findLast(([header]) => header.toLowerCase() === name)?.[1];
}

/** Says whether a media type is one of the API's binary ones. */
export function isBinary(api: Api, mediaType: string | undefined): boolean {
  const bare = (mediaType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return api.binaryMediaTypes.some(
    (type) =>
      type === '*/*' ||
      type === bare ||
      (type.endsWith('/*') && bare.startsWith(type.slice(0, -1))),
  );
}

export function createRequestContext(
  api: Api,
  resource: ApiResource,
  request: GatewayRequest,
  authorizer?: Readonly<Record<string, string>>,
) {
  const host = headerOf(request, 'host') ?? 'localhost';
  return {
    resourceId: resource.id,
    resourcePath: resource.path,
    operationName: undefined,
    httpMethod: request.method,
    extendedRequestId: request.extendedRequestId,
    requestTime: formatRequestTime(request.receivedAt),
    path: `/${api.stageName}${request.rawPath}`,
    accountId: ACCOUNT_ID,
    protocol: 'HTTP/1.1',
    stage: api.stageName,
    domainPrefix: host.split(/[.:]/)[0],
    requestTimeEpoch: request.receivedAt.getTime(),
    requestId: request.requestId,
    identity: {
      cognitoIdentityPoolId: null,
      accountId: null,
      cognitoIdentityId: null,
      caller: null,
      sourceIp: request.sourceIp,
      principalOrgId: null,
      accessKey: null,
      cognitoAuthenticationType: null,
      cognitoAuthenticationProvider: null,
      userArn: null,
      userAgent: headerOf(request, 'user-agent') ?? null,
      user: null,
    },
    domainName: host,
    deploymentId: api.deploymentId,
    apiId: api.id,
    ...(authorizer === undefined ? {} : { authorizer }),
  };
}

/** Headers between two neighbours only; they don't reach the function. */
const HOP_HEADERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'upgrade',
  'expect',
]);

function describeHeaders(request: GatewayRequest) {
  // Without a prototype: a header may be named `constructor` or `__proto__`.
  const headers: Record<string, string> = Object.create(null);
  const multiValueHeaders: Record<string, string[]> = Object.create(null);
  const own = request.rawHeaders.filter(([name]) => !HOP_HEADERS.has(name.toLowerCase()));
  const added: readonly (readonly [string, string])[] = [
    [
      'X-Amzn-Trace-Id',
      `Root=1-${Math.floor(request.receivedAt.getTime() / 1000).toString(16)}-${request.requestId.replaceAll('-', '').slice(0, 24)}`,
    ],
    ['X-Forwarded-For', request.sourceIp],
    ['X-Forwarded-Port', '443'],
    ['X-Forwarded-Proto', 'https'],
  ];
  const addedNames = new Set(added.map(([name]) => name.toLowerCase()));
  for (const [name, value] of [
    ...own.filter(([header]) => !addedNames.has(header.toLowerCase())),
    ...added,
  ]) {
    headers[name] = value;
    multiValueHeaders[name] = [...(multiValueHeaders[name] ?? []), value];
  }
  return { headers, multiValueHeaders };
}

function describeQuery(rawQuery: string) {
  // Without a prototype: a parameter may be named `__proto__`.
  const multiple: Record<string, string[]> = Object.create(null);
  const single: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(rawQuery)) {
    single[name] = value;
    multiple[name] = [
      ...(Object.hasOwn(multiple, name) ? (multiple[name] as string[]) : []),
      value,
    ];
  }
  const any = Object.keys(single).length > 0;
  return {
    queryStringParameters: any ? single : null,
    multiValueQueryStringParameters: any ? multiple : null,
  };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `09/Apr/2015:12:34:56 +0000` */
function formatRequestTime(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
  return `${two(at.getUTCDate())}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}:${time} +0000`;
}
