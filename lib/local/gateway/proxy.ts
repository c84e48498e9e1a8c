import { type GatewayRequest, headerOf, isBinary } from './event.ts';
import type { HttpResponse } from './responses.ts';
import type { Api } from './routes.ts';

const RESPONSE_MEMBERS = new Set([
  'statusCode',
  'headers',
  'multiValueHeaders',
  'body',
  'isBase64Encoded',
]);

/** Response headers that API Gateway keeps to itself and hands on under another name. */
const REMAPPED_HEADERS = new Set([
  'authorization',
  'connection',
  'content-length',
  'content-md5',
  'date',
  'expect',
  'host',
  'max-forwards',
  'server',
  'trailer',
  'upgrade',
  'user-agent',
  'via',
  'www-authenticate',
]);
const DROPPED_HEADERS = new Set(['transfer-encoding', 'te']);

/**
 * Turns what a function answered into a response.
 * @returns undefined when it is malformed, which the gateway answers with 502.
 */
export function readProxyResponse(
  api: Api,
  request: GatewayRequest,
  payload: string,
): HttpResponse | undefined {
  const answer = parseObject(payload);
  if (!answer || Object.keys(answer).some((name) => !RESPONSE_MEMBERS.has(name))) return undefined;
  const status = Number(answer.statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return undefined;
  const { body } = answer;
  if (body !== undefined && body !== null && typeof body !== 'string') return undefined;
  const headers = readHeaders(answer);
  if (!headers) return undefined;
  const decode = answer.isBase64Encoded === true && isBinary(api, headerOf(request, 'accept'));
  const typed = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    status,
    headers: [
      ...(typed ? [] : [['content-type', 'application/json'] as const]),
      ['x-amzn-requestid', request.requestId],
      ['x-amz-apigw-id', request.extendedRequestId],
      ...headers,
    ],
    body: decode ? Buffer.from(body ?? '', 'base64') : (body ?? ''),
  };
}

function parseObject(payload: string): Record<string, unknown> | undefined {
  try {
    const answer = JSON.parse(payload);
    return answer !== null && typeof answer === 'object' && !Array.isArray(answer)
      ? answer
      : undefined;
  } catch {
    return undefined;
  }
}

/** Multi-value headers win over single ones of the same name, as API Gateway merges them. */
function readHeaders(answer: Record<string, unknown>): [string, string][] | undefined {
  const single = answer.headers ?? {};
  const multiple = answer.multiValueHeaders ?? {};
  if (typeof single !== 'object' || typeof multiple !== 'object') return undefined;
  const given = new Set(Object.keys(multiple).map((name) => name.toLowerCase()));
  const all: [string, unknown][] = Object.entries(single).filter(
    ([name]) => !given.has(name.toLowerCase()),
  );
  for (const [name, values] of Object.entries(multiple)) {
    if (!Array.isArray(values)) return undefined;
    for (const value of values) all.push([name, value]);
  }
  if (all.some(([, value]) => value !== null && typeof value === 'object')) return undefined;
  return all
    .filter(([name]) => !DROPPED_HEADERS.has(name.toLowerCase()))
    .map(([name, value]) => [
      REMAPPED_HEADERS.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name,
      String(value),
    ]);
}
