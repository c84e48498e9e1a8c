/** The header `Idempotency-Key` of a request. What is done about it is in `idempotency.ts`. */

import { isIdempotencyKey, KEY_EXPECTATION } from '@billhook/core/api/idempotency';
import { type Operation, takesIdempotencyKey } from '@billhook/core/api/operation';
import { type Failure, fail } from '@billhook/core/base/errors';
import type { APIGatewayProxyEvent } from 'aws-lambda';

const HEADER = 'Idempotency-Key';

/** The key; nothing where none was sent, or where the operation takes none. */
export function readIdempotencyKey(
  operation: Operation,
  event: APIGatewayProxyEvent,
): string | undefined | Failure<'invalid_request'> {
  if (!takesIdempotencyKey(operation)) return undefined;
  const given = valuesOf(event.multiValueHeaders) ?? valuesOf(event.headers) ?? [];
  const [key] = given;
  if (key === undefined) return undefined;
  if (given.length === 1 && isIdempotencyKey(key)) return key;
  const message = KEY_EXPECTATION;
  return fail('invalid_request', { fields: [{ field: HEADER, code: 'invalid_value', message }] });
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Every value of the header; nothing when the headers lack it. */
function valuesOf(headers: Headers | null | undefined): string[] | undefined {
  const values = Object.entries(headers ?? {})
    .filter(([name]) => name.toLowerCase() === HEADER.toLowerCase())
    .flatMap(([, value]) => value ?? []);
  return values.length > 0 ? values : undefined;
}
