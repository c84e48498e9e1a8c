import type { Swap } from '@billhook/core/schemas/swap';
import { describe, expect, test } from 'vitest';
import { brandStateOf } from '../../../modules/card-swap/brand-state.ts';
import { cardToUse, chooseCard, fitnessOf } from '../../../modules/card-swap/cards.ts';
import type { Row } from '../../../modules/card-swap/rows.ts';
import { findWork, readPlace, takeUp } from '../../../modules/card-swap/taken-up.ts';
import type { LinkProgress } from '../../../modules/kit/linking/task.ts';

const row: Row = { companyId: 'co_1', key: 'k', paymentMethodId: 'pm_1', before: 'swap_0' };

function swapOf(companyId: string, type: string, _id = 'swap_1'): Swap {
  const [company, auth] = [{ _id: companyId }, { _id: `auth_${companyId}` }];
  return {
    _id,
    status: { type },
    company,
    auth,
    paymentMethod: { _id: 'pm_1' },
  } as unknown as Swap;
}

function linkOf(companyId: string, items = ['swap']): LinkProgress {
  const auth = { _id: `auth_${companyId}`, company: { _id: companyId }, items };
  return { auth, linking: true } as unknown as LinkProgress;
}

describe('a page that was loaded again', () => {
  test('finds the swap whose answer it never had', () => {
    const [taken] = takeUp([row], { swaps: [swapOf('co_1', 'pending')], open: [] });
    expect(taken).toMatchObject({ authId: 'auth_co_1', swapId: 'swap_1', key: 'k' });
  });

  test('finds the link whose answer it never had', () => {
    const [taken] = takeUp([row], { swaps: [], open: [linkOf('co_1')] });
    expect(taken).toMatchObject({ authId: 'auth_co_1' });
    expect(taken?.swapId).toBeUndefined();
  });

  test.each([
    ['a swap that stood before', [swapOf('co_1', 'completed', 'swap_0')], []],
    ['work at another company', [swapOf('co_2', 'pending')], [linkOf('co_2')]],
    ['a link for bills', [], [linkOf('co_1', ['bill'])]],
  ])('does not take %s for its own', (_, swaps, open) => {
    expect(takeUp([row], { swaps, open })).toEqual([row]);
  });

  test('leaves what it knows as it is', () => {
    const known = { ...row, authId: 'auth_9' };
    expect(takeUp([known], { swaps: [swapOf('co_1', 'pending')], open: [] })).toEqual([known]);
  });

  test.each([undefined, null, {}, 'rows', { at: 'elsewhere' }])(
    'takes %j for nothing kept',
    (place) => {
      expect(readPlace(place)).toBeUndefined();
    },
  );
});

describe('a page that opens anew', () => {
  const found = (swaps: Swap[], open: LinkProgress[]) =>
    findWork({ swaps, open }, () => 'new').map(({ companyId, swapId }) => [companyId, swapId]);

  test('shows what is under way, each company once', () => {
    const swaps = [swapOf('co_1', 'in-progress'), swapOf('co_2', 'completed', 'swap_2')];
    expect(found(swaps, [linkOf('co_1'), linkOf('co_3')])).toEqual([
      ['co_1', 'swap_1'],
      ['co_3', undefined],
    ]);
  });

  test('shows nothing of what has ended or is for bills', () => {
    expect(found([swapOf('co_1', 'hold')], [linkOf('co_2', ['bill'])])).toEqual([]);
  });
});

test.each([
  ['in maintenance', 'maintenance', [swapOf('co_1', 'pending')], 'maintenance'],
  ['where a card is on its way', 'operational', [swapOf('co_1', 'pending')], 'under-way'],
  ['that has the card', 'operational', [swapOf('co_1', 'completed')], 'on-file'],
  ['whose swap was held', 'operational', [swapOf('co_1', 'hold')], undefined],
  ['without a swap', 'operational', [swapOf('co_2', 'completed')], undefined],
] as const)('a company %s says so before it is chosen', (_, status, swaps, state) => {
  expect(brandStateOf({ _id: 'co_1', status }, swaps, 'pm_1')).toBe(state);
  if (state === 'on-file')
    expect(brandStateOf({ _id: 'co_1', status }, swaps, 'pm_2')).toBeUndefined();
});

describe('a card', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const card = (_id: string, part: object = {}) => ({
    ...{ _id, type: 'card' as const, status: 'verified' as const, default: false, name: 'Ada' },
    assignedBills: [],
    card: { number: '1111', brand: 'visa', expDate: '2040-12-31T23:59:59.999Z' },
    ...part,
  });
  const expired = { card: { number: '1', brand: 'visa', expDate: '2026-10-31T23:59:59.999Z' } };

  test.each([
    ['that is good', {}, 'good'],
    ['being retried', { status: 'pending' }, 'good'],
    ['that was declined', { status: 'declined' }, 'declined'],
    ['that has expired', expired, 'expired'],
  ])('%s is told', (_, part, fitness) => expect(fitnessOf(card('a', part), now)).toBe(fitness));

  test('is the chosen one, else the default, else the first good one', () => {
    const all = [card('a', expired), card('b'), card('c', { default: true })];
    expect(chooseCard(all, 'b', now)?._id).toBe('b');
    expect(chooseCard(all, 'a', now)?._id).toBe('c');
    expect(chooseCard(all.slice(0, 2), undefined, now)?._id).toBe('b');
    expect(chooseCard([card('d', { type: 'bank' })], undefined, now)).toBeUndefined();
    // Added, and not read yet.
    expect(cardToUse(all, 'new', now)).toEqual({ id: 'new' });
    expect(cardToUse(all, 'b', now).id).toBe('b');
  });
});
