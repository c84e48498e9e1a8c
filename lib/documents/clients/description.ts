/** What the clients are generated from: the API description, and what the contracts say beside it. */

import {
  type Operation,
  takesEncryptedBody,
  takesIdempotencyKey,
} from '@billhook/core/api/operation';
import { eventTypes } from '@billhook/core/events/event';
import { describeApi, errorCodesOf, type Operations, parameterNames } from '../openapi.ts';

/** A JSON Schema of the description. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly pattern?: string;
  readonly description?: string;
};

/** When a client may send a request again of which it doesn't know what came. */
export type Repeat = 'always' | 'key' | 'verifier' | 'never';

export type Parameter = {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
};

export type DescribedOperation = {
  /** As a name in code: `webhookEndpoint`. */
  readonly group: string;
  readonly name: string;
  readonly method: Operation['method'];
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly pathNames: readonly string[];
  readonly query: readonly Parameter[];
  readonly body?: Schema;
  /** Whether a call without one is refused. */
  readonly bodyRequired: boolean;
  readonly response: Schema;
  readonly codes: readonly string[];
  readonly repeat: Repeat;
  /** No credential is sent with it. */
  readonly open: boolean;
  readonly paged: boolean;
  /** Whether its body can be encrypted, and whether it can hold a secret. */
  readonly encrypts?: 'any' | 'secrets';
};

export type Described = {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly operations: readonly DescribedOperation[];
  /** The bodies of deliveries, by event type. */
  readonly events: Readonly<Record<string, Schema>>;
};

type Document = { readonly [name: string]: Document };

export function readDescription(operations: Operations): Described {
  const api = JSON.parse(JSON.stringify(describeApi(operations, ''))) as Document;
  const described = Object.entries(operations).flatMap(([group, named]) =>
    // In an order of its own: that of the exports is the loader's.
    Object.keys(named)
      .sort()
      .map((name) => describe(api, group, name, named[name] as Operation)),
  );
  const events = eventTypes.map((type) => [
    type,
    bodyOf(api, at(api, 'webhooks', type, 'post')) as Schema,
  ]);
  return {
    schemas: at(api, 'components', 'schemas') as Record<string, Schema>,
    operations: described,
    events: Object.fromEntries(events),
  };
}

function describe(
  api: Document,
  group: string,
  name: string,
  operation: Operation,
): DescribedOperation {
  const found = at(api, 'paths', operation.path, operation.method.toLowerCase());
  const response = at(found, 'responses', '200', 'content', 'application/json');
  const parameters = Object.values(found.parameters ?? {}).map((one) => follow(api, one));
  return {
    group: camelCase(group),
    name,
    method: operation.method,
    path: operation.path,
    summary: operation.summary,
    description: operation.description,
    pathNames: parameterNames(operation.path),
    query: parameters.filter((one) => String(one.in) === 'query') as unknown as Parameter[],
    body: bodyOf(api, found),
    bodyRequired: String(found.requestBody?.required) === 'true',
    response: response.schema as Schema,
    codes: errorCodesOf(operation),
    repeat: repeatOf(operation),
    open: operation.callers.includes('anyone'),
    paged:
      'entries' in operation.response && 'nextCursor' in (operation.response.entries as object),
    encrypts: encryptsOf(operation),
  };
}

/**
 * What changes nothing, or the same however often it is sent, may be sent again. A POST needs a key for
 * that, or the verifier of its exchange (decision: clients-repeat-what-is-safe).
 */
function repeatOf(operation: Operation): Repeat {
  if (operation.method !== 'POST' || operation.readOnly) return 'always';
  if (takesIdempotencyKey(operation)) return 'key';
  const { body } = operation;
  return body && 'entries' in body && 'verifier' in (body.entries as object) ? 'verifier' : 'never';
}

function encryptsOf(operation: Operation): 'any' | 'secrets' | undefined {
  if (!takesEncryptedBody(operation)) return undefined;
  return operation.secretFields ? 'secrets' : 'any';
}

function bodyOf(api: Document, found: Document): Schema | undefined {
  if (!found.requestBody) return undefined;
  const body = follow(api, found.requestBody);
  return at(body, 'content', 'application/json').schema as Schema;
}

function follow(api: Document, one: Document): Document {
  if (one.$ref === undefined) return one;
  return at(api, ...String(one.$ref).slice('#/'.length).split('/'));
}

function at(document: Document, ...names: readonly string[]): Document {
  let here = document;
  for (const name of names) {
    const next = here[name];
    if (next === undefined) throw new Error(`The description has no ${names.join(' ')}`);
    here = next;
  }
  return here;
}

/** `webhook-endpoint` → `webhookEndpoint`. */
function camelCase(name: string): string {
  return name.replace(/[-._](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `createAuth` → `CreateAuth`, `bill.payment.sent` → `BillPaymentSent`. */
export function pascalCase(name: string): string {
  const text = camelCase(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The name that a reference ends with. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** A schema itself, where it is referred to. */
export function resolved({ schemas }: Described, schema: Schema): Schema {
  return schema.$ref ? (schemas[nameOf(schema.$ref)] ?? {}) : schema;
}

/** The names of the schemas that requests are made of. */
export function givenNames({ schemas, operations }: Described): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (schema: Schema) => {
    for (const [, reference = ''] of JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)) {
      const name = nameOf(reference);
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas[name] ?? {});
    }
  };
  for (const { body } of operations) if (body) visit(body);
  return found;
}

/** Whether there is something that a call cannot leave out. */
export function needsInput({ pathNames, query, bodyRequired }: DescribedOperation): boolean {
  return pathNames.length > 0 || query.some(({ required }) => required) || bodyRequired;
}

/** What every operation with a credential can answer. */
export function commonCodes(operations: readonly DescribedOperation[]): string[] {
  const [first, ...others] = operations.filter(({ open }) => !open);
  return (first?.codes ?? []).filter((code) => others.every(({ codes }) => codes.includes(code)));
}
