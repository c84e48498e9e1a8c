/** Which statement of an account a reading shows. */
import {
  followStatement,
  isSameStatement,
  reusesName,
  type StatementName,
  statementRead,
} from '@billhook/core/payment/statement';
import { describe, expect, test } from 'vitest';

const december = { dueOn: '2026-12-05' };
const weekly = { ...december, weekly: true as const };
const named = (name: string, dueOn = '2026-12-05') => ({ dueOn, name });

describe('a statement', () => {
  test.each<[string, StatementName, StatementName, 'same' | 'another']>([
    ['the same due date', december, december, 'same'],
    ['a due date ten days later', december, { dueOn: '2026-12-15' }, 'same'],
    ['a due date eleven days later', december, { dueOn: '2026-12-16' }, 'another'],
    ['a due date ten days earlier', december, { dueOn: '2026-11-25' }, 'same'],
    ['a due date eleven days earlier', december, { dueOn: '2026-11-24' }, 'another'],
    ['a due date three days later, of a weekly bill', weekly, { dueOn: '2026-12-08' }, 'same'],
    ['a due date four days later, of a weekly bill', weekly, { dueOn: '2026-12-09' }, 'another'],
    ['the same name', named('S-1'), named('S-1'), 'same'],
    ['the same name 20 days later', named('S-1'), named('S-1', '2026-12-25'), 'same'],
    ['a name used again 21 days later', named('S-1'), named('S-1', '2026-12-26'), 'another'],
    ['another name with the same due date', named('S-1'), named('S-2'), 'same'],
    ['another name a day later', named('S-1'), named('S-2', '2026-12-06'), 'another'],
    ['a name for the first time', december, named('S-1', '2026-12-06'), 'same'],
    ['the same month, without a due date', { dueOn: '2026-11' }, { dueOn: '2026-11' }, 'same'],
    ['another month', { dueOn: '2026-11' }, { dueOn: '2026-12' }, 'another'],
    ['a due date in its month', { dueOn: '2026-11' }, { dueOn: '2026-11-25' }, 'same'],
    ['a due date in the next month', { dueOn: '2026-11' }, december, 'same'],
    ['a due date after that', { dueOn: '2026-11' }, { dueOn: '2027-01-01' }, 'another'],
  ])('with %s', (_, one, other, expected) => {
    expect(isSameStatement(one, other)).toBe(expected === 'same');
    expect(isSameStatement(other, one)).toBe(expected === 'same');
  });
});

describe('the statement that is current after a reading', () => {
  const today = '2026-11-28';
  test.each([
    [
      'stays the first due date when it moves',
      { dueOn: '2026-12-08' },
      'same',
      { ...december, movedTo: '2026-12-08' },
    ],
    ['is the next one', { dueOn: '2027-01-05' }, 'next', { dueOn: '2027-01-05' }],
    ['stays without a due date', {}, 'unclear', december],
    [
      'stays while the bill is prepared',
      { dueOn: '2027-01-05', syncing: true },
      'unclear',
      december,
    ],
    ['stays when an earlier one is shown', { dueOn: '2026-11-05' }, 'unclear', december],
    [
      'takes the name that it is given',
      { dueOn: '2026-12-06', statementName: 'S-1' },
      'same',
      { ...named('S-1'), movedTo: '2026-12-06' },
    ],
  ])('%s', (_, shown, is, statement) => {
    expect(followStatement(december, shown, today)).toEqual({ statement, is });
  });

  test('keeps the name that it was given last, so that its date may move', () => {
    const { statement } = followStatement(
      named('S-1'),
      { ...december, statementName: 'S-2' },
      today,
    );
    expect(statement).toEqual(named('S-2'));
    const moved = { dueOn: '2026-12-06', statementName: 'S-2' };
    expect(followStatement(statement, moved, today).is).toBe('same');
  });

  test('has the due date that comes where it had none', () => {
    const month = { dueOn: '2026-11' };
    expect(followStatement(month, december, today)).toEqual({ statement: december, is: 'same' });
    expect(followStatement(month, {}, '2026-12-01').is).toBe('next');
  });

  test('is not what a reading shows of an earlier one', () => {
    expect(statementRead(december, { dueOn: '2026-11-05' }, today)).toEqual({
      dueOn: '2026-11-05',
    });
    expect(statementRead(december, {}, today)).toEqual(december);
  });
});

test('a company that uses a name again is noticed, from the 21st day on', () => {
  const shown = (dueOn: string) => ({ dueOn, statementName: 'S-1' });
  expect(reusesName(named('S-1'), shown('2026-12-25'))).toBe(false);
  expect(reusesName(named('S-1'), shown('2026-12-26'))).toBe(true);
  expect(reusesName(named('S-2'), shown('2027-01-06'))).toBe(false);
});
