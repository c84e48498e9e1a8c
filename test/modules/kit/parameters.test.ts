import { describe, expect, test } from 'vitest';
import { readParameters, withoutToken } from '../../../modules/kit/parameters.ts';

const nothing = {
  items: [],
  cardPaymentsOnly: false,
  skipOnboarding: false,
  extended: false,
};

describe('parameters of a page', () => {
  test.each([
    ['nothing at all', '', '', {}],
    ['a token in the query', '?token=a.b.c', '', { token: 'a.b.c' }],
    ['a token in the fragment', '', '#token=a.b.c', { token: 'a.b.c' }],
    ['the query before the fragment', '?token=a.b.c', '#token=d.e.f', { token: 'a.b.c' }],
    ['a token that is none', '?token=<script>', '', {}],
    ['an empty token before the fragment', '?token=', '#token=d.e.f', { token: 'd.e.f' }],
    ['a token that is none before one', '?token=<b>', '#token=d.e.f', { token: 'd.e.f' }],
    [
      'ids',
      '?companyId=co_1&billId=bill_1&swapId=swap_1&paymentMethodId=pm_1&partner=ptn_1',
      '',
      {
        companyId: 'co_1',
        billId: 'bill_1',
        swapId: 'swap_1',
        paymentMethodId: 'pm_1',
        partner: 'ptn_1',
      },
    ],
    ['an id that is none', '?companyId=../../etc&billId=', '', {}],
    ['a session id of visible characters', '?sessionId=s-1', '', { sessionId: 's-1' }],
    ['a session id of others', '?sessionId=a%20b', '', {}],
    ['items in one value', '?items=bill,payment', '', { items: ['bill', 'payment'] }],
    ['items one by one', '?items=bill&items=payment', '', { items: ['bill', 'payment'] }],
    ['a swap by itself', '?items=swap', '', { items: ['swap'] }],
    ['a swap among others', '?items=swap,bill', '', { items: ['bill'] }],
    ['items that nobody knows', '?items=bill,dance,bill', '', { items: ['bill'] }],
    [
      'switches',
      '?cardPaymentsOnly=true&skipOnboarding=1',
      '',
      { cardPaymentsOnly: true, skipOnboarding: true },
    ],
    ['switches that say neither', '?cardPaymentsOnly=yes&skipOnboarding', '', {}],
    ['the view to start with', '?startView=brands', '', { startView: 'brands' }],
    ['another view', '?startView=everything', '', {}],
    ['extended events', '?events=extended', '', { extended: true }],
  ])('reads %s', (_what, search, hash, expected) => {
    expect(readParameters(search, hash)).toEqual({ ...nothing, ...expected });
  });

  test.each([
    [
      'https://m.example/connect?token=a.b.c&companyId=co_1',
      'https://m.example/connect?companyId=co_1',
    ],
    ['https://m.example/connect#token=a.b.c', 'https://m.example/connect'],
    ['https://m.example/connect?token=#token=a.b.c', 'https://m.example/connect'],
    ['https://m.example/connect#elsewhere', 'https://m.example/connect#elsewhere'],
  ])('takes the token out of %s', (address, expected) => {
    expect(withoutToken(address)).toBe(expected);
  });
});
