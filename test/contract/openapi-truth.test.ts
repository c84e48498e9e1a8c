/** The descriptions and the schemas by which the service refuses: each body is as both say, or as neither. */

import { isFailure } from '@billhook/core/base/errors';
import { readBank } from '@billhook/core/method/card';
import type { GivenBank } from '@billhook/core/schemas/payment-method';
import type { GenericSchema } from 'valibot';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../lib/documents/openapi/json-schema.ts';
import whole from '../../openapi.json' with { type: 'json' };
import { unknown } from '../end-to-end/cases/case.ts';
import { samplesOf } from '../end-to-end/cases/samples.ts';
import { violations } from '../support/json-schema.ts';
import { allOperations } from '../support/operations.ts';
import { type Place, placesIn, spoil, valueAt } from '../support/places.ts';

const samples = samplesOf({ ...unknown, methodId: unknown.paymentMethodId, identifier: 'user-1' });

const odd: readonly unknown[] = [
  undefined,
  null,
  true,
  'true',
  0,
  1,
  -1,
  0.5,
  '1',
  '',
  ' ',
  'x',
  'x'.repeat(300),
  '0.00',
  '0.01',
  '100000000.01',
  '100000000.00',
  '2026-02-30',
  '2026-02-28',
  '2026-02-28T10:00:00Z',
  'http://example.com/',
  'https://example.com/a',
  [],
  {},
  ['bill', 'swap'],
  ['swap'],
  { a: 'b' },
  [{}],
  'enabled',
];

/** Fields whose rule is no schema's: an address is looked up, and headers go with one. */
const ruledElsewhere: Readonly<Record<string, readonly string[]>> = {
  createWebhookEndpoint: ['url'],
  updateWebhookEndpoint: ['url'],
  updateSigning: ['jwksUrl', 'headers'],
  // A card that is not right is refused by itself: `sync.test.ts`.
  syncClient: ['cards'],
};

/** Whether a list passes for an object is tried by `bad-requests.test.ts`. */
function isListForObject(body: object, place: Place, value: unknown): boolean {
  const former = valueAt(body, place);
  return Array.isArray(value) && typeof former === 'object' && !Array.isArray(former);
}

/** Its pairs of names are chosen from by a rule. */
function hasBothNumbers(parsed: unknown): boolean {
  const bank = parsed as GivenBank & { readonly paymentType?: string };
  return bank.paymentType !== 'bank' || !isFailure(readBank(bank));
}

type Described = {
  readonly requestBody?: { readonly content: Content; readonly required: boolean };
};
type Content = { readonly 'application/json': { readonly schema: JsonSchema } };
type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>;

function bodyOf(document: unknown, name: string) {
  const { operation } = allOperations.find((one) => one.name === name) ?? {};
  const { paths } = document as { paths: Paths };
  const body = operation && paths[operation.path]?.[operation.method.toLowerCase()]?.requestBody;
  if (!operation?.body || !body) throw new Error(`${name} has no body`);
  return { ...body, schema: body.content['application/json'].schema, contract: operation.body };
}

function accepts(contract: GenericSchema, body: unknown): boolean {
  const parsed = v.safeParse(contract, body);
  return parsed.success && hasBothNumbers(parsed.output);
}

describe.each(samples)('the body of $title', ({ name, body }) => {
  const { schema, contract, required } = bodyOf(whole, name);
  const spoiled = [
    {},
    ...placesIn(body)
      .filter(([field]) => !ruledElsewhere[name]?.includes(String(field)))
      .flatMap((place) =>
        odd
          .filter((value) => !isListForObject(body, place, value))
          .map((value) => JSON.parse(JSON.stringify(spoil(body, place, value)))),
      ),
  ];

  test('is required exactly where an empty one is refused', () => {
    expect(required).toBe(!accepts(contract, {}));
  });

  test('is as the description says, where it is valid', () => {
    expect(violations(whole as never, schema, body)).toEqual([]);
  });

  test('is refused exactly where the description says so', () => {
    const differing = spoiled.flatMap((one) => {
      const found = violations(whole as never, schema, one);
      const accepted = accepts(contract, one);
      if (accepted === (found.length === 0)) return [];
      return [`${accepted ? 'accepted, but' : 'refused:'} ${JSON.stringify(one)} ${found}`];
    });
    expect(differing).toEqual([]);
  });
});
