import {
  checkCardCode,
  hasCardCode,
  withCardCode,
  withoutCardCode,
  withoutRetry,
} from '@billhook/core/method/payment-method';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import {
  attemptIdOf,
  checkSwapAuth,
  checkSwapCompany,
  checkSwapMethod,
  holdMethod,
  MAX_SWAPS_PER_AUTH,
  planSwap,
  planSwapSettlement,
  presentSwap,
  type SwapRecord,
  swapsToDrop,
  withoutSwap,
} from '@billhook/core/swap/swap';
import { describe, expect, test } from 'vitest';
import { authRecord, methodRecord, NOW, sealed } from '../../../support/records.ts';

const auth = authRecord({ items: ['swap'], paymentIdentifier: 'mine' });
const method = methodRecord();
const asked = { swapId: 'swap_1', paymentMethodId: method._id, now: NOW };
const planned = planSwap(auth, asked);
const open = { ...auth, openSwapId: planned._id };
const held = { kind: 'held', code: 'account_issue_card_not_accepted' } as const;
const isoIn = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();

describe('a company takes a swap without its user', () => {
  const company = sandboxCompanies.find(({ name }) => name === 'Regular Company 1');
  if (!company) throw new Error('The directory lacks the company');
  test.each([
    ['when it does', {}, undefined],
    ['not in maintenance', { status: 'maintenance' as const }, 'company_in_maintenance'],
    ['not without the product', { products: ['bill' as const] }, 'swap_not_supported'],
    ['not when the user has to be there', { userPresenceRequired: true }, 'user_presence_required'],
  ])('%s', (_, change, code) => {
    expect(checkSwapCompany({ ...company, ...change })?.failure).toBe(code);
  });
});

test.each([
  ['verified', {}, undefined],
  ['with a swap under way', { openSwapId: 'swap_2' }, 'swap_in_progress'],
  ['on hold', { status: 'hold' as const }, 'auth_not_verified'],
  ['without an outcome', { status: undefined }, 'auth_not_verified'],
])('an auth %s', (_, change, code) => {
  expect(checkSwapAuth(authRecord(change))?.failure).toBe(code);
});

const codeless = { sealed: sealed('cardNumber'), codeDropsAt: undefined };

test.each([
  ['a card with its code', {}, undefined],
  ['a bank account', { type: 'bank' as const }, 'payment_method_not_accepted'],
  ['a declined card', { status: 'declined' as const }, 'payment_method_declined'],
  ['a card that is retried', { status: 'pending' as const }, 'payment_method_declined'],
])('%s', (_, change, code) => {
  for (const needsCardCode of [true, false]) {
    expect(checkSwapMethod(methodRecord(change), { needsCardCode })?.failure).toBe(code);
  }
});

test.each([
  [true, 'card_code_required'],
  [false, undefined],
])('a card without its code, where the company needs it: %s', (needsCardCode, code) => {
  expect(checkSwapMethod(methodRecord(codeless), { needsCardCode })?.failure).toBe(code);
});

describe('a swap', () => {
  test('begins pending and due, under the id of its first attempt', () => {
    expect(planned).toMatchObject({ status: 'pending', version: 1, attempt: 1, dueKind: 'swap' });
    expect(planned.dueAt).toBe(new Date(NOW).toISOString());
    expect(attemptIdOf(planned)).toBe('swap_1_1');
    expect(open.openSwapId).toBe('swap_1');
  });

  test('that is completed leaves the auth free, and is due no more', () => {
    const asking = { ...planned, status: 'in-progress' as const };
    const done = planSwapSettlement(asking, open, { kind: 'completed' });
    expect(done.swap).toMatchObject({ status: 'completed' });
    expect(done.swap.dueAt).toBeUndefined();
    expect(done.auth).toMatchObject({ status: 'verified' });
    expect(done.auth.openSwapId).toBeUndefined();
  });

  test('that is held puts its auth on hold, to be resumed by the same swap', () => {
    const done = planSwapSettlement(planned, open, held);
    expect(done.swap).toMatchObject({ status: 'hold', hold: { code: held.code } });
    expect(done.auth).toMatchObject({
      status: 'hold',
      hold: { code: held.code },
      interrupted: { items: ['swap'], swaps: true, swapId: 'swap_1', paymentMethodId: method._id },
    });
    expect(done.auth.openSwapId).toBeUndefined();
    expect(presentSwap(done.swap, { auth: done.auth, method })).toMatchObject({
      status: { type: 'hold' },
      reason: { code: held.code, userMessage: expect.any(String) },
      auth: { status: { type: 'hold' } },
      paymentMethod: { _id: method._id, default: false },
    });
  });

  test('leaves an auth alone that has another swap under way', () => {
    const other = { ...open, openSwapId: 'swap_2' };
    expect(planSwapSettlement(planned, other, { kind: 'completed' }).auth.openSwapId).toBe(
      'swap_2',
    );
  });

  test('that is resumed is the same one at its next attempt, without what it met', () => {
    const standing = planSwapSettlement({ ...planned, rounds: 2 }, open, held).swap;
    const again = planSwap(auth, { ...asked, swapId: 'swap_9', standing, holdFixed: true });
    expect(again).toMatchObject({
      _id: 'swap_1',
      status: 'pending',
      attempt: 2,
      created: planned.created,
      holdFixed: true,
    });
    expect(again).not.toHaveProperty('outcome');
    expect(again).not.toHaveProperty('hold');
    expect(again.rounds).toBeUndefined();
  });
});

