import { givenCustomization } from '@billhook/core/schemas/bill';
import { givenModuleSettings } from '@billhook/core/schemas/module';
import { bankAccountToAdd, cardToAdd } from '@billhook/core/schemas/payment-method';
import {
  changedWebhookEndpoint,
  givenWebhookEndpoint,
} from '@billhook/core/schemas/webhook-endpoint';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

const fields: readonly (readonly [string, v.GenericSchema, string])[] = [
  ['a card', cardToAdd, 'name'],
  ['a bank account', bankAccountToAdd.pipe[0], 'name'],
  ['a bill', givenCustomization, 'customLabel'],
  ['a new webhook endpoint', givenWebhookEndpoint, 'description'],
  ['a webhook endpoint', changedWebhookEndpoint, 'description'],
  ['a module', givenModuleSettings, 'appName'],
];

describe.each(fields)('the name of %s', (_, schema, field) => {
  const isRight = (name: string) => {
    const { issues = [] } = v.safeParse(schema, { [field]: name });
    return !issues.some((issue) => v.getDotPath(issue) === field);
  };

  test.each([
    ['blanks', '   '],
    ['blanks that cannot be seen', '\u200b\u00a0\u2003'],
    ['a line break', 'Ada\nTester'],
    ['a null', 'Ada\u0000'],
    ['an escape', '\u001b[2JAda'],
    ['an override of direction', 'Ada\u202egnp.exe'],
    ['an isolate of direction', '\u2067Ada'],
    ['a mark of direction', 'Ada\u200f'],
  ])('is refused with %s', (_what, name) => expect(isRight(name)).toBe(false));

  test.each(['Ada Tester', 'Zoë O’Neill-Nuñez', 'عائشة', '山田 太郎', 'A', '👩‍👩‍👧'])(
    'may be %s',
    (name) => {
      expect(isRight(name)).toBe(true);
    },
  );
});
