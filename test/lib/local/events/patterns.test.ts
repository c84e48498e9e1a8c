import { expect, test } from 'vitest';
import { readPattern } from '../../../../lib/local/events/patterns.ts';

const event = {
  source: 'billhook',
  'detail-type': 'bill.created',
  resources: ['one', 'two'],
  detail: { partnerId: 'ptn_a', amount: 3, flag: null },
};

test.each([
  [{ source: ['billhook'] }, true],
  [{ source: ['other', 'billhook'] }, true],
  [{ source: ['other'] }, false],
  [{ source: ['billhook'], 'detail-type': ['bill.update'] }, false],
  [{ 'detail-type': [{ prefix: 'bill.' }] }, true],
  [{ 'detail-type': [{ prefix: 'auth.' }, 'bill.created'] }, true],
  [{ detail: { partnerId: ['ptn_a'], amount: [3] } }, true],
  [{ detail: { amount: ['3'] } }, false],
  [{ detail: { flag: [null] } }, true],
  [{ detail: { missing: [{ prefix: '' }] } }, false],
  [{ missing: { deeper: ['a'] } }, false],
  [{ resources: ['two'] }, true],
  [{ resources: ['three'] }, false],
  [{}, true],
])('%j: %s', (pattern, matches) => {
  expect(readPattern(pattern, 'here')(event)).toBe(matches);
});

test.each([
  [{ source: [{ 'anything-but': ['billhook'] }] }],
  [{ source: [{ exists: true }] }],
  [{ source: [{ prefix: 'a', suffix: 'b' }] }],
  [{ source: [{ prefix: { 'equals-ignore-case': 'a' } }] }],
  [{ source: 'billhook' }],
  ['billhook'],
])('%j is refused at the start', (pattern) => {
  expect(() => readPattern(pattern, 'here')).toThrow(/^here: /);
});