test('an auth keeps its latest swaps', () => {
  const made = Array.from({ length: MAX_SWAPS_PER_AUTH + 1 }, (_, hour): SwapRecord => {
    return { ...planned, _id: `swap_${hour}`, created: isoIn(hour) };
  });
  expect(swapsToDrop(made.slice(0, MAX_SWAPS_PER_AUTH - 1))).toEqual([]);
  expect(swapsToDrop(made).map(({ _id }) => _id)).toEqual(['swap_1', 'swap_0']);
});

describe('the method of a swap', () => {
  const used = { ...planned, status: 'in-progress' as const };

  test('stands in flight until the swap is over', () => {
    const busy = holdMethod(method, 'swap_1');
    expect(busy.inFlight).toEqual(['swap_1']);
    expect(withoutSwap(busy, planned, NOW).inFlight).toEqual([]);
  });

  test('keeps its code where the company was never asked, and loses it otherwise', () => {
    expect(hasCardCode(withoutSwap(method, planned, NOW))).toBe(true);
    const left = withoutSwap(method, used, NOW);
    expect(hasCardCode(left)).toBe(false);
  });

  test('is removed by the sweep when its third decline waited for the swap', () => {
    const spent = methodRecord({ status: 'declined', declines: 3, inFlight: ['swap_1'] });
    expect(withoutSwap(spent, used, NOW).dueKind).toBe('retry');
    const busy = { ...spent, inFlight: ['swap_1', 'pay_1'] };
    expect(withoutSwap(busy, used, NOW).dueKind).toBeUndefined();
  });
});

describe("a card's code", () => {
  const method = methodRecord(codeless);

  test('given again is due to be dropped after a day', () => {
    const given = withCardCode(method, sealed('cardNumber', 'cardCode'), NOW);
    expect(given).toMatchObject({ dueKind: 'card-code', dueAt: isoIn(24) });
    expect(withoutCardCode(given).dueKind).toBeUndefined();
  });

  test('waits behind a retry, and is due again after it', () => {
    const retrying = { ...method, dueShard: 'due#0', dueAt: isoIn(0), dueKind: 'retry' as const };
    const given = withCardCode(retrying, sealed('cardNumber', 'cardCode'), NOW);
    expect(given.dueKind).toBe('retry');
    expect(withoutRetry(given)).toMatchObject({ dueKind: 'card-code', dueAt: isoIn(24) });
    expect(withoutRetry(withoutCardCode(given)).dueKind).toBeUndefined();
    expect(withoutCardCode(given).dueKind).toBe('retry');
  });

  test.each([
    ['visa', '123', undefined],
    ['visa', '1234', 'invalid_request'],
    ['american express', '1234', undefined],
    ['american express', '123', 'invalid_request'],
  ] as const)('of %s: %s', (brand, code, refusal) => {
    const card = { lastFour: '1111', brand, expiresAt: isoIn(9000) };
    expect(checkCardCode(methodRecord({ card }), code)?.failure).toBe(refusal);
  });

  test('is no bank account’s', () => {
    const bank = methodRecord({ type: 'bank', card: undefined });
    expect(checkCardCode(bank, '123')?.failure).toBe('payment_method_not_accepted');
  });
});
