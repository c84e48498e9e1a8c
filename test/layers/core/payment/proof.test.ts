/**
 * What readings prove of a payment of 100.00, made on 2026-11-21 of an account that owed 200.00, with a
 * posting time until November 26.
 */
import {
  type AccountLedger,
  type AccountReading,
  emptyLedger,
  type TakenPayment,
  takenIn,
  withoutPending,
  withTaken,
} from '@billhook/core/payment/account-ledger';
import { figuresOf } from '@billhook/core/payment/figures';
import { readLedger, type Shows } from '@billhook/core/payment/proof';
import { describe, expect, test } from 'vitest';
import { NOW, TODAY } from '../../../support/records.ts';

const DAY = 24 * 60 * 60 * 1000;
const dueOn = '2026-12-05';
const reading = (more: Partial<AccountReading> = {}): AccountReading => ({
  balanceCents: 20_000,
  dueOn,
  ...more,
});
const line = { amountCents: 10_000, paidOn: TODAY };
const posted = { ...line, posted: true as const };

/** An account that was read, and paid right after. */
function paidAfter(before: AccountReading, ...payments: Partial<TakenPayment>[]): AccountLedger {
  const statement = { dueOn, ...(before.statementName && { name: before.statementName }) };
  return payments.reduce<AccountLedger>(
    (ledger, more) => {
      const taken = {
        ...{ paymentId: 'pay_1', amountCents: 10_000, paidOn: TODAY, until: '2026-11-26' },
        shown: figuresOf(before),
        ...more,
      };
      const asked = withTaken(ledger, statement, taken);
      return withoutPending(asked, taken.paymentId, { ...taken, statement });
    },
    readLedger(emptyLedger, before, NOW),
  );
}

/** The same after one reading a day. */
function readDaily(ledger: AccountLedger, shown: readonly AccountReading[], shows?: Shows) {
  return shown.reduce(
    (known, one, index) => readLedger(known, one, NOW + (index + 1) * DAY, shows),
    ledger,
  );
}

const unproven = ({ unposted }: AccountLedger) => unposted.map(({ paymentId }) => paymentId);
const proofs = (ledger: AccountLedger) =>
  takenIn(ledger.statements ?? []).map(({ proof = 'none' }) => proof);
const daily = (count: number, shown: AccountReading) => Array.from({ length: count }, () => shown);

describe('a payment is not proven while', () => {
  const ledger = paidAfter(reading(), {});
  test.each<[string, readonly AccountReading[]]>([
    ['the balance stays', [reading()]],
    ['the balance falls by less', [reading({ balanceCents: 10_001 })]],
    ['the balance falls by more, which is no drop of it', [reading({ balanceCents: 9_999 })]],
    ['the balance is not said', [reading({ balanceCents: undefined })]],
    ['it is listed, and no balance is lower', daily(9, reading({ recentPayments: [line] }))],
    [
      'it is listed with a lower balance, and not for the posting time',
      daily(5, reading({ recentPayments: [line], balanceCents: 10_001 })),
    ],
    [
      'the company lists payments, and its balance falls by it',
      [reading({ recentPayments: [{ ...line, amountCents: 1 }], balanceCents: 10_000 })],
    ],
    [
      'another amount is posted',
      [reading({ recentPayments: [{ ...posted, amountCents: 9_999 }] })],
    ],
    [
      'its amount is posted on an earlier day',
      [reading({ recentPayments: [{ ...posted, paidOn: '2026-11-19' }] })],
    ],
    [
      'a line of it is dated after tomorrow',
      [reading({ recentPayments: [{ ...posted, paidOn: '2026-11-24' }] })],
    ],
    ['another statement comes', [reading({ dueOn: '2027-01-05', balanceCents: 10_000 })]],
    ['another figure is shown than before', [{ fullBalanceCents: 10_000, dueOn }]],
    [
      'it is marked where a reading lacks the due date',
      [reading({ recentPayments: [posted], balanceCents: 10_000, dueOn: undefined })],
    ],
  ])('%s', (_, shown) => expect(unproven(readDaily(ledger, shown))).toEqual(['pay_1']));
});

