/** A request of a connector, as it was signed. */
import { MAX_BODY_BYTES } from '@billhook/connector-kit/protocol/limits';
import type { WireRequest } from '@billhook/connector-kit/wire/message';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { allowsLocalAddresses } from '../aws/environment.ts';

/**
 * Nothing of a request that could have been signed in two ways: with a header that stands there twice, or
 * with a query, which the protocol has none of. The gateway hands on the name that it was called by, and
 * answers to its own names alone.
 */
export function wireRequestOf(event: APIGatewayProxyEvent): WireRequest | 'too_large' | undefined {
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (body.length > MAX_BODY_BYTES) return 'too_large';
  if (Object.keys(event.multiValueQueryStringParameters ?? {}).length > 0) return undefined;
  const headers: Record<string, string> = {};
  for (const [name, values = []] of Object.entries(event.multiValueHeaders ?? {})) {
    const key = name.toLowerCase();
    const [value] = values;
    const isSigned = key.startsWith('billhook-') || signedHeaders.has(key);
    if (isSigned && (values.length > 1 || Object.hasOwn(headers, key))) return undefined;
    if (value !== undefined) headers[key] = value;
  }
  const { domainName = '', path } = event.requestContext;
  const scheme = allowsLocalAddresses() ? 'http' : 'https';
  return { method: event.httpMethod, url: `${scheme}://${domainName}${path}`, headers, body };
}

const signedHeaders: ReadonlySet<string> = new Set([
  'content-digest',
  'signature',
  'signature-input',
]);
