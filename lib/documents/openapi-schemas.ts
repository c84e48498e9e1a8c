/** JSON Schemas of the contracts' schemas. Those that recur are components. */
import * as auth from '@billhook/core/schemas/auth';
import * as bill from '@billhook/core/schemas/bill';
import * as client from '@billhook/core/schemas/client';
import * as company from '@billhook/core/schemas/company';
import { success } from '@billhook/core/schemas/fields';
import { moduleLook } from '@billhook/core/schemas/module';
import * as method from '@billhook/core/schemas/payment-method';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { problemSchema } from '../client/problem.ts';

/** What answers are made of. */
const answered: Record<string, GenericSchema> = {
  Auth: auth.auth,
  AuthProgress: auth.authProgress,
  Bill: bill.bill,
  BillCompany: bill.billCompany,
  BillWithPayments: bill.billWithPayments,
  Category: company.category,
  Challenge: auth.challenge,
  Company: company.company,
  CompanySummary: company.companySummary,
  HoldReason: auth.reason,
  Logo: company.logo,
  Mfa: auth.mfa,
  ModuleLook: moduleLook,
  PartnerBill: bill.partnerBill,
  PaymentHistoryEntry: bill.historyEntry,
  PaymentMethod: method.paymentMethod,
  Problem: problemSchema,
  Success: success,
};

/** What requests are made of. */
const given: Record<string, GenericSchema> = {
  Answers: auth.givenAnswers,
  CardToSync: method.givenSyncCard,
  ClientToCreate: client.givenClient,
  LoginForm: auth.loginForm,
};

type Direction = 'input' | 'output';

/** The schemas that others refer to as `#/components/schemas/<name>`. */
export function schemaComponents(): Record<string, object> {
  const components = [
    ...Object.entries(answered).map(([name, schema]) => [name, define(name, schema, 'output')]),
    ...Object.entries(given).map(([name, schema]) => [name, define(name, schema, 'input')]),
  ] as [string, object][];
  return Object.fromEntries(components.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * A schema as JSON Schema, with references to components.
 * @param direction `input` is what a caller may send, before transformations; `output` what we answer.
 */
export function schemaOf(schema: GenericSchema, direction: Direction): object {
  return convert(schema, direction, definitionsOf(direction));
}

/** A component itself: written out, where `schemaOf` would refer to it. */
function define(name: string, schema: GenericSchema, direction: Direction): object {
  const { [name]: _self, ...others } = definitionsOf(direction);
  return convert(schema, direction, others);
}

function definitionsOf(direction: Direction): Record<string, GenericSchema> {
  return direction === 'output' ? answered : given;
}

function convert(
  schema: GenericSchema,
  direction: Direction,
  definitions: Record<string, GenericSchema>,
): object {
  const { $schema, $defs, ...converted } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: direction,
    definitions,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    // Rules across fields have no word in JSON Schema; the descriptions and errors tell them.
    ignoreActions: ['check', 'raw_check', 'forward', 'partial_check'],
  });
  return converted;
}