describe('a payment is proven by', () => {
  const ledger = paidAfter(reading(), {});
  test.each<[string, string, readonly AccountReading[]]>([
    ['a line that is marked as posted', 'line', [reading({ recentPayments: [posted] })]],
    [
      'a line that is marked later',
      'line',
      [reading({ recentPayments: [line] }), reading({ recentPayments: [posted] })],
    ],
    [
      'a line of the day before',
      'line',
      [reading({ recentPayments: [{ ...posted, paidOn: '2026-11-20' }] })],
    ],
    [
      'a line that stays for the posting time, with a lower balance',
      'listed',
      daily(6, reading({ recentPayments: [line], balanceCents: 10_001 })),
    ],
    [
      'the last payment, likewise',
      'listed',
      daily(6, reading({ lastPaidAmountCents: 10_000, lastPaidOn: TODAY, balanceCents: 15_000 })),
    ],
    ['a drop of exactly its amount', 'drop', [reading({ balanceCents: 10_000 })]],
    [
      'the same drop, where it is listed and no other of its amount is',
      'drop',
      [reading({ recentPayments: [line], balanceCents: 10_000 })],
    ],
    [
      'no drop of its amount, where another of that is listed',
      'none',
      [
        reading({
          recentPayments: [line, { ...line, confirmation: 'B' }],
          balanceCents: 10_000,
        }),
      ],
    ],
    [
      'the same drop after a reading that lacks the balance',
      'drop',
      [reading({ balanceCents: undefined }), reading({ balanceCents: 10_000 })],
    ],
    [
      'a drop of exactly its amount, though the due date moved',
      'drop',
      [reading({ balanceCents: 10_000, dueOn: '2026-12-09' })],
    ],
  ])('%s', (_, proof, shown) => expect(proofs(readDaily(ledger, shown))).toEqual([proof]));

  test('a line with its fee', () => {
    const withFee = paidAfter(reading(), { feeCents: 250 });
    const both = { ...posted, amountCents: 10_250 };
    expect(proofs(readDaily(withFee, [reading({ recentPayments: [both] })]))).toEqual(['line']);
    expect(proofs(readDaily(ledger, [reading({ recentPayments: [both] })]))).toEqual(['none']);
  });

  test('a line with its confirmation, and no line with another', () => {
    const named = paidAfter(reading(), { confirmation: 'A1' });
    const own = {
      amountCents: 10_150,
      paidOn: '2026-11-10',
      confirmation: 'A1',
      posted: true,
    } as const;
    expect(proofs(readDaily(named, [reading({ recentPayments: [own] })]))).toEqual(['line']);
    const other = { ...posted, confirmation: 'B2' };
    expect(proofs(readDaily(named, [reading({ recentPayments: [other] })]))).toEqual(['none']);
  });

  test('another statement, at a company that shows no payments, once the posting time is over', () => {
    const next = reading({ dueOn: '2027-01-05' });
    const shows = { payments: false as const };
    expect(proofs(readLedger(ledger, next, NOW + 5 * DAY, shows))).toEqual(['none']);
    expect(proofs(readLedger(ledger, next, NOW + 6 * DAY, shows))).toEqual(['over']);
    expect(proofs(readLedger(ledger, next, NOW + 6 * DAY))).toEqual(['none']);
  });
});

describe('what was there before a payment says nothing about it', () => {
  test('a payment of the same amount, posted on the same day', () => {
    const listed = reading({ recentPayments: [posted] });
    expect(proofs(readDaily(paidAfter(listed, {}), [listed]))).toEqual(['none']);
  });
});

