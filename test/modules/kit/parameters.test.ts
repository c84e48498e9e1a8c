import { describe, expect, test } from 'vitest';
import { readParameters, withoutToken } from '../../../modules/kit/parameters.ts';
import { returnUrl } from '../../../modules/kit/ways/ended.tsx';

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

describe('a way back', () => {
  const page = { parent: undefined as unknown, location: {} };
  page.parent = page;
  const look = {
    origins: ['https://app.example', 'http://localhost:3000'],
    bridgeName: 'Billhook',
  };
  const backTo = (given: string) =>
    returnUrl(
      readParameters(`?returnUrl=${encodeURIComponent(given)}`, ''),
      look,
      page as unknown as Window & typeof globalThis,
    );

  test.each([
    'https://app.example',
    'https://app.example/',
    ' https://app.example/a?b=c#d ',
    'https://app.example:443/',
    'https://APP.example/',
    'https://app.example/../..//evil.example',
    'https://app.example/?next=//evil.example',
    'http://localhost:3000/',
  ])('to %s leads there', (given) => {
    const back = backTo(given);
    expect(back).toBe(given.trim());
    // As the browser reads it, from the module's page.
    const { origin } = new URL(back ?? '', 'https://modules.example/connect');
    expect(look.origins).toContain(origin);
  });

  test.each([
    'https://evil.example/',
    'https://app.example.evil.example/',
    'https://app.example@evil.example/',
    'https://user:word@app.example/',
    'https://app.example:8443/',
    'https://app.example\\@evil.example/',
    'https://evil.example\\app.example',
    'https://evil.example#@app.example',
    'https://evil.example?https://app.example',
    'https://app.example%2eevil.example/',
    'https://app.exampl\u0435/',
    'https://app\u3002example.evil.example/',
    'https://app.example\n.evil.example',
    'https:///evil.example/',
    'https:/app.example/',
    'https:app.example',
    'http://app.example/',
    'HTTPS://evil.example/',
    '//app.example/',
    '//evil.example/',
    '/\\evil.example',
    '/accounts',
    'javascript:alert(1)',
    'JavaScript://app.example/%0aalert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://app.example/1',
    'filesystem:https://app.example/temporary/a',
    'view-source:https://app.example/',
    'intent://app.example#Intent;scheme=https;end',
    'file:///etc/passwd',
    'https://[::1]/',
    'https://127.0.0.1/',
    'http://localhost:3000@evil.example/',
    'http://localhost:3001/',
    'http://127.0.0.1.evil.example/',
    'null',
    '',
    `https://app.example/${'a'.repeat(2_000)}`,
  ])('to %j is none', (given) => {
    expect(backTo(given)).toBeUndefined();
  });
});
