import type { Operation } from '@billhook/core/api/operation';
import { isFailure } from '@billhook/core/base/errors';
import { validated } from '@billhook/runtime/serve/request-body';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { samplesOf } from '../../../end-to-end/cases/samples.ts';
import { allOperations } from '../../../support/operations.ts';
import { placesIn, spoil, valueAt } from '../../../support/places.ts';

const card = v.object({ type: v.literal('card'), number: v.string() });
const bank = v.object({ type: v.literal('bank'), account: v.string() });
const schema = v.object({
  name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(5))),
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3))),
  on: v.optional(v.boolean()),
  color: v.optional(v.picklist(['red', 'blue'])),
  list: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(2))),
  form: v.optional(v.pipe(v.record(v.string(), v.string()), v.maxEntries(1))),
  meta: v.optional(v.object({ id: v.optional(v.string()) })),
  way: v.optional(v.variant('type', [card, bank])),
  either: v.optional(v.union([v.array(v.string()), v.object({ a: v.string() })])),
  plain: v.optional(v.union([v.number(), v.string()])),
  ruled: v.optional(v.pipe(v.string(), v.regex(/^a/), v.regex(/z$/))),
});

function wrong(input: unknown): unknown {
  const read = validated(schema, input);
  return isFailure(read) ? read.fields?.map((one) => Object.values(one)) : 'valid';
}

describe('a wrong field is named once, in our words', () => {
  test.each([
    [{ name: 5 }, [['name', 'wrong_type', 'Expected text']]],
    [{ name: null }, [['name', 'wrong_type', 'Expected text']]],
    [{ name: '' }, [['name', 'too_short', 'Expected at least 1 character']]],
    [{ name: 'abcdef' }, [['name', 'too_long', 'Expected at most 5 characters']]],
    [{ count: '1' }, [['count', 'wrong_type', 'Expected a number']]],
    [{ count: 1.5 }, [['count', 'wrong_type', 'Expected a whole number']]],
    [{ count: 9 }, [['count', 'out_of_range', 'Expected at most 3']]],
    [{ count: 0.5 }, [['count', 'wrong_type', 'Expected a whole number']]],
    [{ on: 'yes' }, [['on', 'wrong_type', 'Expected true or false']]],
    [{ color: 'pink' }, [['color', 'unknown_value', 'Expected one of "red", "blue"']]],
    [{ list: {} }, [['list', 'wrong_type', 'Expected an array']]],
    [{ list: [] }, [['list', 'too_short', 'Expected at least 1 item']]],
    [{ list: ['a', 1, 'c'] }, [['list.1', 'wrong_type', 'Expected text']]],
    [{ form: { a: '1', b: '2' } }, [['form', 'too_long', 'Expected at most 1 field']]],
    [{ form: { a: 1 } }, [['form.a', 'wrong_type', 'Expected text']]],
    [{ way: {} }, [['way.type', 'required', 'Required']]],
    [{ way: { type: 'x' } }, [['way.type', 'unknown_value', 'Expected one of "card", "bank"']]],
    [{ way: { type: 'card' } }, [['way.number', 'required', 'Required']]],
    [{ way: 'x' }, [['way', 'wrong_type', 'Expected an object']]],
    [{ either: 5 }, [['either', 'invalid_value', 'Expected an array or an object']]],
    [{ either: { a: 5 } }, [['either.a', 'wrong_type', 'Expected text']]],
    [{ plain: true }, [['plain', 'invalid_value', 'Expected a number or text']]],
    [{ ruled: 'b' }, [['ruled', 'invalid_value', 'Expected another value']]],
  ])('%j', (input, expected) => {
    expect(wrong(input)).toEqual(expected);
  });
});

test.each(['form', 'meta', 'way', 'either'])('an array is no object: %s', (field) => {
  expect(wrong({ [field]: [] })).toEqual(
    field === 'either' ? 'valid' : [[field, 'wrong_type', 'Expected an object']],
  );
});

const given = { clientId: 'a', identifier: 'a', methodId: 'a', authId: 'a', billId: 'a' };
const samples = samplesOf({ ...given, companyId: 'a' });
const words = /^(Required|Expected (?!Object|Array|string|number|boolean|\(|"?undefined).+)$/s;

describe.each(samples)('$title', ({ name, body }) => {
  const operation = allOperations.find((one) => one.name === name)?.operation as Operation;
  const bodySchema = operation.body as v.GenericSchema;

  test('takes no array for an object', () => {
    for (const place of placesIn(body)) {
      const value = valueAt(body, place);
      if (typeof value !== 'object' || Array.isArray(value)) continue;
      expect(isFailure(validated(bodySchema, spoil(body, place, []))), place.join('.')).toBe(true);
    }
    expect(isFailure(validated(bodySchema, []))).toBe(true);
  });

  test('names each wrong field once and in plain words, whatever stands there', () => {
    const instead = [undefined, null, 5, -1.5, true, '', 'no-such', 'x'.repeat(9_999), [], {}, [5]];
    for (const place of placesIn(body)) {
      for (const value of instead) {
        const read = validated(bodySchema, spoil(body, place, value));
        if (!isFailure(read)) continue;
        const fields = read.fields ?? [];
        expect(fields.length, place.join('.')).toBeGreaterThan(0);
        expect(new Set(fields.map(({ field }) => field)).size).toBe(fields.length);
        for (const { message } of fields) expect(message, place.join('.')).toMatch(words);
      }
    }
  });
});
