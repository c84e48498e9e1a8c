/** Whether a body comes as this API reads it: JSON, in UTF-8, not compressed (decision: utf-8-only). */
import { type Failure, fail } from '@billhook/core/base/errors';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { headerOf } from './response.ts';

export function refuseEncoding(
  event: APIGatewayProxyEvent,
): Failure<'unsupported_media_type'> | undefined {
  const coding = headerOf(event, 'content-encoding')?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return undefined;
  return fail('unsupported_media_type', {
    detail: 'Send the body as it is, without `Content-Encoding`: compressed bodies are not read.',
    accepts: { 'accept-encoding': 'identity' },
  });
}

export function refuseMediaType(
  event: APIGatewayProxyEvent,
): Failure<'unsupported_media_type'> | undefined {
  const [type = '', ...parameters] = (headerOf(event, 'content-type') ?? '').split(';');
  const accepts = { accept: 'application/json' };
  if (!isJson(type.trim().toLowerCase())) return fail('unsupported_media_type', { accepts });
  const charset = parameters.map(charsetOf).find((value) => value !== undefined) ?? 'utf-8';
  if (charset === 'utf-8' || charset === 'utf8') return undefined;
  return fail('unsupported_media_type', { detail: 'Send the body in UTF-8.', accepts });
}

function isJson(type: string): boolean {
  return type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type);
}

/** JSON has no such parameter, but many clients send it. It may stand in quotes. */
function charsetOf(parameter: string): string | undefined {
  const [, quoted, plain] = /^\s*charset\s*=\s*(?:"([^"]*)"|(\S*))\s*$/i.exec(parameter) ?? [];
  return (quoted ?? plain)?.toLowerCase();
}
