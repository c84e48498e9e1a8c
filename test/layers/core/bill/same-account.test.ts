import { tellAccounts } from '@billhook/core/bill/same-account';
import { describe, expect, test } from 'vitest';

const owed = { dueOn: '2026-12-01', balanceCents: 4_200 };
const seen = (accountNumber?: string, more = {}) => ({ accountNumber, ...more });
const bill = (accountNumber?: string, more = {}) => ({
  reported: { accountNumber, ...more } as never,
});

/** Which bill, by its place. */
function told(accounts: Parameters<typeof tellAccounts>[0], bills: ReturnType<typeof bill>[]) {
  return tellAccounts(accounts, bills).map((one) =>
    typeof one === 'string' ? one : bills.indexOf(one.bill),
  );
}

describe('An account that another connector calls otherwise', () => {
  test.each([
    ['masked alike', 'XXXX1234', 'XXXX1234', 0],
    ['masked otherwise', '••••1234', 'xxxx-xxxx-1234', 0],
    ['with more of it shown', '••801234', 'XXXX1234', 0],
    ['with other digits', 'XXXX1234', 'XXXX1235', 'new'],
    ['with too few digits to prove anything', 'XXXX34', 'XXXX34', 'unclear'],
    ['masked on one side alone', 'XXXX1234', undefined, 'unclear'],
    ['masked on no side', undefined, undefined, 'unclear'],
  ])('is told by its number, %s', (_what, now, before, expected) => {
    expect(told([seen(now)], [bill(before)])).toEqual([expected]);
  });

  test.each([
    ['the same', owed, 0],
    ['of another day', { ...owed, dueOn: '2026-12-02' }, 'unclear'],
    ['of another amount', { ...owed, balanceCents: 4_201 }, 'unclear'],
    ['with nothing owed', { dueOn: '2026-12-01', balanceCents: 0 }, 'unclear'],
    ['of which nobody knows the day', { balanceCents: 4_200 }, 'unclear'],
  ])('without one is told by its statement: %s', (_what, statement, expected) => {
    expect(told([seen(undefined, statement)], [bill(undefined, owed)])).toEqual([expected]);
  });

  test('is not told by its statement against its number', () => {
    expect(told([seen('XXXX1234', owed)], [bill('XXXX9999', owed)])).toEqual(['new']);
  });

  test('is the one of several that fits', () => {
    const bills = [bill('XXXX1111'), bill('XXXX2222')];
    expect(told([seen('XXXX2222'), seen('XXXX1111'), seen('XXXX3333')], bills)).toEqual([
      1,
      0,
      'new',
    ]);
  });

  test('is unclear where two fit, on either side', () => {
    const twins = [bill('XXXX1111'), bill('XXXX1111')];
    expect(told([seen('XXXX1111')], twins)).toEqual(['unclear']);
    expect(told([seen('XXXX1111'), seen('991111')], [bill('XXXX1111')])).toEqual([
      'unclear',
      'unclear',
    ]);
  });

  test('is new where no bill is left', () => {
    expect(told([seen('XXXX1111'), seen()], [])).toEqual(['new', 'new']);
  });
});
