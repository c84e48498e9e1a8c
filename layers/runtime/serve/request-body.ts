/** Reading what a caller sent: bounded, strict, and with an error that names each wrong field. */
import { type EncryptedPayload, isEncryptedPayload } from '@billhook/core/encrypted-payload';
import { type Failure, type FieldError, fail, isFailure } from '@billhook/core/errors';
import { type Operation, takesEncryptedBody } from '@billhook/core/operation';
import { holdsSecret } from '@billhook/core/partner/clear-secrets';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as v from 'valibot';

/** Bytes. */
const MAX_BODY_BYTES = 1_048_576;
/** Entries of one array or object: far above what any schema takes, far below what costs time. */
const MAX_ENTRIES = 1_000;
const MAX_FIELD_ERRORS = 20;
const MAX_FIELD_PATH_LENGTH = 120;

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
  const text = bodyText(event);
  if (text === undefined) return fail('invalid_json');
  if (Buffer.byteLength(text) > MAX_BODY_BYTES) return fail('body_too_large');
  if (text.trim() === '') return readObject(operation.body, {});
  if (!isJson(event)) return fail('unsupported_media_type');
  const value = parseObject(text);
  if (!value) return fail('invalid_json');
  if (!takesEncryptedBody(operation) || !isEncryptedPayload(value)) {
    if (encryptionRequired && holdsSecret(value, operation.secretFields)) {
      return fail('encryption_required');
    }
    return readObject(operation.body, value);
  }
  const opened = await decrypt(value);
  const inner = opened && parseObject(textOf(opened));
  return inner ? readObject(operation.body, inner) : fail('decryption_failed');
}

function readObject(schema: v.GenericSchema, given: object): ReadBody {
  const read = validated(schema, given);
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

/** Text in UTF-8; nothing when the bytes are none. */
function bodyText(event: APIGatewayProxyEvent): string | undefined {
  if (!event.isBase64Encoded) return event.body ?? '';
  return textOf(Buffer.from(event.body ?? '', 'base64'));
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isJson(event: APIGatewayProxyEvent): boolean {
  const header = Object.entries(event.headers ?? {}).find(
    ([name]) => name.toLowerCase() === 'content-type',
  );
  const type = header?.[1]?.split(';')[0]?.trim().toLowerCase() ?? '';
  return type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type);
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
  const result = v.safeParse(schema, input);
  if (result.success) return { value: result.output };
  const fields = result.issues.slice(0, MAX_FIELD_ERRORS).map(fieldError);
  return fail('invalid_request', { fields });
}

const codes: Readonly<Record<string, string>> = {
  max_length: 'too_long',
  max_entries: 'too_long',
  min_length: 'too_short',
  max_value: 'out_of_range',
  min_value: 'out_of_range',
  picklist: 'unknown_value',
  literal: 'unknown_value',
  variant: 'unknown_value',
  string: 'wrong_type',
  number: 'wrong_type',
  boolean: 'wrong_type',
  object: 'wrong_type',
  array: 'wrong_type',
  record: 'wrong_type',
  integer: 'wrong_type',
};

/** Says what was expected and never what came: what came may be a secret. */
function fieldError(issue: v.BaseIssue<unknown>): FieldError {
  const field = v.getDotPath(issue)?.slice(0, MAX_FIELD_PATH_LENGTH) ?? '';
  if (issue.received === 'undefined') return { field, code: 'required', message: 'Required' };
  return { field, code: codes[issue.type] ?? 'invalid_value', message: messageOf(issue) };
}

function messageOf(issue: v.BaseIssue<unknown>): string {
  // The schemas' own messages begin so; the library's quote what came.
  if (issue.message.startsWith('Expected ')) return issue.message;
  const { requirement } = issue as { requirement?: unknown };
  if (issue.type === 'max_length') return `Expected a length of at most ${requirement}`;
  if (issue.type === 'min_length') return `Expected a length of at least ${requirement}`;
  if (issue.type === 'max_entries') return `Expected at most ${requirement} entries`;
  return issue.expected ? `Expected ${issue.expected}` : 'Expected another value';
}
