/** Reading what a caller sent: bounded, strict, and with an error that names each wrong field. */
import { type EncryptedPayload, isEncryptedPayload } from '@billhook/core/api/encrypted-payload';
import { misspeltFields } from '@billhook/core/api/misspelt-fields';
import { type Operation, takesEncryptedBody } from '@billhook/core/api/operation';
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import { holdsSecret } from '@billhook/core/partner/clear-secrets';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as v from 'valibot';
import { fieldErrors } from './field-errors.ts';
import { refuseEncoding, refuseMediaType } from './media-type.ts';
import { refusingArrays } from './plain-objects.ts';

/** Bytes. */
const MAX_BODY_BYTES = 1_048_576;
/** Entries of one array or object: far above what any schema takes, far below what costs time. */
const MAX_ENTRIES = 1_000;
/** What stands for bytes that are no UTF-8, once they were made text. */
const REPLACED = '\u{FFFD}';

type Read = { readonly value: unknown } | Failure<'invalid_request'>;
/** `given` is the JSON object as it came, decrypted, with fields that the schema does not know. */
type ReadBody =
  | { readonly value: unknown; readonly given?: object }
  | Failure<'invalid_request' | BodyFailure>;
type BodyFailure =
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'encryption_required';

/** Opens an encrypted body; nothing when it does not open. */
export type Decrypt = (payload: EncryptedPayload) => Promise<Uint8Array | undefined>;

export async function readBody(
  operation: Operation,
  event: APIGatewayProxyEvent,
  decrypt: Decrypt,
  encryptionRequired = false,
): Promise<ReadBody> {
  if (!operation.body) return { value: undefined };
  const encoded = refuseEncoding(event);
  if (encoded) return encoded;
  const text = bodyText(event);
  if (text !== undefined && Buffer.byteLength(text) > MAX_BODY_BYTES) return fail('body_too_large');
  if (text?.trim() === '') return readObject(operation, {});
  const refused = refuseMediaType(event);
  if (refused) return refused;
  if (text === undefined) return fail('invalid_json', { detail: NOT_UTF8 });
  const value = parseObject(text);
  if (!value) return fail('invalid_json');
  if (!takesEncryptedBody(operation) || !isEncryptedPayload(value)) {
    if (encryptionRequired && holdsSecret(value, operation.secretFields)) {
      return fail('encryption_required');
    }
    return readObject(operation, value);
  }
  const opened = await decrypt(value);
  const inner = opened && parseObject(textOf(opened));
  return inner ? readObject(operation, inner) : fail('decryption_failed');
}

function readObject(operation: Operation, given: object): ReadBody {
  const misspelt = misspeltFields(operation, given);
  if (misspelt.length > 0) return fail('invalid_request', { fields: misspelt });
  if (!operation.body) return { value: undefined, given };
  const read = validated(operation.body, given);
  return isFailure(read) ? read : { ...read, given };
}

export function readQuery(operation: Operation, event: APIGatewayProxyEvent): Read {
  if (!operation.query) return { value: undefined };
  const repeated = Object.entries(event.multiValueQueryStringParameters ?? {}).filter(
    ([name, values]) => (values?.length ?? 0) > 1 && isQueryField(operation, name),
  );
  if (repeated.length > 0) {
    const message = 'Expected a single value';
    return fail('invalid_request', {
      fields: repeated.map(([field]) => ({ field, code: 'invalid_value', message })),
    });
  }
  return validated(operation.query, { ...event.queryStringParameters });
}

function isQueryField(operation: Operation, name: string): boolean {
  const { entries } = operation.query as unknown as { entries: Record<string, unknown> };
  return Object.hasOwn(entries, name);
}

const NOT_UTF8 =
  'The body is not valid UTF-8. Write the character U+FFFD as `\\ufffd`: as itself, it stands for bytes ' +
  'that are none.';

/**
 * Text in UTF-8; nothing when the bytes are none. The gateway puts U+FFFD in the place of such bytes
 * (decision: utf-8-only), so that different names would become one.
 */
function bodyText(event: APIGatewayProxyEvent): string | undefined {
  if (event.isBase64Encoded) return textOf(Buffer.from(event.body ?? '', 'base64'));
  return event.body?.includes(REPLACED) ? undefined : (event.body ?? '');
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parseObject(text: string | undefined): object | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text, bounded);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * JSON can escape half a character (`\ud800`), which is no Unicode and cannot be stored. And a schema
 * looks at each entry before it counts them: half a million would cost seconds and all memory.
 */
function bounded(key: string, value: unknown): unknown {
  const broken = !key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed());
  if (broken || sizeOf(value) > MAX_ENTRIES)
    throw new SyntaxError('Not valid Unicode, or too many entries');
  return value;
}

function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** What a schema makes of an input; the wrong fields named otherwise. */
export function validated<S extends v.GenericSchema>(
  schema: S,
  input: unknown,
): { readonly value: v.InferOutput<S> } | Failure<'invalid_request'> {
  const result = v.safeParse(refusingArrays(schema), input);
  if (result.success) return { value: result.output };
  return fail('invalid_request', { fields: fieldErrors(result.issues) });
}
