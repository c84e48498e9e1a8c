import { describe, expect, test, vi } from 'vitest';
import { evaluate, matchesPattern, type Statement } from '../../../../lib/local/access/policies.ts';

const arn = 'arn:aws:dynamodb:us-east-1:000000000000:table/Bills';
const allow = (more: Partial<Statement> = {}): Statement => ({
  Effect: 'Allow',
  Action: 'dynamodb:GetItem',
  Resource: arn,
  ...more,
});
const ask = (context?: Record<string, string[]>, action = 'dynamodb:GetItem', resource = arn) => ({
  action,
  resource,
  context,
});

describe('a role', () => {
  test.each<[string, Statement[], ReturnType<typeof ask>, string]>([
    ['without statements allows nothing', [], ask(), 'not-allowed'],
    ['allows the action on the resource', [allow()], ask(), 'allowed'],
    ['refuses another action', [allow()], ask({}, 'dynamodb:Scan'), 'not-allowed'],
    [
      'refuses an index of the table',
      [allow()],
      ask({}, 'dynamodb:GetItem', `${arn}/index/a`),
      'not-allowed',
    ],
    [
      'takes wildcards, and actions in any case',
      [allow({ Action: 'DynamoDB:Get*', Resource: '*' })],
      ask(),
      'allowed',
    ],
    ['lets a denial win', [allow(), allow({ Effect: 'Deny' })], ask(), 'denied'],
    [
      'does not allow by a condition that it does not know',
      [allow({ Condition: { StringEquals: { 'aws:Moon': 'full' } } })],
      ask(),
      'not-allowed',
    ],
    [
      'denies by a condition that it does not know',
      [allow(), allow({ Effect: 'Deny', Condition: { Odd: { 'aws:Moon': 'full' } } })],
      ask(),
      'denied',
    ],
  ])('%s', (_sentence, statements, request, expected) => {
    expect(evaluate(statements, request)).toBe(expected);
  });

  const context = { StringEquals: { 'kms:EncryptionContext:purpose': 'card' } };
  const keys = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['CLIENT#*'] } };
  test.each([
    [
      'an equal encryption context',
      context,
      { 'kms:encryptioncontext:purpose': ['card'] },
      'allowed',
    ],
    [
      'another encryption context',
      context,
      { 'kms:encryptioncontext:purpose': ['bank'] },
      'not-allowed',
    ],
    ['no encryption context', context, {}, 'not-allowed'],
    [
      'leading keys that all match',
      keys,
      { 'dynamodb:leadingkeys': ['CLIENT#1', 'CLIENT#2'] },
      'allowed',
    ],
    [
      'one leading key that does not match',
      keys,
      { 'dynamodb:leadingkeys': ['CLIENT#1', 'PARTNER#2'] },
      'not-allowed',
    ],
  ])('with a condition, and %s', (_sentence, Condition, given, expected) => {
    expect(evaluate([allow({ Condition })], ask(given))).toBe(expected);
  });
});

test('a pattern without wildcards is compared as it is, and nothing is kept of it', () => {
  const made = vi.spyOn(globalThis, 'RegExp');
  try {
    expect(matchesPattern('a.b/v1/(c)', 'a.b/v1/(c)')).toBe(true);
    expect(matchesPattern('a.b/v1/(c)', 'a-b/v1/(c)')).toBe(false);
    expect(matchesPattern('a.b', 'A.B')).toBe(false);
    expect(matchesPattern('Dynamodb:GetItem', 'dynamodb:getItem', false)).toBe(true);
    expect(made).not.toHaveBeenCalled();
    expect(matchesPattern('never/used?', 'never/used1')).toBe(true);
    expect(made).toHaveBeenCalledOnce();
  } finally {
    made.mockRestore();
  }
});