describe('of two payments of one amount', () => {
  const two = paidAfter(reading(), {}, { paymentId: 'pay_2' });
  test.each<[string, readonly string[], readonly AccountReading[]]>([
    ['one is proven by one drop', ['pay_2'], [reading({ balanceCents: 10_000 })]],
    ['both by a drop of both', [], [reading({ balanceCents: 0 })]],
    [
      'both by a drop of both, where both are listed',
      [],
      [reading({ recentPayments: [line, line], balanceCents: 0 })],
    ],
    [
      'one by a drop of one, where both are listed',
      ['pay_2'],
      [reading({ recentPayments: [line, line], balanceCents: 10_000 })],
    ],
    [
      'none where somebody else has paid as well',
      ['pay_1', 'pay_2'],
      [
        reading({
          recentPayments: [line, line, { ...line, amountCents: 20_000 }],
          balanceCents: 0,
        }),
      ],
    ],
    ['one by one line', ['pay_2'], [reading({ recentPayments: [posted] })]],
    ['both by two lines', [], [reading({ recentPayments: [posted, posted] })]],
    ['no more by the same line', ['pay_2'], daily(2, reading({ recentPayments: [posted] }))],
  ])('%s', (_, left, shown) => expect(unproven(readDaily(two, shown))).toEqual(left));

  test('one is not proven by the drop of the other that is proven for good, in a figure that was missing', () => {
    const figures = { dueOn: '2027-01-05', fullBalanceCents: 90_000 };
    const late = paidAfter(reading(), {}, { paymentId: 'pay_2', until: '2026-12-05' });
    const lower = reading({ ...figures, balanceCents: 10_000, fullBalanceCents: undefined });
    const echo = reading({ ...figures, balanceCents: 10_000, fullBalanceCents: 80_000 });
    const shown = [...daily(5, reading(figures)), lower, echo];
    const known = readDaily(late, shown, { payments: false });
    expect(proofs(known)).toEqual(['over', 'none']);
    const posted = reading({ ...figures, balanceCents: 0, fullBalanceCents: 70_000 });
    expect(proofs(readLedger(known, posted, NOW + 8 * DAY, { payments: false }))).toEqual([
      'over',
      'drop',
    ]);
  });

  test('one is not proven by the drop of the other that another statement proves before it', () => {
    const later = { dueOn: '2027-01-05' };
    const late = paidAfter(reading(), {}, { paymentId: 'pay_2', until: '2026-12-05' });
    const missing = reading({ ...later, balanceCents: undefined });
    const lower = reading({ ...later, balanceCents: 10_000 });
    const shown = [...daily(5, reading(later)), missing, lower];
    expect(proofs(readDaily(late, shown, { payments: false }))).toEqual(['over', 'none']);
  });

  test('one is not proven by the drop of the other that the page marks', () => {
    const named = [{ confirmation: 'A' }, { paymentId: 'pay_2', confirmation: 'B' }];
    const [first, second] = [
      { ...line, confirmation: 'A' },
      { ...line, confirmation: 'B' },
    ];
    const received = reading({ balanceCents: 19_000, recentPayments: [first, second] });
    const marked = [{ ...first, posted: true as const }, second];
    const lower = reading({ balanceCents: 9_000, recentPayments: marked });
    const known = readDaily(paidAfter(reading(), ...named), [received, lower]);
    expect(unproven(known)).toEqual(['pay_2']);
  });

  test('one is not proven by the drop of the other in another figure', () => {
    const card = { balanceCents: 20_000, fullBalanceCents: 90_000 };
    const cards = paidAfter(reading(card), {}, { paymentId: 'pay_2' });
    const lower = reading({ ...card, balanceCents: 10_000 });
    const echo = reading({ balanceCents: 10_000, fullBalanceCents: 80_000 });
    expect(unproven(readDaily(cards, [lower, echo]))).toEqual(['pay_2']);
    const both = reading({ balanceCents: 10_000, fullBalanceCents: 70_000 });
    expect(unproven(readDaily(cards, [lower, both]))).toEqual([]);
    const recentPayments = [line, line];
    const listed = [lower, echo].map((one) => ({ ...one, recentPayments }));
    expect(unproven(readDaily(cards, listed))).toEqual(['pay_2']);
  });
});

