/** JSON Schemas of the connector protocol's documents, each under its name. */
import * as bills from '@billhook/connector-kit/protocol/bills';
import * as directory from '@billhook/connector-kit/protocol/directory';
import * as fields from '@billhook/connector-kit/protocol/fields';
import * as manifest from '@billhook/connector-kit/protocol/manifest';
import {
  type OperationName,
  operationNames,
  operationState,
  operations,
  type WireOperation,
} from '@billhook/connector-kit/protocol/operations';
import * as payments from '@billhook/connector-kit/protocol/payments';
import { problemDocument } from '@billhook/connector-kit/protocol/problems';
import * as session from '@billhook/connector-kit/protocol/session';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { pascal } from '../openapi/name-inline.ts';

/** Documents that several operations share, or that deserve a name. */
const shared = {
  Amount: fields.amount,
  HoldCode: session.holdReason.code,
  HoldSubcode: session.holdReason.subcode.wrapped,
  Fault: fields.fault,
  Connection: fields.connection,
  Challenge: session.challenge,
  ResultSecrets: session.resultSecrets,
  Bill: bills.bill,
  Card: payments.card,
  BankAccount: payments.bankAccount,
  Settlement: payments.settlement,
  SettlementTotal: payments.settlementTotal,
  Company: directory.company,
  CompanyCapabilities: directory.companyCapabilities,
  LoginField: directory.loginField,
  PublicKey: manifest.publicKey,
  KeySet: manifest.keySet,
  Capabilities: manifest.capabilities,
  Limits: manifest.limits,
  TestLogin: manifest.testLogin,
  State: operationState,
  Problem: problemDocument,
} satisfies Record<string, GenericSchema>;

const parts = ['request', 'secrets', 'response', 'result'] as const;

/** `LogInRequest`, `LogInSecrets`, `LogInResult`, `ManifestResponse`. */
export function partName(operation: OperationName, part: (typeof parts)[number]): string {
  return `${pascal(operation)}${pascal(part)}`;
}

function definitions(): Record<string, GenericSchema> {
  const own = operationNames.flatMap((name) => {
    const declared: WireOperation = operations[name];
    return parts.flatMap((part) => {
      const schema = declared[part];
      return schema ? [[partName(name, part), schema] as const] : [];
    });
  });
  return { ...shared, ...Object.fromEntries(own) };
}

/** All documents, by their names, which refer to each other. */
export function connectorSchemas(): Readonly<Record<string, JsonSchema>> {
  const whole = Object.entries(definitions()).map(
    ([name, schema]) => [name, convert(schema)] as const,
  );
  const names = new Map<string, string>();
  for (const [name, schema] of whole) {
    const text = wordingOf(schema);
    if (!names.has(text)) names.set(text, name);
  }
  return Object.fromEntries(whole.map(([name, schema]) => [name, withNames(schema, names, name)]));
}

function convert(schema: GenericSchema): JsonSchema {
  const { $schema: _, ...converted } = toJsonSchema(schema as never, {
    errorMode: 'ignore',
    target: 'draft-2020-12',
  });
  return JSON.parse(JSON.stringify(converted)) as JsonSchema;
}

/** A schema without what its place says of it. */
function wordingOf({ description: _, ...schema }: JsonSchema): string {
  return JSON.stringify(schema);
}

/** The schema with a reference for each part that has a name of its own. */
function withNames(node: unknown, names: ReadonlyMap<string, string>, self: string): JsonSchema {
  if (Array.isArray(node)) return node.map((one) => withNames(one, names, self)) as never;
  if (typeof node !== 'object' || node === null) return node as never;
  const name = names.get(wordingOf(node));
  if (name !== undefined && name !== self) {
    const { description } = node as JsonSchema;
    const $ref = `#/components/schemas/${name}`;
    return description === undefined ? { $ref } : { $ref, description };
  }
  const members = Object.entries(node).map(([key, one]) => [key, withNames(one, names, '')]);
  return Object.fromEntries(members);
}
