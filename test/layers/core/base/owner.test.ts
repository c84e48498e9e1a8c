import { mayAskFor, type Owner, ownerOf, owns } from '@billhook/core/base/owner';
import { describe, expect, test } from 'vitest';

const record = { partnerId: 'ptn_a', clientId: 'cl_a' };

const owners: [string, Owner, boolean][] = [
  ['its partner', { kind: 'partner', partnerId: 'ptn_a' }, true],
  ['another partner', { kind: 'partner', partnerId: 'ptn_b' }, false],
  ['its client', { kind: 'client', partnerId: 'ptn_a', clientId: 'cl_a' }, true],
  ['another client', { kind: 'client', partnerId: 'ptn_a', clientId: 'cl_b' }, false],
  [
    'a client of the same id at another partner',
    { kind: 'client', partnerId: 'ptn_b', clientId: 'cl_a' },
    false,
  ],
];

describe('a record', () => {
  test.each(owners)('is, or is not, of %s', (_who, owner, expected) => {
    expect(owns(owner, record)).toBe(expected);
  });

  test('has an owner that owns it, and no other client’s', () => {
    expect(owns(ownerOf(record), record)).toBe(true);
    expect(owns(ownerOf(record), { ...record, clientId: 'cl_b' })).toBe(false);
  });
});

test('a client may ask for itself only, a partner for any', () => {
  const client: Owner = { kind: 'client', ...record };
  expect(mayAskFor(client, 'cl_a')).toBe(true);
  expect(mayAskFor(client, 'cl_b')).toBe(false);
  expect(mayAskFor({ kind: 'partner', partnerId: 'ptn_a' }, 'cl_b')).toBe(true);
});