describe('a proof ends', () => {
  const ledger = paidAfter(reading(), {});
  const lower = reading({ balanceCents: 10_000 });
  test.each<[string, readonly AccountReading[]]>([
    ['when the balance rises by it again', [lower, reading()]],
    [
      'when its line is taken back',
      [reading({ recentPayments: [posted] }), reading({ recentPayments: [] })],
    ],
    [
      'when its line is taken back, though the balance had fallen by it',
      [
        reading({ recentPayments: [line], balanceCents: 10_000 }),
        reading({ recentPayments: [], dueOn: undefined }),
      ],
    ],
    [
      'when the last payment is an older one again',
      [
        ...daily(6, reading({ lastPaidAmountCents: 10_000, lastPaidOn: TODAY, balanceCents: 1 })),
        reading({ lastPaidAmountCents: 1, lastPaidOn: '2026-11-20', balanceCents: 1 }),
      ],
    ],
  ])('%s', (_, shown) => expect(unproven(readDaily(ledger, shown))).toEqual(['pay_1']));

  const both = { balanceCents: 10_000, fullBalanceCents: 40_000 };
  const card = readDaily(paidAfter(reading({ fullBalanceCents: 50_000 }), {}), [reading(both)]);
  test.each<[string, AccountReading, readonly string[]]>([
    ['not when purchases raise one of two figures', { ...both, fullBalanceCents: 50_000 }, []],
    ['when both figures rise', { balanceCents: 20_000, fullBalanceCents: 50_000 }, ['pay_1']],
    ['when one rises and the other is not shown', { fullBalanceCents: 50_000 }, ['pay_1']],
  ])('%s', (_, shown, left) =>
    expect(unproven(readDaily(card, [{ dueOn, ...shown }]))).toEqual(left),
  );

  test('no more once another statement has come', () => {
    const next = reading({ dueOn: '2027-01-05', balanceCents: 0 });
    const risen = reading({ dueOn: '2027-01-05', balanceCents: 20_000 });
    const known = readDaily(ledger, [lower]);
    const later = readLedger(known, next, NOW + 6 * DAY);
    expect(proofs(later)).toEqual(['over']);
    expect(proofs(readLedger(later, risen, NOW + 7 * DAY))).toEqual(['over']);
  });

  test('when another statement comes within the posting time, until that is over', () => {
    const next = reading({ dueOn: '2027-01-05' });
    const early = readDaily(ledger, [lower, next]);
    expect([proofs(early), unproven(early)]).toEqual([['early'], ['pay_1']]);
    expect(proofs(readLedger(early, next, NOW + 5 * DAY))).toEqual(['early']);
    expect(proofs(readLedger(early, next, NOW + 6 * DAY))).toEqual(['over']);
    const dropped = reading({ dueOn: '2027-01-05', balanceCents: 10_000 });
    expect(proofs(readLedger(early, dropped, NOW + 3 * DAY))).toEqual(['drop']);
    const risen = reading({ dueOn: '2027-01-05', balanceCents: 30_000 });
    expect(proofs(readLedger(early, risen, NOW + 3 * DAY))).toEqual(['none']);
  });

  test.each<[string, AccountReading, AccountReading]>([
    ['a drop', lower, reading({ dueOn: undefined })],
    [
      'a line',
      reading({ balanceCents: 10_000, recentPayments: [posted] }),
      reading({ dueOn: undefined, recentPayments: [line] }),
    ],
  ])(
    'of %s when a page without a date shows more, until the posting time is over',
    (_, proving, undated) => {
      const doubted = readDaily(ledger, [proving, undated]);
      expect([proofs(doubted), unproven(doubted)]).toEqual([['early'], ['pay_1']]);
      expect(unproven(readLedger(doubted, lower, NOW + 5 * DAY))).toEqual(['pay_1']);
      expect(unproven(readLedger(doubted, lower, NOW + 6 * DAY))).toEqual([]);
      expect(unproven(readLedger(doubted, undated, NOW + 6 * DAY))).toEqual([]);
      const marked = { ...undated, recentPayments: [posted] };
      expect(
        unproven(readDaily(ledger, [reading({ ...marked, dueOn, balanceCents: 1 }), marked])),
      ).toEqual([]);
    },
  );

  test('of an earlier statement when the balance rises by less, until the posting time is over', () => {
    const next = (balanceCents: number) => reading({ dueOn: '2027-01-05', balanceCents });
    const proven = readDaily(ledger, [next(30_403), next(20_403)]);
    expect(proofs(proven)).toEqual(['drop']);
    const early = readLedger(proven, next(30_000), NOW + 3 * DAY);
    expect([proofs(early), unproven(early)]).toEqual([['early'], ['pay_1']]);
    expect(proofs(readLedger(early, next(20_403), NOW + 5 * DAY))).toEqual(['early']);
    expect(proofs(readLedger(early, next(20_403), NOW + 6 * DAY))).toEqual(['drop']);
    expect(proofs(readLedger(early, next(30_403), NOW + 4 * DAY))).toEqual(['none']);
  });

  const later = (more: Partial<AccountReading>) => reading({ dueOn: '2027-01-05', ...more });
  const listed = { recentPayments: [posted] };
  test.each<[string, readonly AccountReading[]]>([
    ['shows more', [later({ ...listed, balanceCents: 20_000 }), later({ balanceCents: 29_999 })]],
    ['shows as much', [later(listed), later({})]],
    [
      'shows what the one before it lacked',
      [later({}), later({ ...listed, balanceCents: undefined }), later({})],
    ],
    ['is the first of its statement', [reading({ ...listed, balanceCents: 0 }), later({})]],
  ])('of an earlier statement by a line, where a page without that %s', (_, shown) => {
    const known = readDaily(ledger, shown);
    expect(proofs(known)).toEqual(['early']);
    expect(proofs(readLedger(known, later(listed), NOW + 4 * DAY))).toEqual(['line']);
    expect(unproven(readLedger(known, later({}), NOW + 6 * DAY))).toEqual([]);
  });

  test('of an earlier statement that was posted late, when the balance is what it was again', () => {
    const next = (balanceCents: number) => reading({ dueOn: '2027-01-05', balanceCents });
    const late = readDaily(ledger, [...daily(9, next(30_000)), next(20_000), next(20_403)]);
    expect([proofs(late), unproven(late)]).toEqual([['early'], ['pay_1']]);
    expect(proofs(readLedger(late, next(30_000), NOW + 11 * DAY))).toEqual(['none']);
    expect(proofs(readLedger(late, next(20_403), NOW + 13 * DAY))).toEqual(['early']);
    expect(proofs(readLedger(late, next(20_403), NOW + 14 * DAY))).toEqual(['drop']);
  });

  test('when its line is listed without the mark again', () => {
    const marked = reading({ recentPayments: [posted] });
    const unmarked = reading({ recentPayments: [line] });
    expect(unproven(readDaily(ledger, [marked, unmarked]))).toEqual(['pay_1']);
    expect(unproven(readDaily(ledger, [marked, unmarked, marked]))).toEqual([]);
  });

  test.each<[string, readonly AccountReading[]]>([
    ['by a rise of less', [lower, reading({ balanceCents: 19_999 })]],
    ['where a reading shows no list', [reading({ recentPayments: [posted] }), reading()]],
    [
      'where a line is older than a list reaches',
      [
        reading({ recentPayments: [posted] }),
        ...daily(30, reading({ recentPayments: undefined })),
        reading({ recentPayments: [] }),
      ],
    ],
  ])('not %s', (_, shown) => expect(unproven(readDaily(ledger, shown))).toEqual([]));

  test('and begins again', () => {
    expect(unproven(readDaily(ledger, [lower, reading(), lower]))).toEqual([]);
    const back = [posted, []].map((list) => reading({ recentPayments: [list].flat() }));
    const again = reading({ recentPayments: [posted] });
    expect(unproven(readDaily(ledger, [...back, again]))).toEqual([]);
  });
});

