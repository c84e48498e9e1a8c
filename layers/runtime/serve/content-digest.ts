/**
 * `Content-Digest` (RFC 9530, sha-256): a signature that goes on with it covers the body too. The
 * authorizer sees no body, so the body is held against the header here.
 */
import { createHash } from 'node:crypto';
import { type Failure, fail } from '@billhook/core/base/errors';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { strictBase64 } from './strict-base64.ts';

/** Members of a dictionary of byte sequences: `sha-256=:…:, sha-512=:…:`. */
const MEMBER = /^([a-z0-9*][a-z0-9_.*-]*)=:([A-Za-z0-9+/=]*):$/;

/** Nothing when there is no such header, or the body is the one that it tells of. */
export function checkDigest(event: APIGatewayProxyEvent): Failure<'digest_mismatch'> | undefined {
  const headers = Object.entries(event.headers ?? {}).filter(
    ([name]) => name.toLowerCase() === 'content-digest',
  );
  if (headers.length === 0) return undefined;
  const expected = headers.length === 1 ? sha256Of(headers[0]?.[1] ?? '') : undefined;
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const actual = createHash('sha256').update(body).digest();
  return expected?.equals(actual) ? undefined : fail('digest_mismatch');
}

function sha256Of(header: string): Buffer | undefined {
  const members = header.split(',').map((member) => MEMBER.exec(member.trim()));
  if (members.some((member) => member === null)) return undefined;
  const digests = members.filter((member) => member?.[1] === 'sha-256');
  return digests.length === 1 ? strictBase64(digests[0]?.[2] ?? '') : undefined;
}
