/** Which statement of an account a reading shows. */
import { hasMoved, isSameStatement, nameOf } from '@billhook/core/payments/statement';
import { describe, expect, test } from 'vitest';

const december = { dueOn: '2026-12-05' };
const named = (name: string, dueOn = '2026-12-05') => ({ dueOn, name });

describe('a statement', () => {
  test.each([
    ['the same due date', december, december, 'same'],
    ['a due date a day later', december, { dueOn: '2026-12-06' }, 'moved'],
    ['a due date ten days later', december, { dueOn: '2026-12-15' }, 'moved'],
    ['a due date ten days earlier', december, { dueOn: '2026-11-25' }, 'moved'],
    ['a due date eleven days later', december, { dueOn: '2026-12-16' }, 'another'],
    ['the same name', named('S-1'), named('S-1'), 'same'],
    ['the same name with another due date', named('S-1'), named('S-1', '2027-02-01'), 'same'],
    ['another name with the same due date', named('S-1'), named('S-2'), 'another'],
    [
      'another name with a due date a day later',
      named('S-1'),
      named('S-2', '2026-12-06'),
      'another',
    ],
    ['a name for the first time', december, named('S-1'), 'same'],
    ['the same month, without a due date', { dueOn: '2026-11' }, { dueOn: '2026-11' }, 'same'],
    ['a due date where it had a month', { dueOn: '2026-11' }, { dueOn: '2026-11-05' }, 'another'],
    ['a due date where it had none', nameOf({}), december, 'another'],
    ['no due date where it had one', december, nameOf({}), 'another'],
  ])('with %s', (_, one, other, expected) => {
    const is = isSameStatement(one, other) ? 'same' : hasMoved(one, other) ? 'moved' : 'another';
    expect(is).toBe(expected);
  });
});
