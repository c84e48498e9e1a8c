import { describe, expect, test } from 'vitest';
import { readParameters, withoutToken } from '../../../modules/kit/parameters.ts';

const nothing = {
  items: [],
  cardPaymentsOnly: false,
  skipOnboarding: false,
  suggestedCompanyIds: [],
  modal: false,
  wrong: [],
  extended: false,
};

const to = encodeURIComponent('https://app.example/a?b=c');

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
    [
      'an id that is none, and says so',
      '?companyId=../../etc&billId=',
      '',
      { wrong: ['companyId'] },
    ],
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
    [
      'companies that are suggested',
      '?suggestedCompanyIds=co_1,co_2&suggestedCompanyIds=co_1,%3Cb%3E',
      '',
      { suggestedCompanyIds: ['co_1', 'co_2'] },
    ],
    ['a modal', '?modal=true', '', { modal: true }],
    ['a way back', `?returnUrl=${to}`, '', { returnUrl: 'https://app.example/a?b=c' }],
    [
      'a way back on the own machine',
      '?returnUrl=http://localhost:3000/',
      '',
      { returnUrl: 'http://localhost:3000/' },
    ],
    ['a way back without a lock', '?returnUrl=http://app.example/', '', {}],
    ['a way back that is a script', '?returnUrl=javascript:alert(1)', '', {}],
    ['a way back that is none', '?returnUrl=accounts', '', {}],
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
