/** From a signed request to an operation with its parts, its document and its secrets. */
import * as v from 'valibot';
import { MAX_BODY_BYTES } from '../protocol/limits.ts';
import type { Capabilities } from '../protocol/manifest.ts';
import {
  type OperationName,
  operationNames,
  operations,
  type WireOperation,
} from '../protocol/operations.ts';
import type { ProblemCode } from '../protocol/problems.ts';
import { readJson, type WireRequest } from '../wire/message.ts';
import { agreementOf, decryptSecrets } from '../wire/secrets.ts';
import type { Opened } from './options.ts';

export type Route = {
  readonly name: OperationName;
  readonly parts: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
};

export type ReadRequest = Route & {
  readonly document: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, unknown>>;
};

export type Refused = { readonly problem: ProblemCode; readonly field?: string };

const patterns = operationNames.map((name) => {
  const { method, path } = operations[name];
  const pattern = path.replace(/[.]/g, '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { name, method, pattern: new RegExp(`^${pattern}$`) };
});

/** The operation of a method and an address; nothing if there is none. */
export function routeOf({ method, url }: Pick<WireRequest, 'method' | 'url'>): Route | undefined {
  if (!URL.canParse(url)) return undefined;
  const { pathname, searchParams } = new URL(url);
  for (const { name, method: wanted, pattern } of patterns) {
    const found = wanted === method ? pattern.exec(pathname) : null;
    if (found) return { name, parts: { ...found.groups }, query: searchParams };
  }
  return undefined;
}

const needs: Partial<Record<OperationName, (can: Capabilities) => boolean>> = {
  listBills: ({ reads }) => reads,
  pay: ({ pays }) => pays.length > 0,
  findPayment: ({ pays }) => pays.length > 0,
  cancelPayment: ({ cancels }) => cancels,
  swap: ({ swaps }) => swaps,
  findSwap: ({ swaps }) => swaps,
};

export async function readRequest(
  server: Opened,
  request: WireRequest,
  operation: string,
): Promise<ReadRequest | Refused> {
  const route = routeOf(request);
  if (!route) return { problem: 'not_found' };
  if ((route.parts.operation ?? operation) !== operation) return { problem: 'not_found' };
  if (needs[route.name]?.(server.manifest.capabilities) === false) {
    return { problem: 'not_supported' };
  }
  const declared: WireOperation = operations[route.name];
  if (!declared.request) return { ...route, document: {}, secrets: {} };
  const document = documentOf(declared.request, request);
  if ('problem' in document) return document;
  const strange = differing(route, document.value);
  if (strange) return { problem: 'malformed', field: strange };
  const secrets = await secretsOf(server, declared, document.value, operation);
  if ('problem' in secrets) return secrets;
  return { ...route, document: document.value, secrets: secrets.value };
}

type Value = { readonly value: Readonly<Record<string, unknown>> };

function documentOf(schema: v.GenericSchema, { headers, body }: WireRequest): Value | Refused {
  if (body.length > MAX_BODY_BYTES) return { problem: 'too_large' };
  const type = headers['content-type'] ?? '';
  if (!/^application\/json(?:;\s*charset="?utf-8"?)?$/i.test(type))
    return { problem: 'media_type' };
  const json = readJson(body);
  if (!json) return { problem: 'malformed' };
  return parsed(schema, json.value, 'malformed');
}

function parsed(schema: v.GenericSchema, given: unknown, problem: ProblemCode): Value | Refused {
  const result = v.safeParse(schema, given, { abortEarly: true });
  if (result.success) return { value: result.output as Value['value'] };
  // The name of the member, never its value.
  const field = v.getDotPath(result.issues[0]) ?? undefined;
  return { problem, ...(field !== undefined && { field }) };
}

/** A member that the path says too, and says otherwise. */
function differing({ parts }: Route, document: Value['value']): string | undefined {
  return ['payment', 'swap', 'submission'].find(
    (name) => parts[name] !== undefined && parts[name] !== String(document[name]),
  );
}

async function secretsOf(
  { keys }: Opened,
  declared: WireOperation,
  document: Value['value'],
  operation: string,
): Promise<Value | Refused> {
  const { secrets } = document;
  if (!declared.secrets || typeof secrets !== 'string') return { value: {} };
  const own = [keys.encryption, ...(keys.earlier ?? [])].map(agreementOf);
  const opened = await decryptSecrets(secrets, own, operation).catch(() => 'later' as const);
  // Our key can't be used now: nothing is wrong with the request.
  if (opened === 'later') return { problem: 'unavailable' };
  if (!opened) return { problem: 'secrets_unreadable' };
  return parsed(declared.secrets, opened.value, 'malformed');
}