test('a reading without a date, which may be of the next statement, is compared with none that has one', () => {
  const ledger = paidAfter(reading({ dueOn: undefined }), {});
  const dated = reading({ balanceCents: 10_000 });
  expect(unproven(readDaily(ledger, [dated]))).toEqual(['pay_1']);
  expect(unproven(readDaily(ledger, [reading(), dated]))).toEqual([]);
});

test('a reading without a date that has nothing to pay, and may be an earlier one, proves with the posting time', () => {
  const cleared = readDaily(paidAfter(reading({ balanceCents: 10_000 }), {}), [
    { balanceCents: 0 },
  ]);
  const back = reading({ balanceCents: 2_500 });
  expect([proofs(cleared), unproven(cleared)]).toEqual([['early'], ['pay_1']]);
  expect(unproven(readLedger(readDaily(cleared, [back]), back, NOW + 9 * DAY))).toEqual(['pay_1']);
  expect(unproven(readLedger(cleared, { balanceCents: 0 }, NOW + 6 * DAY))).toEqual([]);
});

test('a reading of an earlier statement, or of a bill that is prepared, is compared with nothing', () => {
  const ledger = paidAfter(reading(), {});
  const earlier = reading({ dueOn: '2026-11-05', balanceCents: 10_000 });
  const preparing = reading({ syncing: true, balanceCents: 10_000 });
  expect(unproven(readDaily(ledger, [earlier]))).toEqual(['pay_1']);
  expect(unproven(readDaily(ledger, [preparing]))).toEqual(['pay_1']);
});
