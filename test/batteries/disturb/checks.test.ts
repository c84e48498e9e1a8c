/** The battery of a remote connector finds what it is there to find: of books that are right, each is spoilt. */
import { describe, expect, test } from 'vitest';
import { chanceOf } from '../../model/year/chance.ts';
import type { Books } from './books.ts';
import { unendedLinks, wrongsIn } from './checks.ts';
import type { Lived } from './household.ts';
import type { Household } from './stories.ts';

const paid = { kind: 'paid', amountCents: 10_000, paidAt: 0, confirmation: 'SB1' } as const;
const account = { version: 1, asked: '', statements: [], declines: 'none', attempts: [] } as const;
const onFile = { ...account, cardOnFile: { lastFour: '1111' } };

/** One household: a payment that was made, and a card that is on file. */
const right = {
  payments: [{ _id: 'pay_1', billId: 'bill_1', status: 'paid', amountCents: 10_000 }],
  bills: new Map([
    [
      'bill_1',
      { _id: 'bill_1', payments: [{ amountCents: 10_000 }], reported: { balanceCents: 0 } },
    ],
  ]),
  methods: [],
  ledgers: [],
  accounts: [{ ...account, attempts: [{ paymentId: 'pay_1-1', outcome: paid }] }, onFile],
  auths: [{ _id: 'auth_1' }, { _id: 'auth_2' }],
  swaps: [{ _id: 'swap_1', authId: 'auth_2', status: 'completed' }],
  events: [],
  accountOf: new Map([['user-2', onFile]]),
} as unknown as Books;

const household: Household = {
  ...{ number: 0, pays: true, usesKeys: false },
  accounts: [
    { number: 1, companyId: 'co', form: {}, wants: 'payment', ends: 'verified', plan: 'once' },
    { number: 2, companyId: 'co', form: { username: 'user-2' }, wants: 'swap', ends: 'verified' },
  ],
};

const lived: Lived = {
  ...{ number: 0, clientId: 'cl_1' },
  links: [
    { account: 1, authId: 'auth_1', ended: 'verified', wanted: 'verified' },
    { account: 2, authId: 'auth_2', ended: 'verified', wanted: 'verified' },
  ],
  swaps: [{ authId: 'auth_2', ends: 'completed' }],
  subjects: [{ clientId: 'cl_1', billId: 'bill_1', plan: 'once', pays: true, answer: '200' }],
};

const wrongs = (books: object = {}, life: object = {}) =>
  wrongsIn({ ...right, ...books } as Books, [household], [{ ...lived, ...life } as Lived]);

test('Books that are right have nothing wrong', () => {
  expect(wrongs()).toEqual([]);
  expect(unendedLinks(right)).toEqual([]);
});

const event = (type: string) => ({ type, data: { payment: { _id: 'pay_1' } } });
const link = (ended: string) => ({ ...lived.links[0], ended });

describe('Found is', () => {
  test.each<[string, object, object?]>([
    [
      'a payment that is called failed',
      { payments: [{ ...right.payments[0], status: 'declined' }] },
    ],
    [
      'a payment that nobody took',
      { accounts: [account], swaps: right.swaps, accountOf: right.accountOf },
    ],
    [
      'a payment of another amount',
      {
        accounts: [
          {
            ...account,
            attempts: [{ paymentId: 'pay_1-1', outcome: { ...paid, amountCents: 20_000 } }],
          },
        ],
      },
    ],
    [
      'a statement that was paid twice',
      {
        accounts: [
          {
            ...account,
            attempts: [
              { paymentId: 'pay_1-1', outcome: paid },
              { paymentId: 'pay_1-2', outcome: paid },
            ],
          },
        ],
      },
    ],
    ['an account that is still taken', { ledgers: [{ pendingPaymentId: 'pay_1' }] }],
    ['a user who was told that it failed', { events: [event('bill.payment.failed')] }],
    ['a user who was told that it was canceled', { events: [event('bill.payment.cancelled')] }],
    [
      'a right password that is called wrong',
      {},
      { links: [link('authenticate'), lived.links[1]] },
    ],
    ['a link that is held for good', {}, { links: [link('hold system_issue_with_bill')] }],
    ['a bill that was not found', {}, { subjects: [] }],
    ['a card that is not on file', { accountOf: new Map([['user-2', account]]) }],
    ['a card that is on file unsaid', { swaps: [{ ...right.swaps[0], status: 'hold' }] }],
    ['a swap that came about twice', { swaps: [right.swaps[0], right.swaps[0]] }],
  ])('%s', (_, books, life) => {
    expect(wrongs(books, life)).not.toEqual([]);
  });

  test.each<[string, object]>([
    ['a link under way', { auths: [{ _id: 'auth_1', link: {} }] }],
    ['an open swap of an auth', { auths: [{ _id: 'auth_1', openSwapId: 'swap_1' }] }],
    ['a swap under way', { swaps: [{ _id: 'swap_1', status: 'in-progress' }] }],
  ])('%s', (_, books) => {
    expect(unendedLinks({ ...right, ...books } as Books)).toHaveLength(1);
  });
});

test('Chance takes no seed that can’t be told from the next: all messages would have one fate', () => {
  expect(() => chanceOf(387_250 * 1_000_003 ** 2)).toThrow('is no seed');
});
